import { http, HttpResponse, type RequestHandler } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll } from 'vitest';

/** What every page behind the login asks for. */
const session: RequestHandler[] = [
  http.post('/api/auth/refresh', () =>
    HttpResponse.json({ access_token: 'token', token_type: 'Bearer', expires_in: 600, username: 'ada' }),
  ),
  http.get('/api/auth/me', () => HttpResponse.json({ username: 'ada', administrator: false, kind: 'local' })),
  http.get('/api/runner/scripts', () => HttpResponse.json({ items: [], total: 0 })),
];

/** An API for one test file, with somebody logged in; a request that no handler knows fails the test. */
export function apiServer(...handlers: RequestHandler[]) {
  const server = setupServer(...handlers, ...session);
  beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
  afterEach(() => server.resetHandlers());
  afterAll(() => server.close());
  return server;
}

/** A refusal as the API words it. */
export function refusal(status: number, code: string, detail: string) {
  return HttpResponse.json(
    { type: 'about:blank', title: 'Problem', status, code, detail },
    { status, headers: { 'Content-Type': 'application/problem+json' } },
  );
}
