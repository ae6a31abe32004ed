import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, data, type Schemas } from '../../api/client';
import type { Range } from './overviewSearch';

export type Stats = Schemas['Stats'];
export type StatsBucket = Schemas['StatsBucket'];
export type ScriptStats = Schemas['ScriptStats'];

/** Figures over time change slowly; what runs now does not. */
const FIGURES_MS = 10_000;
const ACTIVE_MS = 3_000;

/** The API lets no more be active at once, and gives no more in one page. */
const MOST_ACTIVE = 200;

export const statsQuery = (range: Range) =>
  queryOptions({
    queryKey: ['jobs', 'stats', range],
    queryFn: () => data(api.GET('/api/runner/stats', { params: { query: { range } } })),
    refetchInterval: FIGURES_MS,
    // Another range replaces the figures in place instead of emptying the page first.
    placeholderData: keepPreviousData,
  });

export const activeQuery = queryOptions({
  queryKey: ['jobs', 'active'],
  queryFn: () =>
    data(
      api.GET('/api/runner/jobs', {
        params: { query: { status: ['queued', 'running', 'cancel_requested'], limit: MOST_ACTIVE } },
      }),
    ),
  refetchInterval: ACTIVE_MS,
});
