import { queryOptions } from '@tanstack/react-query';
import { api, data, type Schemas } from './client';

export type Diagnostics = Schemas['Diagnostics'];
export type DiagnosticsProblem = Schemas['DiagnosticsProblem'];
export type Worker = Schemas['Worker'];

/** How the installation is doing, as the database tells: every replica answers the same. */
export const diagnosticsQuery = queryOptions({
  queryKey: ['diagnostics'],
  queryFn: () => data(api.GET('/api/runner/diagnostics')),
  refetchInterval: 5_000,
});
