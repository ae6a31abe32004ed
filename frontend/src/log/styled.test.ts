import { expect, it } from 'vitest';
import { BLOCK_ROWS } from './blocks';
import type { LogRow } from './rows';
import { StyledRows } from './styled';

function log(...texts: string[]): LogRow[] {
  return texts.map((text, row) => ({ row, line: row, offset: row * 10, continued: false, text }));
}

function colours(rows: LogRow[], order: number[]): unknown[] {
  const styled = new StyledRows();
  const seen: unknown[] = [];
  for (const row of order) {
    const wanted = rows[row];
    if (wanted) seen[row] = styled.segments((at) => rows[at], wanted)[0]?.style.fg;
  }
  return seen;
}

it('lets a colour go on in the rows below, in whatever order they are looked at', () => {
  const rows = log('\u001b[31ma', 'b', 'c\u001b[0m', 'd');
  expect(colours(rows, [0, 1, 2, 3])).toEqual([1, 1, 1, null]);
  expect(colours(rows, [3, 1, 0, 2])).toEqual([1, 1, 1, null]);
});

it('begins afresh with each block', () => {
  const rows = log('\u001b[31ma', ...Array.from({ length: BLOCK_ROWS }, () => 'x'));
  const last = rows.length - 1;
  expect(colours(rows, [last])[last]).toBeNull();
  expect(colours(rows, [last - 1])[last - 1]).toBe(1);
});

it('does without rows that are not there', () => {
  const rows = log('\u001b[31ma', 'b', 'c');
  const styled = new StyledRows();
  const last = rows[2];
  if (last === undefined) throw new Error('no row');
  expect(styled.segments((at) => (at === 1 ? undefined : rows[at]), last)[0]?.style.fg).toBeNull();
});

it('sees a row that has grown', () => {
  const [row] = log('a');
  if (row === undefined) throw new Error('no row');
  const styled = new StyledRows();
  styled.segments(() => undefined, row);
  expect(styled.segments(() => undefined, { ...row, text: 'ab' })[0]?.text).toBe('ab');
});
