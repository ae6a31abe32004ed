import { describe, expect, it } from 'vitest';
import { seeded } from '../test/random';
import {
  anchorOf,
  barHeight,
  barOf,
  clamp,
  drawn,
  endAnchor,
  isAtEnd,
  isExact,
  scrolled,
  START,
  type Geometry,
} from './scroll';

const ROW = 20;
const VIEW = 600;

function alike(total: number): Geometry {
  return { total, rowHeight: ROW, viewport: VIEW, measured: null };
}

function wrapped(total: number, heights: [number, number][] = []): Geometry {
  return { total, rowHeight: ROW, viewport: VIEW, measured: new Map(heights) };
}

const HUGE = alike(5_000_000);

describe('a log that fits the bar', () => {
  const g = alike(1000);

  it('is as tall as its rows', () => {
    expect(barHeight(g)).toBe(20_000);
    expect(isExact(g)).toBe(true);
  });

  it('stands where the bar says', () => {
    expect(anchorOf(g, 4010)).toEqual({ row: 200, offset: 10 });
    expect(barOf(g, { row: 200, offset: 10 })).toBe(4010);
  });

  it('ends with its last row at the bottom edge', () => {
    expect(endAnchor(g)).toEqual({ row: 970, offset: 0 });
    expect(anchorOf(g, 99_999)).toEqual({ row: 970, offset: 0 });
    expect(isAtEnd(g, { row: 970, offset: 0 })).toBe(true);
    expect(isAtEnd(g, { row: 969, offset: 0 })).toBe(false);
  });

  it('stands at the top when it is shorter than the window', () => {
    expect(endAnchor(alike(3))).toEqual(START);
    expect(endAnchor(alike(0))).toEqual(START);
    expect(clamp(alike(3), { row: 2, offset: 5 })).toEqual(START);
  });

  it('shows part of a row at the top when the window is no multiple of a row', () => {
    expect(endAnchor({ ...alike(100), viewport: 50 })).toEqual({ row: 97, offset: 10 });
  });
});

describe('five million rows', () => {
  it('never makes an element taller than browsers can', () => {
    expect(barHeight(HUGE)).toBeLessThan(8_000_000);
    expect(barHeight(alike(5_000_000_000))).toBeLessThan(8_000_000);
    expect(isExact(HUGE)).toBe(false);
  });

  it('is a pixel for a pixel near both ends', () => {
    expect(anchorOf(HUGE, 2015)).toEqual({ row: 100, offset: 15 });
    const end = barHeight(HUGE) - VIEW;
    expect(anchorOf(HUGE, end)).toEqual(endAnchor(HUGE));
    expect(anchorOf(HUGE, end - 2000)).toEqual({ row: 5_000_000 - 130, offset: 0 });
  });

  it('is in proportion between them', () => {
    const middle = anchorOf(HUGE, barHeight(HUGE) / 2);
    expect(middle.row).toBe(2_500_000);
  });

  it('finds its way back from every place', () => {
    const random = seeded(3);
    for (let i = 0; i < 500; i++) {
      const anchor = { row: random(4_999_000), offset: random(ROW) };
      const back = anchorOf(HUGE, barOf(HUGE, anchor));
      expect(Math.abs(back.row * ROW + back.offset - anchor.row * ROW - anchor.offset)).toBeLessThan(0.01);
    }
  });

  it('never goes backwards when the bar goes forwards', () => {
    let last = -1;
    for (let bar = 0; bar < barHeight(HUGE) - VIEW; bar += 9_973) {
      const { row, offset } = anchorOf(HUGE, bar);
      expect(row * ROW + offset).toBeGreaterThan(last);
      last = row * ROW + offset;
    }
  });

  it('moves by the wheel as far as the wheel says', () => {
    const anchor = { row: 2_000_000, offset: 0 };
    const bar = barOf(HUGE, anchor);
    expect(scrolled(HUGE, anchor, bar, bar + 130)).toEqual({
      anchor: { row: 2_000_006, offset: 10 },
      correct: false,
    });
    expect(scrolled(HUGE, anchor, bar, bar - 130).anchor).toEqual({ row: 1_999_993, offset: 10 });
  });

  it('goes to the place in proportion when the bar is dragged', () => {
    const bar = barOf(HUGE, START);
    const there = barHeight(HUGE) / 4;
    expect(scrolled(HUGE, START, bar, there).anchor).toEqual(anchorOf(HUGE, there));
  });

  it('puts the bar right when it hits an end before the rows do', () => {
    const up = scrolled(HUGE, { row: 30_000, offset: 0 }, 100, 0);
    expect(up).toEqual({ anchor: { row: 29_995, offset: 0 }, correct: true });
    const end = barHeight(HUGE) - VIEW;
    const down = scrolled(HUGE, { row: 4_900_000, offset: 0 }, end - 100, end);
    expect(down).toEqual({ anchor: { row: 4_900_005, offset: 0 }, correct: true });
  });

  it('leaves the bar where both are at the end', () => {
    const end = barHeight(HUGE) - VIEW;
    const at = endAnchor(HUGE);
    expect(scrolled(HUGE, { row: at.row - 2, offset: 0 }, end - 40, end)).toEqual({
      anchor: at,
      correct: false,
    });
    expect(scrolled(HUGE, { row: 2, offset: 0 }, 40, 0)).toEqual({ anchor: START, correct: false });
  });

  it('reaches the end by the wheel alone from anywhere, the bar being put right on the way', () => {
    let anchor = { row: 4_970_000, offset: 0 };
    let bar = barOf(HUGE, anchor);
    const most = barHeight(HUGE) - VIEW;
    let turns = 0;
    while (!isAtEnd(HUGE, anchor) && turns++ < 10_000) {
      const now = Math.min(most, bar + 120);
      const step = scrolled(HUGE, anchor, bar, now);
      anchor = step.anchor;
      bar = step.correct ? barOf(HUGE, anchor) : now;
    }
    expect(isAtEnd(HUGE, anchor)).toBe(true);
    expect(bar).toBeCloseTo(most, 3);
    expect(turns).toBeLessThan((30_000 * ROW) / 120 + 20);
  });
});

describe('rows that wrap', () => {
  it('counts measured heights near the ends', () => {
    const g = wrapped(100, [
      [0, 60],
      [99, 40],
    ]);
    expect(barHeight(g)).toBe(98 * ROW + 100);
    expect(barOf(g, { row: 1, offset: 0 })).toBe(60);
    expect(anchorOf(g, 70)).toEqual({ row: 1, offset: 10 });
  });

  it('stands at the end with tall rows', () => {
    const g = wrapped(100, [
      [98, 500],
      [99, 500],
    ]);
    expect(endAnchor(g)).toEqual({ row: 98, offset: 400 });
  });

  it('moves through tall rows pixel by pixel', () => {
    const g = wrapped(1000, [
      [500, 200],
      [501, 80],
    ]);
    const bar = barOf(g, { row: 500, offset: 0 });
    expect(scrolled(g, { row: 500, offset: 0 }, bar, bar + 150).anchor).toEqual({ row: 500, offset: 150 });
    expect(scrolled(g, { row: 500, offset: 150 }, bar, bar + 100).anchor).toEqual({ row: 501, offset: 50 });
    expect(scrolled(g, { row: 501, offset: 50 }, bar, bar - 100).anchor).toEqual({ row: 500, offset: 150 });
    expect(scrolled(g, { row: 500, offset: 10 }, bar, bar - 30).anchor).toEqual({ row: 499, offset: 0 });
  });

  it('reaches the end although the bar knew too little about the heights', () => {
    const tall = Array.from({ length: 400 }, (_, i): [number, number] => [4600 + i, 200]);
    const g = wrapped(5000, tall);
    let anchor = { row: 4500, offset: 0 };
    let bar = barOf(g, anchor);
    const most = barHeight(g) - VIEW;
    let turns = 0;
    while (!isAtEnd(g, anchor) && turns++ < 5_000) {
      const now = Math.min(most, bar + 120);
      const step = scrolled(g, anchor, bar, now);
      anchor = step.anchor;
      bar = step.correct ? barOf(g, anchor) : now;
    }
    expect(isAtEnd(g, anchor)).toBe(true);
  });
});

describe('what is drawn', () => {
  it('is what the window shows and a little more', () => {
    expect(drawn(alike(1000), { row: 100, offset: 5 }, 100)).toEqual({ first: 95, last: 135, top: -105 });
  });

  it('stops at both ends', () => {
    expect(drawn(alike(1000), START, 100)).toEqual({ first: 0, last: 35, top: 0 });
    expect(drawn(alike(10), START, 100)).toEqual({ first: 0, last: 9, top: 0 });
    expect(drawn(alike(0), START, 100)).toEqual({ first: 0, last: -1, top: 0 });
  });

  it('knows where wrapped rows begin', () => {
    const g = wrapped(1000, [[99, 70]]);
    const { first, top } = drawn(g, { row: 100, offset: 0 }, 60);
    expect([first, top]).toEqual([99, -70]);
  });
});
