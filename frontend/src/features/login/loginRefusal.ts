import { ApiError } from '../../api/errors';

export interface LoginRefusal {
  title: string;
  text: string;
  /** Seconds before another try makes sense. */
  wait: number | null;
  /** Whether the person can do something about it by typing again. */
  isMistake: boolean;
}

interface Words {
  title: string;
  text: string;
  isMistake?: boolean;
}

const WORDS: Partial<Record<ApiError['code'], Words>> = {
  invalid_credentials: {
    title: 'Wrong username or password',
    text: 'Check both and try again. An administrator can give you a new password.',
    isMistake: true,
  },
  too_many_attempts: {
    title: 'Too many failed attempts',
    text: 'To keep guessers out, logging in is paused for a while.',
  },
  login_busy: {
    title: 'Many people are logging in just now',
    text: 'Nothing is wrong with what you typed. Try again in a moment.',
  },
  login_disabled: {
    title: 'This installation has no passwords of its own',
    text: 'People come in through the identity provider here. Ask whoever runs it how to get in.',
  },
  no_answer: {
    title: 'The server cannot be reached',
    text: 'Check your connection, then try again.',
  },
  validation_failed: {
    title: 'Something is missing',
    text: 'Give your username and your password.',
    isMistake: true,
  },
};

/** Why nobody was let in, and what to do about it. */
export function loginRefusal(error: unknown): LoginRefusal {
  if (!(error instanceof ApiError)) {
    return {
      title: 'That did not work',
      text: 'Something went wrong. Try again.',
      wait: null,
      isMistake: false,
    };
  }
  const words = WORDS[error.code] ?? {
    title: error.isPassing ? 'The server does not answer just now' : 'That did not work',
    text: error.message,
  };
  return { isMistake: false, ...words, wait: error.retryAfter };
}
