import type { Job } from '../../api/jobs';

/**
 * The moment that separates what a reader has seen from what came later: just after the newest run. The API knows
 * microseconds, a browser's date milliseconds, so it is the start of the next one.
 */
export function after(newest: Pick<Job, 'created_at'>): string {
  return new Date(Math.floor(Date.parse(newest.created_at)) + 1).toISOString();
}

/** The earlier of two moments, where either may be missing. */
export function earlier(a: string | undefined, b: string | undefined): string | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return Date.parse(a) < Date.parse(b) ? a : b;
}

/** Since when a run waited: since it could have started, unless that was put off after its first start. */
export function waitedSince(job: Job): string {
  if (job.started_at !== null && Date.parse(job.available_at) > Date.parse(job.started_at))
    return job.created_at;
  return job.available_at;
}
