import { describe, expect, it } from 'vitest';
import { seeded } from '../../test/random';
import {
  changesIn,
  commonEnds,
  comparable,
  compareLines,
  countRows,
  everything,
  folded,
  masked,
  type DiffRow,
} from './logDiff';

const EXACT = { ignoreTimes: false, ignoreNumbers: false };

function shown(a: string[], b: string[], options = EXACT): string[] {
  return compareLines(a, b, options).map(({ kind, a: i, b: j }) => {
    const [left, right] = [i === null ? '' : a[i], j === null ? '' : b[j]];
    return kind === 'same'
      ? `  ${left}`
      : kind === 'changed'
        ? `~ ${left}|${right}`
        : kind === 'removed'
          ? `- ${left}`
          : `+ ${right}`;
  });
}

describe('two logs', () => {
  it('are alike', () => {
    expect(shown(['a', 'b'], ['a', 'b'])).toEqual(['  a', '  b']);
    expect(shown([], [])).toEqual([]);
  });

  it('differ in a line, have one more, have one less', () => {
    expect(shown(['a', 'x', 'c'], ['a', 'y', 'c'])).toEqual(['  a', '~ x|y', '  c']);
    expect(shown(['a', 'c'], ['a', 'b', 'c'])).toEqual(['  a', '+ b', '  c']);
    expect(shown(['a', 'b', 'c'], ['a', 'c'])).toEqual(['  a', '- b', '  c']);
    expect(shown([], ['a'])).toEqual(['+ a']);
  });

  it('stand against each other line by line, the rest below', () => {
    expect(shown(['x', 'y', 'z'], ['1'])).toEqual(['~ x|1', '- y', '- z']);
  });

  it('are alike but for times', () => {
    const options = { ignoreTimes: true, ignoreNumbers: false };
    expect(
      shown(
        ['12:00:01 a 5', '2026-11-18T12:00:01.5Z b'],
        ['13:10:44 a 5', '2026-11-19T01:02:03Z b'],
        options,
      ),
    ).toEqual(['  12:00:01 a 5', '  2026-11-18T12:00:01.5Z b']);
    expect(shown(['a 5'], ['a 6'], options)).toEqual(['~ a 5|a 6']);
  });

  it('are alike but for numbers', () => {
    expect(comparable('took 12.5 s, id 0199f2a46c1e', { ignoreTimes: false, ignoreNumbers: true })).toBe(
      comparable('took 7 s, id deadbeef1234', { ignoreTimes: false, ignoreNumbers: true }),
    );
  });

  it('keep all their lines in order, whatever they are, also with very many differences', () => {
    const random = seeded(5);
    for (const [size, words] of [
      [50, 3],
      [400, 50],
      [6000, 100_000],
      [6000, 4],
    ] as const) {
      const make = () => Array.from({ length: size - random(20) }, () => `w${random(words)}`);
      const [a, b] = [make(), make()];
      const rows = compareLines(a, b, EXACT);
      expect(rows.flatMap((row) => row.a ?? [])).toEqual(a.map((_, i) => i));
      expect(rows.flatMap((row) => row.b ?? [])).toEqual(b.map((_, i) => i));
      for (const row of rows) {
        if (row.kind === 'same') expect(a[row.a ?? -1]).toBe(b[row.b ?? -1]);
      }
    }
  });

  it('find what is common among very many differences', () => {
    const a = Array.from({ length: 9000 }, (_, i) => (i % 100 === 0 ? `step ${i}` : `left ${i}`));
    const b = Array.from({ length: 9000 }, (_, i) => (i % 100 === 0 ? `step ${i}` : `right ${i}`));
    expect(countRows(compareLines(a, b, EXACT))).toEqual({ same: 90, changed: 8910, removed: 0, added: 0 });
  });
});

describe('folding', () => {
  const rows = (kinds: string): DiffRow[] =>
    [...kinds].map((kind, i) => ({ kind: kind === '=' ? 'same' : 'changed', a: i, b: i }));
  const drawn = (kinds: string, open: number[] = []) =>
    folded(rows(kinds), new Set(open))
      .map((item) =>
        'row' in item ? (item.row.kind === 'same' ? '=' : 'x') : `(${item.folded}@${item.from})`,
      )
      .join('');

  it('leaves three lines around each difference', () => {
    expect(drawn('==========x==========x==========')).toBe('(7@0)===x===(4@14)===x===(7@25)');
  });

  it('does not fold what would save nothing', () => {
    expect(drawn('===x=========x===')).toBe('===x=========x===');
  });

  it('folds everything where there is no difference', () => {
    expect(drawn('==========')).toBe('(10@0)');
    expect(drawn('')).toBe('');
  });

  it('unfolds on demand', () => {
    expect(drawn('==========x==========x==========', [14])).toBe('(7@0)===x==========x===(7@25)');
  });

  it('never loses a row', () => {
    const random = seeded(9);
    for (let round = 0; round < 200; round++) {
      const kinds = Array.from({ length: random(60) }, () => (random(6) === 0 ? 'x' : '=')).join('');
      const places = folded(rows(kinds), new Set()).flatMap((item) =>
        'row' in item ? [item.at] : Array.from({ length: item.folded }, (_, i) => item.from + i),
      );
      expect(places).toEqual([...kinds].map((_, i) => i));
    }
  });

  it('knows where differences begin', () => {
    expect(changesIn(everything(rows('=xx=x==xxx')))).toEqual([1, 4, 7]);
  });
});

it('finds where two lines differ', () => {
  expect(commonEnds('took 12 s', 'took 7 s')).toEqual({ head: 5, tail: 2 });
  expect(commonEnds('aaa', 'aa')).toEqual({ head: 2, tail: 0 });
  expect(commonEnds('', 'x')).toEqual({ head: 0, tail: 0 });
});

it('finds where two lines differ, apart from what does not count', () => {
  const options = { ignoreTimes: true, ignoreNumbers: false };
  const [one, other] = ['12:00:01 good end', '13:44:59 bad end'];
  expect(commonEnds(masked(one, options), masked(other, options))).toEqual({ head: 9, tail: 5 });
  expect(masked(one, options)).toHaveLength(one.length);
});
