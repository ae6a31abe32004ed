import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { accessToken, problem, fakeApi } from '../test/server';
import { api, data, done, worthAnotherTry } from './client';
import { ApiError } from './errors';
import { session } from './session';

const ME = { username: 'ada', administrator: false, kind: 'local' } as const;

const server = fakeApi(http.post('/api/auth/login', () => HttpResponse.json(accessToken('first'))));

beforeEach(() => session.logIn('ada', 'correct horse'));

/** Answers only those who bring `good`, and notes what the others brought. */
const onlyFor = (good: string) => {
  const brought = vi.fn();
  server.use(
    http.get('/api/auth/me', ({ request }) => {
      const header = request.headers.get('Authorization');
      brought(header);
      return header === `Bearer ${good}`
        ? HttpResponse.json(ME)
        : problem(401, 'unauthenticated', 'The token is not valid, has expired, or was revoked.');
    }),
  );
  return brought;
};

describe('a request', () => {
  it('carries the token of the session', async () => {
    onlyFor('first');
    expect(await data(api.GET('/api/auth/me'))).toEqual(ME);
  });

  it('is sent once more with a new token when its own was refused', async () => {
    const brought = onlyFor('second');
    server.use(http.post('/api/auth/refresh', () => HttpResponse.json(accessToken('second'))));
    expect(await data(api.GET('/api/auth/me'))).toEqual(ME);
    expect(brought.mock.calls).toEqual([['Bearer first'], ['Bearer second']]);
  });

  it('keeps its body when it is sent once more', async () => {
    const bodies: unknown[] = [];
    server.use(
      http.post('/api/auth/refresh', () => HttpResponse.json(accessToken('second'))),
      http.post('/api/auth/tokens', async ({ request }) => {
        bodies.push(await request.json());
        return request.headers.get('Authorization') === 'Bearer second'
          ? HttpResponse.json({ id: '1' }, { status: 201 })
          : problem(401, 'unauthenticated', 'The token has expired.');
      }),
    );
    await done(api.POST('/api/auth/tokens', { body: { name: 'ci' } }));
    expect(bodies).toEqual([{ name: 'ci' }, { name: 'ci' }]);
  });

  it('ends the session when the new token is refused as well, instead of asking for ever', async () => {
    const brought = onlyFor('none');
    server.use(http.post('/api/auth/refresh', () => HttpResponse.json(accessToken('second'))));
    await expect(data(api.GET('/api/auth/me'))).rejects.toMatchObject({ status: 401 });
    expect(brought).toHaveBeenCalledTimes(2);
    expect(session.state()).toBe('out');
    expect(session.departure()).toBe('ended');
  });

  it('ends the session when there is no new token', async () => {
    onlyFor('none');
    server.use(
      http.post('/api/auth/refresh', () => problem(401, 'unauthenticated', 'The session has ended.')),
    );
    await expect(data(api.GET('/api/auth/me'))).rejects.toMatchObject({ status: 401 });
    expect(session.state()).toBe('out');
  });

  it('of somebody who is logged out is refused without another try', async () => {
    session.ended();
    const brought = onlyFor('none');
    await expect(data(api.GET('/api/auth/me'))).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(brought.mock.calls).toEqual([[null]]);
  });

  it('that reaches nobody says so and leaves the session alone', async () => {
    server.use(http.get('/api/auth/me', () => HttpResponse.error()));
    const refused = data(api.GET('/api/auth/me'));
    await expect(refused).rejects.toBeInstanceOf(ApiError);
    await expect(refused).rejects.toMatchObject({ status: 0, code: 'no_answer' });
    expect(session.state()).toBe('in');
  });

  it('that is aborted is not told as a failure of the connection', async () => {
    const left = new AbortController();
    server.use(
      http.get('/api/auth/me', () => {
        left.abort();
        return HttpResponse.json(ME);
      }),
    );
    await expect(data(api.GET('/api/auth/me', { signal: left.signal }))).rejects.toMatchObject({
      name: 'AbortError',
    });
  });
});

describe('a refusal', () => {
  it('keeps its code, its words, its fields and the time to wait', async () => {
    server.use(
      http.get('/api/runner/jobs', () =>
        problem(400, 'validation_failed', 'limit is out of range.', {
          errors: [{ field: 'limit', message: 'is out of range', allowed: 'a whole number from 1 to 200' }],
          retryAfter: 7,
        }),
      ),
    );
    await expect(data(api.GET('/api/runner/jobs'))).rejects.toMatchObject({
      status: 400,
      code: 'validation_failed',
      message: 'limit is out of range.',
      fields: [{ field: 'limit', message: 'is out of range', allowed: 'a whole number from 1 to 200' }],
      retryAfter: 7,
    });
  });

  it('by a proxy that knows nothing of problems is told in words', async () => {
    server.use(
      http.get('/api/runner/jobs', () => HttpResponse.html('<h1>502 Bad Gateway</h1>', { status: 502 })),
    );
    await expect(data(api.GET('/api/runner/jobs'))).rejects.toMatchObject({
      code: 'unknown',
      message: 'The server does not answer just now. This page keeps trying.',
    });
  });

  it('is worth another try only when it may pass by itself', () => {
    expect(worthAnotherTry(0, new ApiError(503, 'database_unavailable', ''))).toBe(true);
    expect(worthAnotherTry(2, new ApiError(503, 'database_unavailable', ''))).toBe(false);
    expect(worthAnotherTry(0, new ApiError(404, 'not_found', ''))).toBe(false);
    expect(worthAnotherTry(0, new TypeError('a mistake of ours'))).toBe(false);
  });
});
