import type { Schemas } from '../api/client';

type Job = Schemas['Job'];
type Script = Schemas['Script'];

/** The moment at which all runs of the tests were asked for. */
export const ASKED = '2026-11-18T11:00:00Z';

const JOB: Job = {
  id: '0199f2a4-6c1e-7b52-9d3f-1f6f0c2b7a10',
  repo_id: '0199f0b1-3d4a-7e0c-b6a1-90c2f4e8d713',
  script_key: 'nb.stage',
  args: { retries: 3, leaf_progress: false },
  status: 'queued',
  requested_by: 'ada',
  created_at: ASKED,
  started_at: null,
  finished_at: null,
  exit_code: null,
  error_message: null,
  idempotency_key: null,
  queue: 'default',
  priority: 0,
  attempts: 0,
  max_attempts: 1,
  available_at: ASKED,
  timeout_seconds: 3600,
  provider: 'workspace',
  retry_of: null,
  waiting: null,
};

/** A run, told by its state: `aJob().running()`. What differs otherwise is given to `aJob`. */
export function aJob(own: Partial<Job> = {}) {
  const made: Job = { ...JOB, ...own };
  const started = { started_at: '2026-11-18T11:00:30Z', attempts: 1 };
  const finished = { ...started, finished_at: '2026-11-18T11:01:35Z' };
  return {
    queued: (detail = 'Number 2 in the queue.'): Job => ({
      ...made,
      waiting: { reason: 'queue_position', position: 2, detail },
    }),
    running: (): Job => ({ ...made, ...started, status: 'running' }),
    canceling: (): Job => ({ ...made, ...started, status: 'cancel_requested' }),
    success: (): Job => ({ ...made, ...finished, status: 'success', exit_code: 0 }),
    failed: (code = 1): Job => ({
      ...made,
      ...finished,
      status: 'failed',
      exit_code: code,
      error_message: `The script ended with exit code ${code}.`,
    }),
    canceled: (): Job => ({ ...made, finished_at: '2026-11-18T11:00:10Z', status: 'canceled' }),
    timedOut: (): Job => ({
      ...made,
      ...finished,
      status: 'timeout',
      exit_code: 143,
      error_message: 'It took longer than 60 seconds.',
    }),
  };
}

export function jobDetail(job: Job): Schemas['JobDetail'] {
  return { ...job, events: [], attempt_history: [] };
}

export function anIntArgument(own: Partial<Schemas['IntArgument']> = {}): Schemas['IntArgument'] {
  return {
    name: 'retries',
    type: 'int',
    label: 'Retries',
    help: 'How often a step is tried.',
    required: false,
    default: 3,
    allowed: 'a whole number from 1 to 10',
    min: 1,
    max: 10,
    ...own,
  };
}

export function aBoolArgument(own: Partial<Schemas['BoolArgument']> = {}): Schemas['BoolArgument'] {
  return {
    name: 'leaf_progress',
    type: 'bool',
    label: 'Leaf progress',
    help: null,
    required: false,
    default: false,
    allowed: 'true or false',
    ...own,
  };
}

export function anEnumArgument(own: Partial<Schemas['EnumArgument']> = {}): Schemas['EnumArgument'] {
  return {
    name: 'format',
    type: 'enum',
    label: 'Format',
    help: null,
    required: false,
    default: 'html',
    allowed: 'one of html, pdf',
    values: ['html', 'pdf'],
    ...own,
  };
}

export function aTextArgument(own: Partial<Schemas['TextArgument']> = {}): Schemas['TextArgument'] {
  return {
    name: 'tag',
    type: 'text',
    label: 'Tag',
    help: null,
    required: false,
    default: null,
    allowed: 'text of 1 to 40 characters on one line',
    min_length: 1,
    max_length: 40,
    ...own,
  };
}

export function aScript(own: Partial<Script> = {}): Script {
  return {
    key: 'nb.stage',
    label: 'NB stage',
    description: 'Runs the NB stage alone.',
    group: 'Stages',
    arguments: [anIntArgument(), aBoolArgument()],
    timeout_seconds: 3600,
    concurrency_limit: null,
    max_attempts: 1,
    provider: 'workspace',
    queue: 'default',
    ...own,
  };
}

export function aRepo(own: Partial<Schemas['Repo']> = {}): Schemas['Repo'] {
  return {
    id: JOB.repo_id,
    name: 'workspace',
    source_type: 'local_path',
    path_or_url: '/srv/workspace',
    branch: null,
    default_workdir: null,
    enabled: true,
    last_synced_at: null,
    created_at: '2026-11-01T08:00:00Z',
    updated_at: '2026-11-01T08:00:00Z',
    ...own,
  };
}

export function aUser(own: Partial<Schemas['User']> = {}): Schemas['User'] {
  return {
    id: '3f0b6c55-2d0e-4c1c-8f7c-0a3f5d1b9e42',
    username: 'grace',
    administrator: false,
    disabled_at: null,
    created_at: '2026-11-01T08:00:00Z',
    password_changed_at: '2026-11-01T08:00:00Z',
    ...own,
  };
}

export function aToken(own: Partial<Schemas['ApiToken']> = {}): Schemas['ApiToken'] {
  return {
    id: '6d0f6a0e-8a53-4b0c-9a59-2f0b7c0f6e11',
    name: 'nightly build',
    created_at: '2026-11-01T08:00:00Z',
    expires_at: null,
    last_used_at: null,
    ...own,
  };
}
