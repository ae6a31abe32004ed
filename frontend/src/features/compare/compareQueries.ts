import { queryOptions } from '@tanstack/react-query';
import { api, data } from '../../api/client';
import { loadLog } from './loadLog';
import { runDiff } from './runDiff';
import type { DiffOptions } from './logDiff';

/** Recent runs to choose from, of one script or of all. */
export const recentRunsQuery = (scriptKey: string | undefined, text: string) =>
  queryOptions({
    queryKey: ['jobs', 'recent', scriptKey, text],
    queryFn: () => {
      const query = {
        limit: 20,
        ...(scriptKey !== undefined && { script_key: scriptKey }),
        ...(text !== '' && { q: text }),
      };
      return data(api.GET('/api/runner/jobs', { params: { query } }));
    },
    placeholderData: (before) => before,
  });

/** What is kept of the two logs is large: it goes soon after the page was left. */
const KEPT_MS = 30_000;

const logQuery = (jobId: string, fromEnd: boolean) =>
  queryOptions({
    queryKey: ['comparedLog', jobId, fromEnd],
    queryFn: ({ signal }) => loadLog(jobId, fromEnd, signal),
    staleTime: Infinity,
    gcTime: KEPT_MS,
  });

/** The two logs and how they differ. */
export const comparisonQuery = (a: string, b: string, fromEnd: boolean, options: DiffOptions) =>
  queryOptions({
    queryKey: ['comparison', a, b, fromEnd, options],
    queryFn: async ({ client, signal }) => {
      const [left, right] = await Promise.all([
        client.fetchQuery(logQuery(a, fromEnd)),
        client.fetchQuery(logQuery(b, fromEnd)),
      ]);
      return { left, right, rows: await runDiff(left.lines, right.lines, options, signal) };
    },
    staleTime: Infinity,
    gcTime: KEPT_MS,
    placeholderData: (before) => before,
  });
