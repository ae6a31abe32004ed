import createClient from 'openapi-fetch';
import { ApiError, errorOf, noAnswer } from './errors';
import type { components, paths } from './schema.gen';
import { session } from './session';

export type Schemas = components['schemas'];

/** Sends with the session's token, and once more with a new one when that was refused. */
async function withSession(request: Request): Promise<Response> {
  const again = request.clone();
  const token = await session.token();
  const answer = await fetchOrTell(authorised(request, token));
  if (answer.status !== 401 || token === null) {
    if (answer.status === 401) session.ended();
    return answer;
  }
  const newer = await session.replace(token);
  if (newer === null) return answer;
  const second = await fetchOrTell(authorised(again, newer));
  // Refused with a token that was made a moment ago: asking for yet another would go on for ever.
  if (second.status === 401) session.ended();
  return second;
}

function authorised(request: Request, token: string | null): Request {
  if (token !== null) request.headers.set('Authorization', `Bearer ${token}`);
  return request;
}

async function fetchOrTell(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (e) {
    // An aborted request is nobody's problem; its caller left.
    if (request.signal.aborted) throw e;
    throw noAnswer();
  }
}

/** The API, typed by its document. Use {@link data} to get the answer or a thrown {@link ApiError}. */
export const api = createClient<paths>({ baseUrl: globalThis.location.origin, fetch: withSession });

interface Answer<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

/** The body of a good answer; anything else is thrown as an {@link ApiError}. */
export async function data<T>(answer: Promise<Answer<T>>): Promise<T> {
  const { data: body, error, response } = await answer;
  if (!response.ok) throw errorOf(response, error);
  return body as T;
}

/** The same for answers without a body. */
export async function done(answer: Promise<Answer<unknown>>): Promise<void> {
  const { error, response } = await answer;
  if (!response.ok) throw errorOf(response, error);
}

/** Retries are for queries whose answer may come the next time; a refusal stays one. */
export function worthAnotherTry(failures: number, error: unknown): boolean {
  return failures < 2 && error instanceof ApiError && error.isPassing;
}
