import { describe, expect, it } from 'vitest';
import { seeded } from '../test/random';
import {
  currentInRow,
  ENOUGH_HITS,
  marksIn,
  NO_SEARCH,
  PAGE_HITS,
  searchCount,
  searchReducer,
  type LogHit,
  type Search,
} from './search';

function hits(count: number, firstRow = 0): LogHit[] {
  return Array.from({ length: count }, (_, i) => ({
    offset: (firstRow + i) * 100,
    length: 5,
    row: firstRow + i,
    line: firstRow + i,
    excerpt: 'error',
  }));
}

function answer(found: LogHit[], next_offset: number, is_complete = false) {
  return { job_id: '0199f2a4-6c1e-7b52-9d3f-1f6f0c2b7a10', hits: found, next_offset, is_complete };
}

function started(fromRow = 0): Search {
  return searchReducer(NO_SEARCH, { type: 'start', query: 'error', ignoreCase: true, fromRow });
}

function answered(search: Search, found: LogHit[], next: number, complete = false): Search {
  return searchReducer(search, {
    type: 'answer',
    answer: answer(found, next, complete),
    asked: search.nextOffset,
  });
}

describe('a search', () => {
  it('asks as soon as there is something to look for', () => {
    expect(started().phase).toBe('asking');
    expect(searchReducer(started(), { type: 'start', query: '', ignoreCase: true, fromRow: 0 })).toBe(
      NO_SEARCH,
    );
  });

  it('shows the first hit at or after where the reader is', () => {
    expect(answered(started(4), hits(10), 1000, true).current).toBe(4);
  });

  it('shows the last one when all are before the reader', () => {
    expect(answered(started(500), hits(10), 1000, true).current).toBe(9);
  });

  it('waits with its choice while nearer hits may come', () => {
    const first = answered(started(300), hits(PAGE_HITS), 20_000);
    expect([first.phase, first.current]).toEqual(['asking', -1]);
    const second = answered(first, hits(PAGE_HITS, 200), 40_000);
    expect(second.current).toBe(300);
  });

  it('goes on through a large log that holds few hits', () => {
    const first = answered(started(), hits(1), 256 * 1024 * 1024);
    expect([first.phase, first.current]).toEqual(['asking', 0]);
    expect(answered(first, [], 300 * 1024 * 1024).phase).toBe('caughtUp');
  });

  it('stops by itself when it has found enough', () => {
    let search = started();
    for (let page = 0; search.phase === 'asking'; page++)
      search = answered(search, hits(PAGE_HITS, page * 200), (page + 1) * 9000);
    expect([search.phase, search.hits.length]).toEqual(['paused', ENOUGH_HITS]);
    expect(searchCount(search)).toBe('1 of 1,000+');
  });

  it('goes on from there when somebody wants the next one', () => {
    let search: Search = { ...answered(started(), hits(3), 900), phase: 'paused', current: 2 };
    search = searchReducer(search, { type: 'next' });
    expect([search.phase, search.wantsNext]).toEqual(['asking', true]);
    search = answered(search, hits(2, 3), 1200);
    expect([search.current, search.wantsNext]).toEqual([3, false]);
  });

  it('goes round at both ends', () => {
    const search = answered(started(), hits(3), 900, true);
    const last = searchReducer(search, { type: 'previous' });
    expect(last.current).toBe(2);
    expect(searchReducer(last, { type: 'next' }).current).toBe(0);
    expect(searchReducer(searchReducer(search, { type: 'next' }), { type: 'previous' }).current).toBe(0);
  });

  it('looks for new hits at the end of a growing log before it goes round', () => {
    let search = answered(started(), hits(1), 900);
    expect(search.phase).toBe('caughtUp');
    search = searchReducer(search, { type: 'next' });
    expect(search.phase).toBe('asking');
    expect(answered(search, [], 950).current).toBe(0);
    expect(answered(search, hits(1, 7), 990).current).toBe(1);
  });

  it('ignores an answer to an earlier question', () => {
    const search = answered(started(), hits(PAGE_HITS), 900);
    const late = searchReducer(search, { type: 'answer', answer: answer(hits(5), 100), asked: 0 });
    expect(late).toBe(search);
    expect(searchReducer(NO_SEARCH, { type: 'answer', answer: answer(hits(5), 100), asked: 0 })).toBe(
      NO_SEARCH,
    );
  });

  it('tells what went wrong, and tries again on demand', () => {
    const failed = searchReducer(started(), { type: 'failed', message: 'The server cannot be reached.' });
    expect(searchCount(failed)).toBe('The server cannot be reached.');
    expect(searchReducer(failed, { type: 'next' }).phase).toBe('asking');
  });

  it('has nothing to go to without hits', () => {
    const none = answered(started(), [], 900, true);
    expect(searchCount(none)).toBe('No match');
    expect(searchReducer(none, { type: 'next' }).current).toBe(-1);
    expect(searchReducer(none, { type: 'previous' }).current).toBe(-1);
  });

  it('ends when it is closed', () => {
    expect(searchReducer(answered(started(), hits(3), 900), { type: 'close' })).toBe(NO_SEARCH);
  });

  it('says so while it looks', () => {
    expect(searchCount(started())).toBe('Searching…');
    expect(searchCount(NO_SEARCH)).toBe('');
  });

  it('never points past its hits, whatever is pressed', () => {
    const random = seeded(11);
    let search = started();
    for (let i = 0; i < 3000; i++) {
      const what = random(6);
      if (what === 0) search = searchReducer(search, { type: 'next' });
      else if (what === 1) search = searchReducer(search, { type: 'previous' });
      else if (what === 2) search = searchReducer(search, { type: 'failed', message: 'no' });
      else if (what === 3 && random(20) === 0) search = started(random(50));
      else search = answered(search, hits(random(3), i), search.nextOffset + random(200), random(30) === 0);
      expect(search.current).toBeLessThan(Math.max(1, search.hits.length));
      expect(search.current).toBeGreaterThanOrEqual(-1);
    }
  });
});

describe('marks in a row', () => {
  it('finds every place, the current one among them', () => {
    expect(marksIn('Error: an error', 'error', true, 1)).toEqual([
      { from: 0, to: 5, isCurrent: false },
      { from: 10, to: 15, isCurrent: true },
    ]);
  });

  it('minds the case when asked to', () => {
    expect(marksIn('Error: an error', 'error', false, -1)).toEqual([{ from: 10, to: 15, isCurrent: false }]);
  });

  it('takes the query literally', () => {
    expect(marksIn('a.c abc', 'a.c', true, -1)).toHaveLength(1);
    expect(marksIn('aaaa', 'aa', true, -1)).toHaveLength(2);
    expect(marksIn('x', '', true, -1)).toEqual([]);
  });

  it('marks nothing rather than the wrong place', () => {
    expect(marksIn('İ error', 'error', true, 0)).toEqual([]);
  });

  it('tells which hit of its row the current one is', () => {
    const row = hits(1, 4)[0];
    if (row === undefined) throw new Error('no hit');
    const search = { ...started(), hits: [...hits(1, 2), row, row, row], current: 2 };
    expect(currentInRow(search)).toEqual({ row: 4, nth: 1 });
    expect(currentInRow(NO_SEARCH)).toBeNull();
  });
});
