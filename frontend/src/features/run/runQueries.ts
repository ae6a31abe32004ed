import { queryOptions } from '@tanstack/react-query';
import { api, data } from '../../api/client';
import { jobQuery, type Job } from '../../api/jobs';
import { isActive } from '../../ui/status';

const VISIBLE_MS = 1_000;
const HIDDEN_MS = 5_000;

/** A run, asked for also while nobody looks: the tab's title and sign are for those who look elsewhere. */
export const watchedJobQuery = (jobId: string) => {
  const { queryKey, queryFn } = jobQuery(jobId);
  return queryOptions({
    queryKey,
    queryFn,
    refetchInterval: (query) => {
      const status = query.state.data?.status;
      if (status === undefined || !isActive(status)) return false;
      return document.hidden ? HIDDEN_MS : VISIBLE_MS;
    },
    refetchIntervalInBackground: true,
  });
};

/** How long half of the script's runs took lately, in seconds; null when nobody knows. */
export const usualDurationQuery = (scriptKey: string) =>
  queryOptions({
    queryKey: ['stats', 'usual', scriptKey],
    queryFn: async () => {
      const query = { range: '7d', script_key: scriptKey } as const;
      const stats = await data(api.GET('/api/runner/stats', { params: { query } }));
      return stats.scripts.find((script) => script.script_key === scriptKey)?.duration_p50 ?? null;
    },
    staleTime: 5 * 60_000,
    // A nicety: the page is complete without it.
    retry: false,
  });

/** The run of the same script before this one; null when this was the first. */
export const previousRunQuery = (job: Job | undefined) =>
  queryOptions({
    queryKey: ['jobs', 'before', job?.id],
    queryFn: async () => {
      if (job === undefined) return null;
      const query = { script_key: job.script_key, created_to: job.created_at, limit: 2 };
      const list = await data(api.GET('/api/runner/jobs', { params: { query } }));
      return list.items.find((other) => other.id !== job.id) ?? null;
    },
    enabled: job !== undefined,
    staleTime: Infinity,
  });
