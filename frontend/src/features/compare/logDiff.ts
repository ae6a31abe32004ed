import { diffArrays } from 'diff';

export interface DiffOptions {
  /** Lines that differ in a time of day or a date only are alike. */
  ignoreTimes: boolean;
  /** Lines that differ in numbers only are alike. */
  ignoreNumbers: boolean;
}

/** One row of the comparison: a line of the left, of the right, or of both; numbers count from 0. */
export interface DiffRow {
  readonly kind: 'same' | 'changed' | 'removed' | 'added';
  readonly a: number | null;
  readonly b: number | null;
}

/** Beyond this many differences one attempt at the shortest list of them takes too long; see {@link byAnchors}. */
const MAX_EDITS = 2_000;
const MAX_EDITS_BETWEEN = 300;

const TIMES =
  /\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d:?\d\d)?|\b\d\d:\d\d:\d\d(?:[.,]\d+)?\b/g;
const NUMBERS = /\b[0-9a-f]{8,}\b|\d+(?:[.,]\d+)*/gi;

/** What of a line is compared. */
export function comparable(line: string, { ignoreTimes, ignoreNumbers }: DiffOptions): string {
  let text = line;
  if (ignoreTimes) text = text.replace(TIMES, '\u0001');
  if (ignoreNumbers) text = text.replace(NUMBERS, '\u0002');
  return text.trimEnd();
}

/** A line with what does not count made alike, each character in its place: to find where two lines differ. */
export function masked(line: string, { ignoreTimes, ignoreNumbers }: DiffOptions): string {
  const mask = (found: string) => '\u0001'.repeat(found.length);
  let text = line;
  if (ignoreTimes) text = text.replace(TIMES, mask);
  if (ignoreNumbers) text = text.replace(NUMBERS, mask);
  return text;
}

/** The rows of a comparison of two logs, as lines. */
export function compareLines(a: readonly string[], b: readonly string[], options: DiffOptions): DiffRow[] {
  const ids = new Map<string, number>();
  // Whole numbers compare quicker than lines.
  const number = (line: string) => {
    const key = comparable(line, options);
    const id = ids.get(key) ?? ids.size;
    ids.set(key, id);
    return id;
  };
  return new Rows().take(a.map(number), b.map(number));
}

class Rows {
  private readonly rows: DiffRow[] = [];
  private a = 0;
  private b = 0;

  take(a: number[], b: number[]): DiffRow[] {
    let head = 0;
    while (head < a.length && head < b.length && a[head] === b[head]) head++;
    let tail = 0;
    while (tail < a.length - head && tail < b.length - head && a.at(-1 - tail) === b.at(-1 - tail)) tail++;
    this.same(head);
    this.between(a.slice(head, a.length - tail), b.slice(head, b.length - tail));
    this.same(tail);
    return this.rows;
  }

  private between(a: number[], b: number[]): void {
    if (!this.shortest(a, b, MAX_EDITS)) this.byAnchors(a, b);
  }

  /** Adds the shortest list of differences, unless it is longer than `maxEdits`. */
  private shortest(a: number[], b: number[], maxEdits: number): boolean {
    if (a.length === 0 || b.length === 0) {
      this.differ(a.length, b.length);
      return true;
    }
    const parts = diffArrays(a, b, { maxEditLength: maxEdits });
    if (parts === undefined) return false;
    let removed = 0;
    let added = 0;
    for (const part of parts) {
      if (part.removed) removed += part.value.length;
      else if (part.added) added += part.value.length;
      else {
        this.differ(removed, added);
        this.same(part.value.length);
        removed = 0;
        added = 0;
      }
    }
    this.differ(removed, added);
    return true;
  }

  /**
   * Where there are too many differences: lines that occur once in both, in the same order in both, hold the two
   * together, and what is between them is compared by itself.
   */
  private byAnchors(a: number[], b: number[]): void {
    let fromA = 0;
    let fromB = 0;
    for (const [atA, atB] of uniqueInBoth(a, b)) {
      this.part(a.slice(fromA, atA), b.slice(fromB, atB));
      this.same(1);
      fromA = atA + 1;
      fromB = atB + 1;
    }
    this.part(a.slice(fromA), b.slice(fromB));
  }

  private part(a: number[], b: number[]): void {
    if (!this.shortest(a, b, MAX_EDITS_BETWEEN)) this.differ(a.length, b.length);
  }

  private same(count: number): void {
    for (let i = 0; i < count; i++) this.rows.push({ kind: 'same', a: this.a++, b: this.b++ });
  }

  /** Lines that stand against each other, and the rest of the longer side. */
  private differ(left: number, right: number): void {
    const pairs = Math.min(left, right);
    for (let i = 0; i < pairs; i++) this.rows.push({ kind: 'changed', a: this.a++, b: this.b++ });
    for (let i = pairs; i < left; i++) this.rows.push({ kind: 'removed', a: this.a++, b: null });
    for (let i = pairs; i < right; i++) this.rows.push({ kind: 'added', a: null, b: this.b++ });
  }
}

/** Places of values that occur once in each, the most of them that are in the same order in both. */
function uniqueInBoth(a: number[], b: number[]): [number, number][] {
  const places = (list: number[]) => {
    const found = new Map<number, number>();
    list.forEach((value, i) => found.set(value, found.has(value) ? -1 : i));
    return found;
  };
  const inB = places(b);
  const pairs: [number, number][] = [];
  places(a).forEach((i, value) => {
    const j = inB.get(value) ?? -1;
    if (i >= 0 && j >= 0) pairs.push([i, j]);
  });
  pairs.sort(([i], [j]) => i - j);
  return longestRising(pairs);
}

/** The longest list of pairs whose second numbers rise, by piles as in a game of patience. */
function longestRising(pairs: [number, number][]): [number, number][] {
  const tops: number[] = [];
  const before: number[] = [];
  pairs.forEach(([, value], i) => {
    let low = 0;
    let high = tops.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[tops[middle] ?? 0]?.[1] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    before[i] = low > 0 ? (tops[low - 1] ?? -1) : -1;
    tops[low] = i;
  });
  const rising: [number, number][] = [];
  for (let i = tops.at(-1) ?? -1; i >= 0; i = before[i] ?? -1) {
    const pair = pairs[i];
    if (pair !== undefined) rising.push(pair);
  }
  return rising.reverse();
}

/** What is shown in one line of the list: a row, or a number of rows that are folded away. */
export type DiffItem =
  { readonly row: DiffRow; readonly at: number } | { readonly folded: number; readonly from: number };

const CONTEXT = 3;
/** Folding away less than this saves nothing. */
const WORTH_FOLDING = 4;

/** The rows around differences; long stretches that are alike are folded, but for those that were unfolded (by `from`). */
export function folded(rows: readonly DiffRow[], unfolded: ReadonlySet<number>): DiffItem[] {
  const items: DiffItem[] = [];
  let i = 0;
  while (i < rows.length) {
    const end = until(rows, i, (row) => row.kind !== 'same');
    const from = i === 0 ? 0 : Math.min(end, i + CONTEXT);
    const to = end === rows.length ? end : Math.max(from, end - CONTEXT);
    if (to - from >= WORTH_FOLDING && !unfolded.has(from)) {
      push(items, rows, i, from);
      items.push({ folded: to - from, from });
      push(items, rows, to, end);
    } else {
      push(items, rows, i, end);
    }
    i = until(rows, end, (row) => row.kind === 'same');
    push(items, rows, end, i);
  }
  return items;
}

function until(rows: readonly DiffRow[], from: number, stops: (row: DiffRow) => boolean): number {
  let at = from;
  for (let row = rows[at]; row !== undefined && !stops(row); row = rows[at]) at++;
  return at;
}

function push(items: DiffItem[], rows: readonly DiffRow[], from: number, to: number): void {
  for (let at = from; at < to; at++) {
    const row = rows[at];
    if (row !== undefined) items.push({ row, at });
  }
}

export function everything(rows: readonly DiffRow[]): DiffItem[] {
  return rows.map((row, at) => ({ row, at }));
}

/** Where each group of differences begins, as places in the list. */
export function changesIn(items: readonly DiffItem[]): number[] {
  const starts: number[] = [];
  let inside = false;
  items.forEach((item, i) => {
    const differs = 'row' in item && item.row.kind !== 'same';
    if (differs && !inside) starts.push(i);
    inside = differs;
  });
  return starts;
}

export interface DiffCounts {
  same: number;
  changed: number;
  removed: number;
  added: number;
}

export function countRows(rows: readonly DiffRow[]): DiffCounts {
  const counts: DiffCounts = { same: 0, changed: 0, removed: 0, added: 0 };
  for (const row of rows) counts[row.kind]++;
  return counts;
}

/** Where two lines begin and cease to differ: the length of what they have in common at either end. */
export function commonEnds(a: string, b: string): { head: number; tail: number } {
  const most = Math.min(a.length, b.length);
  let head = 0;
  while (head < most && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < most - head && a.at(-1 - tail) === b.at(-1 - tail)) tail++;
  return { head, tail };
}
