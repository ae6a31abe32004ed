import type { Schemas } from '../../api/client';
import { formatDuration } from '../../ui/time';
import type { JobStatus } from '../../ui/status';

type Waiting = Schemas['Waiting'];

/** What a tab shows before the script's name. */
export const TAB_SIGN = {
  queued: '○',
  running: '▶',
  cancel_requested: '■',
  success: '✓',
  failed: '✗',
  canceled: '■',
  timeout: '✗',
} satisfies Record<JobStatus, string>;

/** The dot on the tab's picture; null for a run that has not begun. */
export const TAB_DOT = {
  queued: '#868e96',
  running: '#1c7ed6',
  cancel_requested: '#f76707',
  success: '#2f9e44',
  failed: '#e03131',
  canceled: '#868e96',
  timeout: '#e03131',
} satisfies Record<JobStatus, string>;

/** What to do about a run that waits; the API says why it does. */
const WAITING_ADVICE = {
  queue_position: 'It starts by itself when those ahead of it have.',
  concurrency_limit: 'It starts as soon as a running one ends. Cancel one that is not needed to make room.',
  script_limit: 'It starts when another run of this script ends.',
  no_active_worker:
    'Nothing starts until a worker is up: see the workers page, or tell whoever runs this installation.',
  not_before: 'There is nothing to do until then.',
  worker_refusing: 'Nothing starts until that is put right: see the workers page for what is wrong.',
} satisfies Record<Schemas['WaitingReason'], string>;

export function waitingWords(waiting: Waiting): { advice: string; isStuck: boolean } {
  return {
    advice: WAITING_ADVICE[waiting.reason],
    isStuck: waiting.reason === 'no_active_worker' || waiting.reason === 'worker_refusing',
  };
}

const SIGNALS: Record<number, string> = {
  1: 'SIGHUP',
  2: 'SIGINT',
  3: 'SIGQUIT',
  4: 'SIGILL',
  6: 'SIGABRT',
  8: 'SIGFPE',
  9: 'SIGKILL',
  11: 'SIGSEGV',
  13: 'SIGPIPE',
  14: 'SIGALRM',
  15: 'SIGTERM',
};

/** `0`, `2`, `143, ended by SIGTERM`. */
export function exitWords(code: number): string {
  const signal = SIGNALS[code - 128];
  return signal === undefined ? String(code) : `${code}, ended by ${signal}`;
}

/** How long the script is given after SIGTERM. */
const GRACE_MS = 10_000;

/** How far stopping has come, by the time since it was asked for. */
export function stopWords(sinceMs: number): string {
  const ago = `Asked to stop ${formatDuration(sinceMs)} ago.`;
  return sinceMs < GRACE_MS
    ? `${ago} SIGTERM was sent; SIGKILL follows after 10 s.`
    : `${ago} The 10 s after SIGTERM are over: SIGKILL ends whatever is left.`;
}

export interface EventWords {
  title: string;
  tone: 'neutral' | 'good' | 'bad' | 'warning';
}

/** What happened, in words; a type that this version does not know is shown by its message alone. */
const EVENTS: Record<string, EventWords> = {
  job_created: { title: 'Asked for', tone: 'neutral' },
  job_started: { title: 'Started', tone: 'neutral' },
  job_claimed: { title: 'Taken by a worker', tone: 'neutral' },
  job_cancel_requested: { title: 'Asked to stop', tone: 'warning' },
  job_canceled: { title: 'Canceled', tone: 'neutral' },
  job_succeeded: { title: 'Succeeded', tone: 'good' },
  job_failed: { title: 'Failed', tone: 'bad' },
  job_timeout: { title: 'Took too long', tone: 'bad' },
  job_adopted: { title: 'Taken over by another worker', tone: 'warning' },
  attempt_left_alone: { title: 'Started by a newer version, left alone', tone: 'warning' },
  job_requeued: { title: 'Put back into the queue', tone: 'warning' },
  attempt_lost: { title: 'The attempt was lost', tone: 'warning' },
  recovered_after_crash: { title: 'Lost when its worker died', tone: 'bad' },
  heartbeat_stale_recovered: { title: 'Lost when its worker fell silent', tone: 'bad' },
};

export function eventWords(type: string): EventWords | null {
  return EVENTS[type] ?? null;
}

/**
 * How full the bar of a running script is, 0 to 1: in proportion to the usual time at first, then ever slower, never
 * full. It is a feeling, not a promise.
 */
export function progressFeel(elapsedMs: number, usualMs: number): number {
  const share = Math.max(0, elapsedMs) / Math.max(1, usualMs);
  const steady = 0.8;
  if (share <= steady) return share;
  return steady + 0.18 * (1 - Math.exp(-(share - steady)));
}

export function usualWords(elapsedMs: number, usualMs: number): string {
  const usual = `usually ${formatDuration(usualMs)}`;
  return elapsedMs > usualMs * 1.5 ? `${usual}, longer this time` : usual;
}
