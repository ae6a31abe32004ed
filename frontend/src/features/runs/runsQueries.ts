import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, data } from '../../api/client';
import { earlier } from './place';
import { filtersOf, statusesOf, type RunsSearch } from './runsSearch';

export const PAGE_SIZE = 50;

const SEEN_MS = 2_000;
const COUNTED_MS = 5_000;
const HIDDEN_MS = 20_000;

/** How often a list asks again: quickly while somebody looks, slowly behind another tab. */
export function pollEvery(visibleMs: number): number {
  return document.hidden ? HIDDEN_MS : visibleMs;
}

const polled = (visibleMs: number) => ({
  refetchInterval: () => pollEvery(visibleMs),
  refetchIntervalInBackground: true,
});

/** A page of the list; with `before` only what was asked for before that moment. */
export const listQuery = (search: RunsSearch, before: string | undefined) =>
  queryOptions({
    queryKey: ['jobs', 'list', search, before ?? null],
    queryFn: () => {
      const filters = filtersOf(search, new Date());
      return data(
        api.GET('/api/runner/jobs', {
          params: {
            query: {
              ...filters,
              created_to: earlier(filters.created_to, before),
              status: statusesOf(search),
              limit: PAGE_SIZE,
              offset: ((search.page ?? 1) - 1) * PAGE_SIZE,
            },
          },
        }),
      );
    },
    placeholderData: keepPreviousData,
    ...polled(SEEN_MS),
  });

/** How many runs there are of each state, with the other filters; with `since` only those asked for from then on. */
export const countsQuery = (search: RunsSearch, since?: string) => {
  const others: RunsSearch = { ...search, status: undefined, page: undefined, until: undefined };
  const isPlain = Object.values(others).every((value) => value === undefined);
  return queryOptions({
    queryKey: ['jobs', 'counts', others, since ?? null],
    queryFn: () =>
      data(
        api.GET('/api/runner/job-counts', {
          params: { query: { ...filtersOf(others, new Date()), ...(since && { created_from: since }) } },
        }),
      ),
    placeholderData: keepPreviousData,
    // Without a filter the figures are ready; with one they are counted, which is not free.
    ...polled(isPlain ? SEEN_MS : COUNTED_MS),
  });
};

/** The newest run of all, asked for once: where a later page of the list is held. */
export const newestQuery = queryOptions({
  queryKey: ['newest'],
  queryFn: () => data(api.GET('/api/runner/jobs', { params: { query: { limit: 1 } } })),
  staleTime: Infinity,
  gcTime: 0,
});

export const peopleQuery = queryOptions({
  queryKey: ['people'],
  queryFn: () => data(api.GET('/api/runner/people')),
  staleTime: 60_000,
});
