/**
 * Where a log stands in its window. Browsers cannot make an element taller than some millions of pixels, and rows that
 * wrap are as tall as they turn out to be; so the place is kept as an anchor (a row, and how far it is scrolled past the
 * top), and the scroll bar only stands for it. Small moves (wheel, keys, a finger) move the rows pixel by pixel; large
 * ones (dragging the bar) go to the place in proportion. In between, the bar is put right whenever nothing moves.
 */

export interface Anchor {
  /** The row at the top edge. */
  readonly row: number;
  /** How many of its pixels are above the edge. */
  readonly offset: number;
}

export interface Geometry {
  readonly total: number;
  /** The height of every row, or a guess for those that were not measured. */
  readonly rowHeight: number;
  readonly viewport: number;
  /** Heights by row where rows wrap; null where all are alike. */
  readonly measured: ReadonlyMap<number, number> | null;
}

export const START: Anchor = { row: 0, offset: 0 };

/** The tallest stretch that stands for the rows between the two ends; with those it stays below every browser's limit. */
const MIDDLE_LIMIT = 6_000_000;
/** Near both ends the bar is exact, so that the last rows can be reached by small steps. */
const EXACT_ROWS = 20_000;
/** Where rows wrap, their heights have to be summed up one by one. */
const EXACT_MEASURED_ROWS = 200;
/** One pixel of a bar that stands for millions is further than this; no wheel or finger goes as far between two events. */
const JUMP = 2000;

function heightOf(g: Geometry, row: number): number {
  return g.measured?.get(row) ?? g.rowHeight;
}

function heights(g: Geometry, from: number, to: number): number {
  if (g.measured === null) return (to - from) * g.rowHeight;
  let sum = 0;
  for (let row = from; row < to; row++) sum += heightOf(g, row);
  return sum;
}

interface Zones {
  /** Rows at either end whose pixels are the bar's pixels. */
  exact: number;
  top: number;
  middle: number;
  bottom: number;
}

function zones(g: Geometry): Zones {
  const wanted = g.measured === null ? EXACT_ROWS : EXACT_MEASURED_ROWS;
  const exact = Math.min(wanted, Math.floor(g.total / 2));
  const between = g.total - 2 * exact;
  return {
    exact,
    top: heights(g, 0, exact),
    middle: Math.min(between * g.rowHeight, MIDDLE_LIMIT),
    bottom: heights(g, g.total - exact, g.total),
  };
}

/** How tall the scrolled element is. */
export function barHeight(g: Geometry): number {
  const { top, middle, bottom } = zones(g);
  return top + middle + bottom;
}

/** Where the scroll bar belongs when the rows stand at `anchor`. */
export function barOf(g: Geometry, anchor: Anchor): number {
  const z = zones(g);
  if (anchor.row < z.exact) return heights(g, 0, anchor.row) + anchor.offset;
  const bottomRow = g.total - z.exact;
  if (anchor.row >= bottomRow) return z.top + z.middle + heights(g, bottomRow, anchor.row) + anchor.offset;
  const rows = anchor.row - z.exact + anchor.offset / heightOf(g, anchor.row);
  return z.top + (rows / (bottomRow - z.exact)) * z.middle;
}

/** Where the rows stand when the scroll bar was put to `bar`. */
export function anchorOf(g: Geometry, bar: number): Anchor {
  const z = zones(g);
  if (bar < z.top) return clamp(g, move(g, START, bar));
  const bottomRow = g.total - z.exact;
  if (bar >= z.top + z.middle)
    return clamp(g, move(g, { row: bottomRow, offset: 0 }, bar - z.top - z.middle));
  const rows = ((bar - z.top) / z.middle) * (bottomRow - z.exact);
  const row = z.exact + Math.floor(rows);
  return clamp(g, { row, offset: (rows - Math.floor(rows)) * heightOf(g, row) });
}

/** The anchor `delta` pixels further down (or up), within the log. */
function move(g: Geometry, anchor: Anchor, delta: number): Anchor {
  let row = anchor.row;
  let offset = anchor.offset + delta;
  if (g.measured === null) {
    const moved = Math.floor(offset / g.rowHeight);
    row += moved;
    offset -= moved * g.rowHeight;
  } else {
    while (offset < 0 && row > 0) offset += heightOf(g, --row);
    while (row < g.total && offset >= heightOf(g, row)) offset -= heightOf(g, row++);
  }
  if (row < 0 || offset < 0) return START;
  return { row, offset };
}

/** Where the rows stand when the last one is at the bottom edge. */
export function endAnchor(g: Geometry): Anchor {
  let room = g.viewport;
  let row = g.total;
  if (g.measured === null) {
    row = Math.max(0, Math.floor(g.total - room / g.rowHeight));
    room -= (g.total - row) * g.rowHeight;
  } else {
    while (row > 0 && room > 0) room -= heightOf(g, --row);
  }
  return { row, offset: Math.max(0, -room) };
}

/** The anchor, or the nearest one that leaves no empty room below the last row. */
export function clamp(g: Geometry, anchor: Anchor): Anchor {
  const end = endAnchor(g);
  return isBefore(end, anchor) ? end : anchor.row < 0 ? START : anchor;
}

export function isAtEnd(g: Geometry, anchor: Anchor): boolean {
  const end = endAnchor(g);
  // Browsers round scroll positions to device pixels.
  return anchor.row > end.row || (anchor.row === end.row && anchor.offset >= end.offset - 2);
}

function isBefore(a: Anchor, b: Anchor): boolean {
  return a.row < b.row || (a.row === b.row && a.offset < b.offset);
}

/**
 * The reader moved the bar from `before` to `now`: where the rows stand then, and whether the bar has to be put right at
 * once because it has come to its end and the rows have not.
 */
export function scrolled(
  g: Geometry,
  anchor: Anchor,
  before: number,
  now: number,
): { anchor: Anchor; correct: boolean } {
  const delta = now - before;
  if (isExact(g) || Math.abs(delta) > JUMP) return { anchor: anchorOf(g, now), correct: false };
  const moved = clamp(g, move(g, anchor, delta));
  const stuckAbove = now <= 0 && isBefore(START, moved);
  const stuckBelow = now >= barHeight(g) - g.viewport - 1 && !isAtEnd(g, moved);
  return { anchor: moved, correct: stuckAbove || stuckBelow };
}

/** Whether a pixel of the bar is a pixel of rows everywhere. */
export function isExact(g: Geometry): boolean {
  return (
    g.measured === null &&
    (g.total - 2 * Math.min(EXACT_ROWS, Math.floor(g.total / 2))) * g.rowHeight <= MIDDLE_LIMIT
  );
}

/** The rows to draw (both included) and where the first of them begins, counted from the top edge of the window. */
export function drawn(
  g: Geometry,
  anchor: Anchor,
  overscan: number,
): { first: number; last: number; top: number } {
  const begin = move(g, anchor, -overscan);
  const first = Math.min(begin.row, Math.max(0, g.total - 1));
  const top = 0 - anchor.offset - heights(g, first, anchor.row);
  const last = Math.min(g.total - 1, move(g, anchor, g.viewport + overscan).row);
  return { first, last, top };
}
