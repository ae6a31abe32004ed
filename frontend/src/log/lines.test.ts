import { describe, expect, it } from 'vitest';
import { clickedLine, formatLines, parseLines } from './lines';

describe('lines in an address', () => {
  it.each([
    [12, { from: 12, to: 12 }],
    ['12', { from: 12, to: 12 }],
    ['12-20', { from: 12, to: 20 }],
    ['20-12', { from: 12, to: 20 }],
    ['0', null],
    ['-3', null],
    ['12-', null],
    ['1e3', null],
    ['12 ', null],
    [{}, null],
    [undefined, null],
    [1.5, null],
  ])('%j', (value, range) => expect(parseLines(value)).toEqual(range));

  it('come back as they were', () => {
    expect(formatLines({ from: 3, to: 3 })).toBe('3');
    expect(formatLines({ from: 3, to: 9 })).toBe('3-9');
  });
});

describe('a click on a number', () => {
  it('chooses the line, and a second one lets go of it', () => {
    expect(clickedLine(5, false, null)).toEqual({ from: 5, to: 5 });
    expect(clickedLine(5, false, { from: 5, to: 5 })).toBeNull();
    expect(clickedLine(6, false, { from: 5, to: 5 })).toEqual({ from: 6, to: 6 });
  });

  it('with shift reaches to there', () => {
    expect(clickedLine(9, true, { from: 5, to: 5 })).toEqual({ from: 5, to: 9 });
    expect(clickedLine(2, true, { from: 5, to: 9 })).toEqual({ from: 2, to: 9 });
    expect(clickedLine(7, true, { from: 5, to: 9 })).toEqual({ from: 5, to: 7 });
    expect(clickedLine(7, true, null)).toEqual({ from: 7, to: 7 });
  });
});
