import { sql } from './sql';

/** Sets a finished run back by a while, as if it had been then. */
export function longAgo(database: string, jobId: string, interval: string): Promise<void> {
  const moved = ['created_at', 'available_at', 'started_at', 'finished_at']
    .map((column) => `${column} = ${column} - interval '${interval}'`)
    .join(', ');
  return sql(database, `UPDATE runner_jobs SET ${moved} WHERE id = '${jobId}'`);
}

/**
 * Copies every finished run over the last day, with waits and durations as they are in an ordinary installation: busier by
 * day than by night. A suite of minutes has no history of its own, and charts of nothing show nothing.
 */
export function aDayOfRuns(database: string, copies: number): Promise<void> {
  return sql(
    database,
    `SELECT setseed(0.4);
     INSERT INTO runner_jobs
     SELECT (jsonb_populate_record(job, jsonb_build_object(
         'id', gen_random_uuid(), 'created_at', began, 'available_at', began,
         'started_at', began + waits, 'finished_at', began + waits + takes, 'idempotency_key', null))).*
     FROM (
         SELECT job,
                now() - interval '23 hours' * (0.05 + 0.95 * (0.5 + 0.5 * sin(6 * random())) * random()) AS began,
                interval '1 second' * (0.2 + 4 * random() ^ 3) AS waits,
                interval '1 second' * (4 + length(job.script_key) * (0.6 + random())) AS takes
         FROM runner_jobs job, generate_series(1, ${copies}) copy
         WHERE job.finished_at IS NOT NULL AND job.started_at IS NOT NULL
     ) runs`,
  );
}
