import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react';
import {
  barHeight,
  barOf,
  clamp,
  drawn,
  endAnchor,
  isAtEnd,
  isExact,
  scrolled,
  START,
  type Anchor,
  type Geometry,
} from './scroll';

export const ROW_HEIGHT = 20;
/** Before the window was measured, and where nothing is ever laid out. */
const GUESSED_VIEWPORT = 600;
/** The bar is put right when nothing has moved for this long. */
const IDLE_MS = 150;
const MEASURED_ROWS = 4000;
const NOTHING_MEASURED: ReadonlyMap<number, number> = new Map();

/** The elements: the window, what makes its bar as long as it is, and what holds the rows. */
interface Elements {
  readonly container: RefObject<HTMLDivElement | null>;
  readonly spacer: RefObject<HTMLDivElement | null>;
  readonly layer: RefObject<HTMLDivElement | null>;
}

export interface LogScroll {
  /** The rows to draw, both included. */
  readonly first: number;
  readonly last: number;
  /** The rows that can be seen, both included. */
  readonly topRow: number;
  readonly bottomRow: number;
  /** Whether the end is kept in sight while the log grows. */
  readonly isFollowing: boolean;
  readonly onScroll: () => void;
  readonly toRow: (row: number) => void;
  readonly toStart: () => void;
  readonly toEnd: () => void;
  readonly pause: () => void;
}

/** Ties {@link scroll.ts} to an element: rows are drawn by React, their place and the bar are set here. */
export function useLogScroll(
  { container, spacer, layer }: Elements,
  total: number,
  wrap: boolean,
  startsAtEnd: boolean,
): LogScroll {
  const [viewport, setViewport] = useState(GUESSED_VIEWPORT);
  const [measured, setMeasured] = useState(NOTHING_MEASURED);
  const [place, setPlace] = useState<{ anchor: Anchor; isFollowing: boolean; correct: number }>({
    anchor: START,
    isFollowing: startsAtEnd,
    correct: 0,
  });

  const g = useMemo<Geometry>(
    () => ({ total, rowHeight: ROW_HEIGHT, viewport, measured: wrap ? measured : null }),
    [total, viewport, wrap, measured],
  );
  const anchor = place.isFollowing ? endAnchor(g) : clamp(g, place.anchor);
  const { first, last, top } = drawn(g, anchor, viewport);

  /** What the next scroll event has to be compared with; events may come faster than React draws. */
  const known = useRef({ g, anchor, bar: 0, corrected: -1, isFollowing: place.isFollowing });
  const idle = useRef<ReturnType<typeof setTimeout>>(undefined);

  useLayoutEffect(() => {
    const el = container.current;
    if (el === null || spacer.current === null || layer.current === null) return;
    const state = known.current;
    // A window that grows pushes the bar back by itself; nobody moved it.
    const isPushed = place.isFollowing && state.g.viewport !== g.viewport;
    // Whether rows wrap changes how long the bar is all at once; otherwise it changes little by little.
    const isOther = (state.g.measured === null) !== (g.measured === null);
    state.g = g;
    state.isFollowing = place.isFollowing;
    // A move of the reader that no event has told of yet comes first: correcting the bar now would undo it.
    const isPending = !isPushed && Math.abs(el.scrollTop - state.bar) >= 1;
    if (!isPending) {
      state.anchor = anchor;
      spacer.current.style.height = `${barHeight(g)}px`;
      const isDue = isOther || place.isFollowing || state.corrected !== place.correct;
      const wanted = barOf(g, anchor);
      if (isDue && Math.abs(el.scrollTop - wanted) > 0.5) el.scrollTop = wanted;
      state.corrected = place.correct;
      state.bar = el.scrollTop;
    }
    layer.current.style.transform = `translateY(${state.bar + top}px)`;
  });

  useLayoutEffect(() => {
    if (!wrap || layer.current === null) return;
    const changed: [number, number][] = [];
    for (const child of layer.current.children) {
      const row = Number((child as HTMLElement).dataset.row);
      const height = child.getBoundingClientRect().height;
      if (height > 0 && Math.abs(height - (measured.get(row) ?? ROW_HEIGHT)) > 0.5)
        changed.push([row, height]);
    }
    if (changed.length === 0) return;
    setMeasured((old) => new Map([...(old.size > MEASURED_ROWS ? [] : old), ...changed]));
  });

  useEffect(() => {
    const el = container.current;
    if (el === null) return undefined;
    let width = el.clientWidth;
    const measure = () => {
      if (el.clientHeight > 0) setViewport(el.clientHeight);
      if (el.clientWidth !== width) setMeasured(NOTHING_MEASURED);
      width = el.clientWidth;
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(el);
    return () => observer.disconnect();
  }, [container]);

  useEffect(() => () => clearTimeout(idle.current), []);

  const onScroll = useCallback(() => {
    const el = container.current;
    if (el === null) return;
    const state = known.current;
    const now = el.scrollTop;
    const delta = now - state.bar;
    // What this page itself set, or less than can be seen.
    if (Math.abs(delta) < 1) return;
    // The window has another height than was measured last: it pushed the bar, and the measuring puts that right.
    if (state.isFollowing && el.clientHeight !== state.g.viewport) return;
    const step = scrolled(state.g, state.anchor, state.bar, now);
    state.bar = now;
    state.anchor = step.anchor;
    const isFollowing = delta > 0 && isAtEnd(state.g, step.anchor);
    setPlace((old) => ({
      anchor: step.anchor,
      isFollowing,
      correct: step.correct ? old.correct + 1 : old.correct,
    }));
    clearTimeout(idle.current);
    if (isExact(state.g)) return;
    idle.current = setTimeout(() => setPlace((old) => ({ ...old, correct: old.correct + 1 })), IDLE_MS);
  }, [container]);

  const go = useCallback(
    (to: Anchor, isFollowing: boolean) => {
      // Anything that moves on its own, such as a finger's swing, is over now.
      if (container.current) known.current.bar = container.current.scrollTop;
      setPlace((old) => ({ anchor: to, isFollowing, correct: old.correct + 1 }));
    },
    [container],
  );
  const toRow = useCallback(
    (row: number) => {
      // A third from the top: what led there is seen as well.
      const above = Math.floor(viewport / ROW_HEIGHT / 3);
      go({ row: Math.max(0, row - above), offset: 0 }, false);
    },
    [go, viewport],
  );
  const toStart = useCallback(() => go(START, false), [go]);
  const toEnd = useCallback(() => go(START, true), [go]);
  const pause = useCallback(() => go(known.current.anchor, false), [go]);

  const visible = drawn(g, anchor, 0);
  return {
    first,
    last,
    topRow: visible.first,
    bottomRow: visible.last,
    isFollowing: place.isFollowing,
    onScroll,
    toRow,
    toStart,
    toEnd,
    pause,
  };
}
