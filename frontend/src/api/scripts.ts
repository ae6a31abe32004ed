import { queryOptions } from '@tanstack/react-query';
import { api, data, type Schemas } from './client';

export type Script = Schemas['Script'];
export type Repo = Schemas['Repo'];

/** The whitelist changes only when the API is restarted. */
const RARELY = 5 * 60_000;

export const scriptsQuery = queryOptions({
  queryKey: ['scripts'],
  queryFn: () => data(api.GET('/api/runner/scripts')),
  staleTime: RARELY,
});

export const reposQuery = queryOptions({
  queryKey: ['repos'],
  queryFn: () => data(api.GET('/api/runner/repos')),
  staleTime: RARELY,
});
