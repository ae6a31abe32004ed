import type { Job } from '../../api/jobs';
import type { Repo, Script } from '../../api/scripts';
import { waitingDetail } from '../../ui/waiting';

/** A run with what its row needs to know of its script and repo. */
export interface RunRow {
  job: Job;
  script: Script | undefined;
  /** The script's name for people, or its key when it has left the whitelist. */
  label: string;
  repo: string;
  /** Why it waits or what went wrong, in words. */
  note: string | null;
}

export function runRows(jobs: Job[], scripts: Script[], repos: Repo[]): RunRow[] {
  const byKey = new Map(scripts.map((script) => [script.key, script]));
  const byId = new Map(repos.map((repo) => [repo.id, repo.name]));
  return jobs.map((job) => {
    const script = byKey.get(job.script_key);
    return {
      job,
      script,
      label: script?.label ?? job.script_key,
      repo: byId.get(job.repo_id) ?? 'unknown',
      note: waitingDetail(job) ?? job.error_message,
    };
  });
}
