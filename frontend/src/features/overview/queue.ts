import type { Job } from '../../api/jobs';

/** What is under way, the longest first. */
export function underWay(jobs: Job[]): Job[] {
  return jobs
    .filter((job) => job.status === 'running' || job.status === 'cancel_requested')
    .sort((a, b) => (a.started_at ?? '').localeCompare(b.started_at ?? ''));
}

const LAST = Number.MAX_SAFE_INTEGER;

/** What waits, the next to start first; those that could not start now come last, the soonest first. */
export function waiting(jobs: Job[]): Job[] {
  return jobs
    .filter((job) => job.status === 'queued')
    .sort(
      (a, b) =>
        (a.waiting?.position ?? LAST) - (b.waiting?.position ?? LAST) ||
        a.available_at.localeCompare(b.available_at),
    );
}

/** How far along a run probably is, judged by what its script usually takes; null when nothing is known. */
export function progress(startedAt: string | null, usualSeconds: number | null, now: Date): number | null {
  if (startedAt === null || usualSeconds === null || usualSeconds <= 0) return null;
  const share = (now.getTime() - Date.parse(startedAt)) / 1000 / usualSeconds;
  return Math.min(1, Math.max(0, share));
}
