import { describe, expect, it } from 'vitest';
import { seeded } from '../test/random';
import { append, EMPTY_TAIL, ROW_BYTES, skipBytes, TAIL_ROWS, tailOf, utf8Length, type Tail } from './rows';

function grown(...pieces: string[]): Tail {
  return pieces.reduce((tail, piece) => {
    const next = append(tail, tail.endOffset, piece);
    if (next === null) throw new Error('a gap where none can be');
    return next;
  }, EMPTY_TAIL);
}

function shown(tail: Tail) {
  return tail.rows.map(({ row, line, offset, continued, text }) => [row, line, offset, continued, text]);
}

describe('rows of a stream', () => {
  it('has none in an empty one', () => {
    expect(grown('')).toEqual(EMPTY_TAIL);
  });

  it('ends a row at each newline, and none follows the last newline', () => {
    expect(shown(grown('one\n\nthree\n'))).toEqual([
      [0, 0, 0, false, 'one'],
      [1, 1, 4, false, ''],
      [2, 2, 5, false, 'three'],
    ]);
    expect(grown('one\n\nthree\n')).toMatchObject({
      totalRows: 3,
      totalLines: 3,
      endOffset: 11,
      openBytes: 0,
    });
  });

  it('lets the last row grow until its newline', () => {
    const tail = grown('hel', 'lo', '\nx');
    expect(shown(tail)).toEqual([
      [0, 0, 0, false, 'hello'],
      [1, 1, 6, false, 'x'],
    ]);
    expect(tail.openBytes).toBe(1);
  });

  it('counts offsets in bytes', () => {
    expect(shown(grown('é\n€\n😀\nx')).map(([, , offset]) => offset)).toEqual([0, 3, 7, 12]);
  });

  it('cuts a long line into pieces of 4096 bytes', () => {
    const tail = grown(`${'a'.repeat(10_000)}\nb`);
    expect(tail.rows.map((r) => [r.row, r.line, r.offset, r.continued, r.text.length])).toEqual([
      [0, 0, 0, false, 4096],
      [1, 0, 4096, true, 4096],
      [2, 0, 8192, true, 1808],
      [3, 1, 10_001, false, 1],
    ]);
    expect(tail).toMatchObject({ totalRows: 4, totalLines: 2 });
  });

  it('gives the newline to the full row it ends', () => {
    const tail = grown('a'.repeat(ROW_BYTES), '\n', 'b');
    expect(tail.rows.map((r) => [r.text.length, r.continued, r.line])).toEqual([
      [4096, false, 0],
      [1, false, 1],
    ]);
  });

  it('begins the next piece only when something follows a full row', () => {
    const full = grown('a'.repeat(ROW_BYTES));
    expect(full).toMatchObject({ totalRows: 1, totalLines: 1, openBytes: ROW_BYTES });
    expect(shown(append(full, ROW_BYTES, 'b') ?? full).at(-1)).toEqual([1, 0, ROW_BYTES, true, 'b']);
  });

  it.each([
    ['two bytes', 'é', 2, 4095],
    ['three bytes', '€', 3, 4094],
    ['four bytes', '😀', 4, 4093],
  ])('never cuts a character of %s', (_, char, size, before) => {
    const tail = grown('a'.repeat(before), char, '\n');
    expect(tail.rows.map((r) => [utf8Length(r.text), r.text.endsWith(char)])).toEqual([
      [before, false],
      [size, true],
    ]);
    const fits = grown('a'.repeat(before - 1), char, '\n');
    expect(fits.rows).toHaveLength(1);
  });

  it('keeps what comes last, and the right numbers', () => {
    const tail = grown('x\n'.repeat(TAIL_ROWS + 500));
    expect(tail.rows).toHaveLength(TAIL_ROWS);
    expect(tail.rows[0]?.row).toBe(500);
    expect(tail.totalRows).toBe(TAIL_ROWS + 500);
  });

  it('is the same however the stream is cut into pieces', () => {
    const random = seeded(7);
    const chars = ['a', 'b', '\n', 'é', '€', '😀', '\r', ' '];
    let text = '';
    for (let i = 0; i < 400; i++)
      text += (chars[random(chars.length)] ?? '').repeat(random(9) === 0 ? 3000 : 1);
    const whole = grown(text);
    for (let round = 0; round < 20; round++) {
      const points = [...text];
      const pieces: string[] = [];
      while (points.length > 0) pieces.push(points.splice(0, 1 + random(9000)).join(''));
      expect(grown(...pieces)).toEqual(whole);
    }
  });
});

describe('a piece that does not begin at the end', () => {
  const tail = grown('one\ntwo');

  it('adds nothing that is there already', () => {
    expect(append(tail, 0, 'one\n')).toBe(tail);
    expect(append(tail, 4, 'two')).toBe(tail);
  });

  it('adds what is new of it', () => {
    expect(append(tail, 4, 'two more\n')?.rows.at(-1)?.text).toBe('two more');
  });

  it('is refused when something between is missing', () => {
    expect(append(tail, 8, 'x')).toBeNull();
  });

  it('skips by bytes, not by characters', () => {
    expect(skipBytes('é€😀x', 5)).toBe('😀x');
    expect(skipBytes('é€😀x', 9)).toBe('x');
  });
});

describe('an answer with the last rows', () => {
  const answer = {
    job_id: '0199f2a4-6c1e-7b52-9d3f-1f6f0c2b7a10',
    rows: [{ row: 9, line: 7, offset: 100, continued: false, text: 'é' }],
    total_rows: 10,
    total_lines: 8,
    is_complete: false,
  };

  it('is open when no newline follows its last row', () => {
    const tail = tailOf({ ...answer, end_offset: 102 });
    expect(append(tail, 102, 'x\ny')?.rows.map((r) => [r.row, r.line, r.offset, r.text])).toEqual([
      [9, 7, 100, 'éx'],
      [10, 8, 104, 'y'],
    ]);
  });

  it('is closed when one does', () => {
    const tail = tailOf({ ...answer, end_offset: 103 });
    expect(append(tail, 103, 'x')?.rows.at(-1)).toEqual({
      row: 10,
      line: 8,
      offset: 103,
      continued: false,
      text: 'x',
    });
  });
});
