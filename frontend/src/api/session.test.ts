import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { accessToken, problem, fakeApi } from '../test/server';
import { ApiError } from './errors';
import { Session, session as ofThisFile } from './session';

const server = fakeApi();

// The tabs of these tests are their own; the application's would be one more.
ofThisFile.close();

beforeEach(() => localStorage.clear());

/** A tab of the same browser, closed after the test. */
const tab = () => {
  const opened = new Session();
  tabs.push(opened);
  return opened;
};
const tabs: Session[] = [];
afterEach(() => tabs.splice(0).forEach((opened) => opened.close()));

const refreshGives = (...tokens: string[]) => {
  const asked = vi.fn();
  server.use(
    http.post('/api/auth/refresh', () => {
      asked();
      const token = tokens.shift();
      return token === undefined
        ? problem(401, 'unauthenticated', 'There is no session to refresh. Log in.')
        : HttpResponse.json(accessToken(token));
    }),
  );
  return asked;
};

const noApi = () => server.use(http.all('*', () => HttpResponse.error()));

/** Resolves when the session next becomes `state`. */
const becomes = (session: Session, state: string) =>
  new Promise<void>((resolve) => {
    if (session.state() === state) resolve();
    const off = session.subscribe(() => {
      if (session.state() !== state) return;
      off();
      resolve();
    });
  });

describe('a token', () => {
  it('is had with the cookie at first, and kept', async () => {
    const asked = refreshGives('first', 'second');
    const session = tab();
    expect(session.state()).toBe('unknown');
    expect(await session.token()).toBe('first');
    expect(await session.token()).toBe('first');
    expect(session.state()).toBe('in');
    expect(asked).toHaveBeenCalledTimes(1);
  });

  it('is asked for once by requests that need it at the same time', async () => {
    const asked = refreshGives('first', 'second');
    const session = tab();
    expect(await Promise.all([session.token(), session.token(), session.renew()])).toEqual([
      'first',
      'first',
      'first',
    ]);
    expect(asked).toHaveBeenCalledTimes(1);
  });

  describe('by the clock', () => {
    beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-18T12:00:00Z') }));
    afterEach(() => vi.useRealTimers());

    it('is replaced a minute before it expires', async () => {
      refreshGives('first', 'second');
      const session = tab();
      await session.token();
      vi.setSystemTime(new Date('2026-11-18T12:13:59Z'));
      expect(await session.token()).toBe('first');
      vi.setSystemTime(new Date('2026-11-18T12:14:00Z'));
      expect(await session.token()).toBe('second');
    });
  });

  it('that was refused is replaced once, however many requests it was refused for', async () => {
    const asked = refreshGives('first', 'second', 'third');
    const session = tab();
    await session.token();
    expect(await Promise.all([session.replace('first'), session.replace('first')])).toEqual([
      'second',
      'second',
    ]);
    expect(await session.replace('first')).toBe('second');
    expect(asked).toHaveBeenCalledTimes(2);
  });

  it('cannot be had while the API cannot be reached, which is not the end of the session', async () => {
    refreshGives('first');
    const session = tab();
    await session.token();
    noApi();
    await expect(session.renew()).rejects.toMatchObject({ code: 'no_answer' });
    expect(session.state()).toBe('in');
    expect(await session.token()).toBe('first');
  });

  it('cannot be had while the database is away, which is not the end of the session either', async () => {
    server.use(
      http.post('/api/auth/refresh', () =>
        problem(503, 'database_unavailable', 'The database cannot be reached.'),
      ),
    );
    const session = tab();
    await expect(session.token()).rejects.toBeInstanceOf(ApiError);
    expect(session.state()).toBe('unknown');
  });
});

describe('a visitor', () => {
  it('without a cookie is out, and is not asked about again', async () => {
    const asked = refreshGives();
    const session = tab();
    expect(await session.token()).toBeNull();
    expect(await session.token()).toBeNull();
    expect(session.state()).toBe('out');
    expect(session.departure()).toBeNull();
    expect(asked).toHaveBeenCalledTimes(1);
  });

  it('whose session ended between two visits is told from a first visit', async () => {
    refreshGives('first');
    await tab().token();
    refreshGives();
    const later = tab();
    await later.token();
    expect(later.departure()).toBe('ended');
  });

  it('who left by their own wish is not told that the session ended', async () => {
    refreshGives('first');
    server.use(http.post('/api/auth/logout', () => new HttpResponse(null, { status: 204 })));
    const session = tab();
    await session.token();
    await session.logOut();
    expect(session.departure()).toBe('left');
    refreshGives();
    const later = tab();
    await later.token();
    expect(later.departure()).toBeNull();
  });
});

describe('leaving', () => {
  it('tells the API whose session it was', async () => {
    refreshGives('first');
    let authorization: string | null = null;
    server.use(
      http.post('/api/auth/logout', ({ request }) => {
        authorization = request.headers.get('Authorization');
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const session = tab();
    await session.token();
    await session.logOut();
    expect(authorization).toBe('Bearer first');
    expect(await session.token()).toBeNull();
  });

  it('works also when the API cannot be told', async () => {
    refreshGives('first');
    const session = tab();
    await session.token();
    noApi();
    await session.logOut();
    expect(session.state()).toBe('out');
  });

  it('is not undone by a renewal that was under way', async () => {
    refreshGives('first');
    const session = tab();
    await session.token();
    let answer = () => {};
    const asked = new Promise<void>((resolve) => {
      server.use(
        http.post('/api/auth/refresh', async () => {
          resolve();
          await new Promise<void>((go) => (answer = go));
          return HttpResponse.json(accessToken('late'));
        }),
        http.post('/api/auth/logout', () => new HttpResponse(null, { status: 204 })),
      );
    });
    const renewal = session.renew();
    await asked;
    await session.logOut();
    answer();
    expect(await renewal).toBeNull();
    expect(session.state()).toBe('out');
  });
});

describe('logging in', () => {
  it('gives a token at once', async () => {
    refreshGives();
    server.use(
      http.post('/api/auth/login', async ({ request }) => {
        expect(await request.json()).toEqual({ username: 'ada', password: 'correct horse' });
        return HttpResponse.json(accessToken('fresh'));
      }),
    );
    const session = tab();
    await session.token();
    await session.logIn('ada', 'correct horse');
    expect(await session.token()).toBe('fresh');
    expect(session.departure()).toBeNull();
  });

  it('tells why it was refused, and for how long', async () => {
    server.use(
      http.post('/api/auth/login', () =>
        problem(429, 'too_many_attempts', 'There were too many failed logins.', { retryAfter: 90 }),
      ),
    );
    await expect(tab().logIn('ada', 'x')).rejects.toMatchObject({
      code: 'too_many_attempts',
      retryAfter: 90,
    });
  });
});

describe('two tabs', () => {
  it('leave together', async () => {
    refreshGives('one', 'two');
    server.use(http.post('/api/auth/logout', () => new HttpResponse(null, { status: 204 })));
    const here = tab();
    const there = tab();
    await here.token();
    await there.token();
    const out = becomes(there, 'out');
    await here.logOut();
    await out;
    expect(there.departure()).toBe('ended');
  });

  it('come in together', async () => {
    refreshGives();
    const here = tab();
    const there = tab();
    await here.token();
    await there.token();
    server.use(http.post('/api/auth/login', () => HttpResponse.json(accessToken('fresh'))));
    refreshGives('second');
    const isIn = becomes(there, 'in');
    await here.logIn('ada', 'correct horse');
    await isIn;
    expect(await there.token()).toBe('second');
  });

  it('do not put each other out when the one that was out already is refused', async () => {
    refreshGives();
    const refused = tab();
    await refused.token();
    refreshGives('one');
    const good = tab();
    await good.token();
    refused.ended();
    // Messages arrive in the order they were sent, so a later one proves that no earlier one was there.
    const heard: unknown[] = [];
    const channel = new BroadcastChannel('runner-session');
    const last = new Promise<void>((resolve) => {
      channel.addEventListener('message', (event) => {
        heard.push(event.data);
        if (event.data === 'end of test') resolve();
      });
    });
    const other = new BroadcastChannel('runner-session');
    other.postMessage('end of test');
    await last;
    channel.close();
    other.close();
    expect(heard).toEqual(['end of test']);
    expect(good.state()).toBe('in');
  });

  it('renew one after the other where the browser has locks', async () => {
    // As much of the Web Locks API as is used: one holder at a time, the others in turn.
    let before = Promise.resolve<unknown>(undefined);
    const names: string[] = [];
    Object.defineProperty(navigator, 'locks', {
      configurable: true,
      value: {
        request: (name: string, action: () => Promise<unknown>) => {
          names.push(name);
          const mine = before.then(action);
          before = mine.catch(() => undefined);
          return mine;
        },
      },
    });
    let inside = 0;
    let most = 0;
    let made = 0;
    server.use(
      http.post('/api/auth/refresh', async ({ request }) => {
        most = Math.max(most, ++inside);
        await request.text();
        inside--;
        return HttpResponse.json(accessToken(`token-${++made}`));
      }),
    );
    try {
      await Promise.all([tab().token(), tab().token(), tab().token()]);
    } finally {
      Reflect.deleteProperty(navigator, 'locks');
    }
    expect(made).toBe(3);
    expect(most).toBe(1);
    expect(new Set(names).size).toBe(1);
  });
});
