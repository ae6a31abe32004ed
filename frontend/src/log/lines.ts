/** A line, or several, as people count them: from 1. */
export interface LineRange {
  readonly from: number;
  readonly to: number;
}

/** `12` or `12-20`, as an address may say it; anything else is no line. */
export function parseLines(value: unknown): LineRange | null {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value : '';
  const found = /^(\d{1,15})(?:-(\d{1,15}))?$/.exec(text);
  if (found === null) return null;
  const one = Number(found[1]);
  const other = found[2] === undefined ? one : Number(found[2]);
  const [from, to] = one <= other ? [one, other] : [other, one];
  return from >= 1 ? { from, to } : null;
}

export function formatLines({ from, to }: LineRange): string {
  return from === to ? String(from) : `${from}-${to}`;
}

/** The range after a click on a line's number; with shift it reaches from where it was to there. */
export function clickedLine(line: number, withShift: boolean, current: LineRange | null): LineRange | null {
  if (withShift && current !== null)
    return line < current.from ? { from: line, to: current.to } : { from: current.from, to: line };
  return current !== null && current.from === line && current.to === line ? null : { from: line, to: line };
}
