import type { components } from './schema.gen';

type Problem = components['schemas']['Problem'];
export type ProblemCode = components['schemas']['ProblemCode'];

/** What a field of a request was refused for. */
export interface FieldProblem {
  field: string;
  message: string;
  allowed?: string | null;
}

/**
 * A refusal by the API, or no answer at all (`status` 0). `message` is for people as it is; decide by `code`, never by
 * the text.
 */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: ProblemCode | 'no_answer' | 'unknown',
    message: string,
    readonly fields: FieldProblem[] = [],
    /** Seconds to wait before trying again, when the API said so. */
    readonly retryAfter: number | null = null,
  ) {
    super(message);
    this.name = 'ApiError';
  }

  /** Whether the same request may succeed if it is simply sent again. */
  get isPassing(): boolean {
    return this.status === 0 || this.status === 502 || this.status === 503 || this.status === 504;
  }
}

export function noAnswer(): ApiError {
  return new ApiError(
    0,
    'no_answer',
    'The server cannot be reached. Check your connection; this page keeps trying.',
  );
}

export function isProblem(value: unknown): value is Problem {
  return typeof value === 'object' && value !== null && 'code' in value && 'detail' in value;
}

/** The error an answer stands for, whatever a proxy on the way made of it. */
export function errorOf(response: Response, body: unknown): ApiError {
  const retryAfter = Number(response.headers.get('Retry-After') ?? NaN);
  const wait = Number.isFinite(retryAfter) ? retryAfter : null;
  if (isProblem(body)) {
    return new ApiError(response.status, body.code, body.detail, body.errors ?? [], wait);
  }
  const detail =
    response.status === 502 || response.status === 504
      ? 'The server does not answer just now. This page keeps trying.'
      : `The server answered with an error (${response.status}).`;
  return new ApiError(response.status, 'unknown', detail, [], wait);
}
