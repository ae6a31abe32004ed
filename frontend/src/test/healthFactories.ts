import type { Schemas } from '../api/client';

// What the API tells about itself, with fixed values: a test names only what it is about.

export const NOW = '2026-11-18T12:00:00Z';

/** The whole range of an hour in thirty buckets, in which nothing happened unless told. */
export function stats(
  buckets: Partial<Schemas['StatsBucket']>[] = [],
  scripts: Schemas['ScriptStats'][] = [],
): Schemas['Stats'] {
  const from = Date.parse('2026-11-18T11:02:00Z');
  const all = Array.from({ length: 30 }, (_, i) => ({
    start: new Date(from + i * 120_000).toISOString(),
    created: 0,
    success: 0,
    failed: 0,
    canceled: 0,
    timeout: 0,
    wait_seconds: null,
    duration_seconds: null,
    ...buckets[i],
  }));
  const sum = (name: 'created' | 'success' | 'failed' | 'canceled' | 'timeout') =>
    all.reduce((total, bucket) => total + bucket[name], 0);
  const judged = sum('success') + sum('failed') + sum('timeout');
  return {
    range: '1h',
    from: new Date(from).toISOString(),
    to: NOW,
    bucket_seconds: 120,
    totals: {
      created: sum('created'),
      finished: judged + sum('canceled'),
      success: sum('success'),
      failed: sum('failed'),
      canceled: sum('canceled'),
      timeout: sum('timeout'),
      failure_rate: judged === 0 ? null : (sum('failed') + sum('timeout')) / judged,
      wait_seconds: judged === 0 ? null : 1.5,
      duration_seconds: judged === 0 ? null : 12,
    },
    buckets: all,
    scripts,
  };
}

export function scriptStats(
  key: string,
  values: Partial<Schemas['ScriptStats']> = {},
): Schemas['ScriptStats'] {
  return {
    script_key: key,
    finished: 10,
    success: 10,
    failed: 0,
    canceled: 0,
    timeout: 0,
    failure_rate: 0,
    duration_p50: 8,
    duration_p95: 14,
    duration_max: 20,
    wait_seconds: 0.5,
    last_finished_at: '2026-11-18T11:58:00Z',
    trend: [7, null, 8, 9],
    ...values,
  };
}

/** A worker in good order that holds the launcher lock. */
export function worker(id: string, values: Partial<Schemas['Worker']> = {}): Schemas['Worker'] {
  return {
    id,
    host: 'build-1',
    version: '1.0.0',
    mode: 'exclusive',
    capacity: 4,
    queues: ['default'],
    refusing_reason: null,
    started_at: '2026-11-18T08:00:00Z',
    last_seen_at: '2026-11-18T11:59:50Z',
    stopped_at: null,
    alive: true,
    running: 1,
    launcher: true,
    disk_free_bytes: 40_000_000_000,
    disk_total_bytes: 100_000_000_000,
    disk_floor_bytes: 268_435_456,
    ...values,
  };
}

/** An installation in good order with the workers given. */
export function diagnostics(values: Partial<Schemas['Diagnostics']> = {}): Schemas['Diagnostics'] {
  return {
    api_version: '1.0.0',
    schema_version: '9',
    launcher_lock: { held: true, worker_id: 'w-1' },
    workers: [worker('w-1')],
    queue_depth: {
      queued: 0,
      running: 1,
      cancel_requested: 0,
      success: 1200,
      failed: 30,
      canceled: 4,
      timeout: 1,
    },
    oldest_waiting: null,
    database_time: NOW,
    problems: [],
    ...values,
  };
}

/** A run that waits as the first in line. */
export function queuedJob(id: string, values: Partial<Schemas['Job']> = {}): Schemas['Job'] {
  return {
    id,
    repo_id: '0199f0b1-3d4a-7e0c-b6a1-90c2f4e8d713',
    script_key: 'nb.stage',
    args: { retries: 3 },
    status: 'queued',
    requested_by: 'ada',
    created_at: '2026-11-18T11:59:00Z',
    started_at: null,
    finished_at: null,
    exit_code: null,
    error_message: null,
    idempotency_key: null,
    queue: 'default',
    priority: 0,
    attempts: 0,
    max_attempts: 1,
    available_at: '2026-11-18T11:59:00Z',
    timeout_seconds: 3600,
    provider: 'workspace',
    retry_of: null,
    waiting: { reason: 'queue_position', position: 1, detail: 'First in line.' },
    ...values,
  };
}

export function runningJob(id: string, values: Partial<Schemas['Job']> = {}): Schemas['Job'] {
  return queuedJob(id, {
    status: 'running',
    started_at: '2026-11-18T11:59:30Z',
    attempts: 1,
    waiting: null,
    ...values,
  });
}
