import { http, HttpResponse, type RequestHandler } from 'msw';
import { setupServer, type SetupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll } from 'vitest';
import type { Schemas } from '../api/client';

export const ORIGIN = 'http://runner.test';

/** An API at the HTTP boundary for the tests of one file; what a test adds is gone after it. */
export function fakeApi(...handlers: RequestHandler[]): SetupServer {
  const server = setupServer(...handlers);
  beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
  afterEach(() => server.resetHandlers());
  afterAll(() => server.close());
  return server;
}

/** An answer as the API gives it when it refuses. */
export function problem(
  status: number,
  code: Schemas['ProblemCode'],
  detail: string,
  more: { errors?: Schemas['FieldProblem'][]; retryAfter?: number } = {},
) {
  const body: Schemas['Problem'] = {
    type: 'about:blank',
    title: 'Problem',
    status,
    code,
    detail,
    ...(more.errors && { errors: more.errors }),
  };
  return HttpResponse.json(body, {
    status,
    headers: {
      'Content-Type': 'application/problem+json',
      ...(more.retryAfter !== undefined && { 'Retry-After': String(more.retryAfter) }),
    },
  });
}

export function accessToken(token = 'token-1', username = 'ada'): Schemas['AccessToken'] {
  return { access_token: token, token_type: 'Bearer', expires_in: 900, username };
}

/** What every page asks for: a session, who it is, and the scripts. */
export function basics(
  more: {
    me?: Partial<Schemas['CurrentUser']>;
    scripts?: Schemas['Script'][];
    repos?: Schemas['Repo'][];
  } = {},
): RequestHandler[] {
  const { scripts = [], repos = [] } = more;
  return [
    http.post('/api/auth/refresh', () => HttpResponse.json(accessToken())),
    http.post('/api/auth/logout', () => new HttpResponse(null, { status: 204 })),
    http.get('/api/auth/me', () =>
      HttpResponse.json({ username: 'ada', administrator: false, kind: 'local', ...more.me }),
    ),
    http.get('/api/runner/scripts', () => HttpResponse.json({ items: scripts, total: scripts.length })),
    http.get('/api/runner/repos', () => HttpResponse.json({ items: repos, total: repos.length })),
  ];
}
