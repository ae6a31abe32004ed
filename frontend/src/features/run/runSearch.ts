import { formatLines, parseLines, type LineRange } from '../../log/lines';

/** What the address of this page may say: the lines of the log it points to, `12` or `12-20`. */
export interface RunSearch {
  line?: number | string;
}

export function runSearch(search: Record<string, unknown>): RunSearch {
  const lines = parseLines(search.line);
  return lines === null ? {} : { line: shortest(lines) };
}

export function linesOf(search: RunSearch): LineRange | null {
  return parseLines(search.line);
}

/** A single line as a number, which an address shows without quotes. */
export function shortest(lines: LineRange): number | string {
  return lines.from === lines.to ? lines.from : formatLines(lines);
}
