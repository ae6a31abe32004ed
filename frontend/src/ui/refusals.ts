import { ApiError } from '../api/errors';

export interface Refusal {
  title: string;
  text: string;
}

/** Why a run could not be started, stopped or started again, and what to do about it. The API's own words come first. */
const ADVICE: Partial<Record<ApiError['code'], { title: string; advice: string }>> = {
  queue_full: {
    title: 'The queue is full',
    advice: 'Wait until some runs have ended, or cancel some that wait, and try again.',
  },
  user_queue_full: {
    title: 'You have too many runs waiting',
    advice: 'Wait until some of yours have started, or cancel some, and try again.',
  },
  runner_busy: {
    title: 'All slots are taken',
    advice: 'There is no queue here: try again when a run has ended.',
  },
  runner_disabled: {
    title: 'No runs are taken just now',
    advice: 'Whoever runs this installation has paused it. What runs already goes on.',
  },
  repo_disabled: {
    title: 'The repo is disabled',
    advice: 'Choose another one, or ask an administrator to enable it.',
  },
  repo_not_allowed: {
    title: 'The repo is not allowed',
    advice: 'Its folder has to be on the allowlist (RUNNER_ALLOWED_REPO_PATHS); ask an administrator.',
  },
  idempotency_key_reused_with_different_payload: {
    title: 'This form was sent before with other values',
    advice: 'Reload the page and start the run once more.',
  },
  job_still_active: {
    title: 'It has not ended yet',
    advice: 'It can be run again once it has.',
  },
  job_already_finished: {
    title: 'It has ended already',
    advice: 'There is nothing left to cancel.',
  },
  validation_failed: {
    title: 'Something is not as it must be',
    advice: '',
  },
  database_unavailable: {
    title: 'The database cannot be reached',
    advice: 'Usually that passes by itself. Trying again will not start it twice.',
  },
  no_answer: {
    title: 'No answer came',
    advice: 'It may have arrived all the same. Trying again will not start it twice.',
  },
  administrator_required: {
    title: 'Only an administrator may do this',
    advice: '',
  },
};

export function explainRefusal(error: unknown): Refusal {
  if (!(error instanceof ApiError))
    return { title: 'That did not work', text: 'Something went wrong here. Try again.' };
  const known = ADVICE[error.code];
  const wait = error.retryAfter === null ? '' : `Try again in about ${error.retryAfter} s.`;
  // The key is no sentence; its advice says it all.
  const own = error.code === 'idempotency_key_reused_with_different_payload' ? '' : ownWords(error);
  return {
    title: known?.title ?? 'That did not work',
    text: [own, known?.advice ?? '', wait].filter((part) => part !== '').join(' '),
  };
}

function ownWords(error: ApiError): string {
  return error.code === 'no_answer' ? 'The server could not be reached.' : error.message;
}
