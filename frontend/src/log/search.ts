import type { Schemas } from '../api/client';

export type LogHit = Schemas['LogHit'];
type Answer = Schemas['LogSearchResult'];

/** A search that has found this many stops by itself, and goes on when somebody goes past the last one. */
export const ENOUGH_HITS = 1000;
export const PAGE_HITS = 200;
/** A request that read this much ended because it had read enough, not because the log was at its end. */
const MUCH = 128 * 1024 * 1024;

export interface Search {
  readonly query: string;
  readonly ignoreCase: boolean;
  readonly hits: readonly LogHit[];
  /** From where the same search goes on. */
  readonly nextOffset: number;
  /** `asking`: more is on its way; `paused`: there may be more; `caughtUp`: the log still grows; `done`: there is no more. */
  readonly phase: 'idle' | 'asking' | 'paused' | 'caughtUp' | 'done' | 'failed';
  /** The hit that is shown; -1 before there is one. */
  readonly current: number;
  /** Somebody asked for the hit after the last known one. */
  readonly wantsNext: boolean;
  /** The first one at or after this row becomes the current one. */
  readonly fromRow: number;
  readonly error: string | null;
}

export const NO_SEARCH: Search = {
  query: '',
  ignoreCase: true,
  hits: [],
  nextOffset: 0,
  phase: 'idle',
  current: -1,
  wantsNext: false,
  fromRow: 0,
  error: null,
};

export type SearchAction =
  | { type: 'start'; query: string; ignoreCase: boolean; fromRow: number }
  | { type: 'answer'; answer: Answer; asked: number }
  | { type: 'failed'; message: string }
  | { type: 'next' }
  | { type: 'previous' }
  | { type: 'close' };

export function searchReducer(search: Search, action: SearchAction): Search {
  switch (action.type) {
    case 'start':
      return action.query === ''
        ? NO_SEARCH
        : {
            ...NO_SEARCH,
            query: action.query,
            ignoreCase: action.ignoreCase,
            fromRow: action.fromRow,
            phase: 'asking',
          };
    case 'answer':
      return search.phase === 'asking' && action.asked === search.nextOffset
        ? answered(search, action.answer)
        : search;
    case 'failed':
      return search.phase === 'asking'
        ? { ...search, phase: 'failed', wantsNext: false, error: action.message }
        : search;
    case 'next':
      return next(search);
    case 'previous':
      return previous(search);
    case 'close':
      return NO_SEARCH;
  }
}

function answered(search: Search, answer: Answer): Search {
  const hits = [...search.hits, ...answer.hits];
  const read = answer.next_offset - search.nextOffset;
  const atEnd = answer.hits.length < PAGE_HITS && read < MUCH;
  const enough = hits.length >= ENOUGH_HITS && answer.hits.length > 0;
  const phase = answer.is_complete ? 'done' : atEnd ? 'caughtUp' : enough ? 'paused' : 'asking';
  const found: Search = { ...search, hits, nextOffset: answer.next_offset, phase, error: null };
  return settled(found);
}

/** Chooses the current hit as soon as it is known. */
function settled(search: Search): Search {
  const { hits, current, phase } = search;
  const isOver = phase !== 'asking';
  if (search.wantsNext && current + 1 < hits.length)
    return { ...search, current: current + 1, wantsNext: false };
  if (search.wantsNext && isOver) {
    // There was none behind the last one: go round, if the whole log is known.
    return { ...search, current: hits.length > 0 ? 0 : -1, wantsNext: false };
  }
  if (current >= 0 || hits.length === 0) return search;
  const nearest = hits.findIndex((hit) => hit.row >= search.fromRow);
  if (nearest >= 0) return { ...search, current: nearest };
  return isOver ? { ...search, current: hits.length - 1 } : search;
}

function next(search: Search): Search {
  if (search.query === '') return search;
  if (search.current + 1 < search.hits.length) return { ...search, current: search.current + 1 };
  if (search.phase === 'done') return { ...search, current: search.hits.length > 0 ? 0 : -1 };
  return { ...search, phase: 'asking', wantsNext: true, error: null };
}

function previous(search: Search): Search {
  if (search.hits.length === 0) return search;
  return { ...search, current: search.current > 0 ? search.current - 1 : search.hits.length - 1 };
}

/** `3 of 17`, `3 of 1000+`, `No match`, in words. */
export function searchCount(search: Search): string {
  if (search.query === '') return '';
  if (search.phase === 'failed') return search.error ?? 'The search failed.';
  const known = search.hits.length.toLocaleString('en');
  if (search.hits.length === 0) return search.phase === 'asking' ? 'Searching…' : 'No match';
  const open = search.phase === 'asking' || search.phase === 'paused' ? '+' : '';
  return search.current < 0
    ? `${known}${open} found`
    : `${(search.current + 1).toLocaleString('en')} of ${known}${open}`;
}

export interface Mark {
  readonly from: number;
  readonly to: number;
  readonly isCurrent: boolean;
}

/**
 * Where the query stands in a row's shown text. The API finds bytes of the log, the reader sees what a terminal would
 * show; so the places are looked for again here. `nth` is which of the row's hits is the current one, -1 when none is.
 */
export function marksIn(text: string, query: string, ignoreCase: boolean, nth: number): Mark[] {
  if (query === '') return [];
  const where = ignoreCase ? text.toLowerCase() : text;
  const what = ignoreCase ? query.toLowerCase() : query;
  // Where lower case has another length (a dotted capital I, for one) places would be off: better none than wrong ones.
  if (where.length !== text.length) return [];
  const marks: Mark[] = [];
  for (let at = where.indexOf(what); at >= 0; at = where.indexOf(what, at + what.length)) {
    marks.push({ from: at, to: at + what.length, isCurrent: marks.length === nth });
  }
  return marks;
}

/** Which of its row's hits the current one is. */
export function currentInRow(search: Search): { row: number; nth: number } | null {
  const hit = search.hits[search.current];
  if (hit === undefined) return null;
  let nth = 0;
  for (let i = search.current - 1; i >= 0 && search.hits[i]?.row === hit.row; i--) nth++;
  return { row: hit.row, nth };
}
