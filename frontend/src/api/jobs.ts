import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { api, data, type Schemas } from './client';

export type Job = Schemas['Job'];
export type JobDetail = Schemas['JobDetail'];
export type JobStatus = Schemas['JobStatus'];

/** How often a run that still moves is asked for. */
const MOVING_MS = 1_000;

export const jobQuery = (jobId: string) =>
  queryOptions({
    queryKey: ['jobs', 'one', jobId],
    queryFn: () => data(api.GET('/api/runner/jobs/{job_id}', { params: { path: { job_id: jobId } } })),
    refetchInterval: (query) => {
      const status = query.state.data?.status;
      return status === 'queued' || status === 'running' || status === 'cancel_requested' ? MOVING_MS : false;
    },
  });

export function cancelJob(jobId: string): Promise<Job> {
  return data(api.POST('/api/runner/jobs/{job_id}/cancel', { params: { path: { job_id: jobId } } }));
}

/** The same script with the same arguments again; `key` makes a second press the same request. */
export function retryJob(jobId: string, key: string): Promise<Job> {
  return data(
    api.POST('/api/runner/jobs/{job_id}/retry', {
      params: { path: { job_id: jobId }, header: { 'Idempotency-Key': key } },
    }),
  );
}

/** After anything that changes runs: whatever shows some asks again. */
export function jobsChanged(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: ['jobs'] });
}
