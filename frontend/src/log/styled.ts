import { FRESH, nextLine, parseRow, type Carry, type Segment } from './ansi';
import { BLOCK_ROWS } from './blocks';
import type { LogRow } from './rows';

interface Parsed {
  readonly segments: Segment[];
  readonly carry: Carry;
}

/**
 * Rows as they are shown. A style goes on from row to row, but only within a block: what a row looks like must not depend
 * on how the reader came to it, and nobody reads a gigabyte to learn the colour of its last line.
 */
export class StyledRows {
  private readonly parsed = new WeakMap<LogRow, Parsed>();

  segments(rowAt: (row: number) => LogRow | undefined, row: LogRow): Segment[] {
    const known = this.parsed.get(row);
    if (known !== undefined) return known.segments;
    const first = row.row - (row.row % BLOCK_ROWS);
    const waiting = [row];
    let carry = FRESH;
    for (let at = row.row - 1; at >= first; at--) {
      const before = rowAt(at);
      if (before === undefined) break;
      const done = this.parsed.get(before);
      if (done !== undefined) {
        carry = done.carry;
        break;
      }
      waiting.push(before);
    }
    let segments: Segment[] = [];
    for (const next of waiting.reverse()) {
      const parsed = parseRow(next.text, next.continued ? carry : nextLine(carry));
      this.parsed.set(next, parsed);
      ({ carry, segments } = parsed);
    }
    return segments;
  }
}
