import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { session } from '../api/session';
import { FakeLog, numbered } from '../test/fakeLog';
import { accessToken, fakeApi, problem } from '../test/server';
import { LogStore, type LogSnapshot } from './LogStore';

const JOB = '0199f2a4-6c1e-7b52-9d3f-1f6f0c2b7a10';
const server = fakeApi(
  http.post('/api/auth/login', () => HttpResponse.json(accessToken())),
  http.post('/api/auth/refresh', () => HttpResponse.json(accessToken('token-2'))),
);

let store: LogStore;
beforeEach(async () => {
  await session.logIn('ada', 'correct horse');
  store = new LogStore(JOB);
});
afterEach(() => store.close());

function serve(log: FakeLog): FakeLog {
  server.use(...log.handlers());
  return log;
}

/** When the store first says what the test waits for. */
function until(condition: (log: LogSnapshot) => boolean): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!condition(store.snapshot())) return;
      leave();
      resolve();
    };
    const leave = store.subscribe(look);
    look();
  });
}

function texts(from: number, to: number): (string | undefined)[] {
  return Array.from({ length: to - from + 1 }, (_, i) => store.row(from + i)?.text);
}

describe('a log that is complete', () => {
  it('opens at its end with one request and no stream', async () => {
    const log = serve(new FakeLog(JOB, numbered(1000)).complete());
    await store.open();
    expect(store.snapshot()).toMatchObject({
      phase: 'ready',
      totalRows: 1000,
      isComplete: true,
      live: 'complete',
    });
    expect(texts(998, 999)).toEqual(['line 999', 'line 1000']);
    expect(log.requests).toEqual(['rows?tail=200']);
    expect(log.starts).toEqual([]);
  });

  it('fetches the blocks that are looked at and their neighbours, once', async () => {
    const log = serve(new FakeLog(JOB, numbered(5000)).complete());
    await store.open();
    expect(store.row(2000)).toBeUndefined();
    store.want(2000, 2050);
    store.want(2000, 2050);
    await until(
      () => store.row(1850) !== undefined && store.row(2050) !== undefined && store.row(2240) !== undefined,
    );
    expect(texts(2000, 2001)).toEqual(['line 2001', 'line 2002']);
    expect(log.requests.slice(1).sort()).toEqual([
      'rows?row=1800&limit=200',
      'rows?row=2000&limit=200',
      'rows?row=2200&limit=200',
    ]);
  });

  it('drops requests for places that were scrolled past', async () => {
    const log = serve(new FakeLog(JOB, numbered(5000)).complete());
    const aborted: string[] = [];
    server.use(
      http.get(`/api/runner/jobs/${JOB}/logs/rows`, ({ request }) => {
        if (!request.url.includes('row=1000&')) return undefined;
        request.signal.addEventListener('abort', () => aborted.push(request.url));
        return new Promise<undefined>(() => {});
      }),
    );
    await store.open();
    store.want(1000, 1010);
    await vi.waitFor(() => expect(log.requests).toContain('rows?row=800&limit=200'));
    store.want(3000, 3010);
    await until(() => store.row(3000) !== undefined);
    await vi.waitFor(() => expect(aborted).toHaveLength(1));
    expect(store.row(1000)).toBeUndefined();
    expect(store.snapshot().blockError).toBeNull();
  });

  it('goes on where an answer was shorter than asked for', async () => {
    const log = serve(new FakeLog(JOB, numbered(1000)).complete());
    server.use(
      http.get(`/api/runner/jobs/${JOB}/logs/rows`, ({ request }) => {
        const url = new URL(request.url);
        if (url.searchParams.get('row') !== '200' || url.searchParams.get('limit') !== '200')
          return undefined;
        const rows = [{ row: 200, line: 200, offset: 1, continued: false, text: 'line 201' }];
        return HttpResponse.json({
          job_id: JOB,
          rows,
          total_rows: 1000,
          total_lines: 1000,
          end_offset: 9,
          is_complete: true,
        });
      }),
    );
    await store.open();
    store.want(200, 399);
    await until(() => store.row(399) !== undefined);
    expect(texts(200, 201)).toEqual(['line 201', 'line 202']);
    expect(log.requests).toContain('rows?row=201&limit=199');
  });

  it('tells when rows cannot be had, and asks again when they are wanted again', async () => {
    serve(new FakeLog(JOB, numbered(1000)).complete());
    await store.open();
    server.use(
      http.get(`/api/runner/jobs/${JOB}/logs/rows`, () => problem(503, 'database_unavailable', 'Not now.'), {
        once: true,
      }),
    );
    store.want(0, 0);
    await until((log) => log.blockError !== null);
    store.want(0, 0);
    await until((log) => log.blockError === null && store.row(0) !== undefined);
  });

  it('knows the row of a line without asking while every line is one row', async () => {
    const log = serve(new FakeLog(JOB, numbered(1000)).complete());
    await store.open();
    expect(await store.rowOfLine(500)).toBe(500);
    expect(await store.rowOfLine(99_999)).toBe(999);
    expect(log.requests).toHaveLength(1);
  });

  it('asks for the row of a line where lines are longer', async () => {
    serve(new FakeLog(JOB, `${'a'.repeat(10_000)}\nsecond\n`).complete());
    await store.open();
    expect(await store.rowOfLine(1)).toBe(3);
  });
});

describe('a log that grows', () => {
  it('gets what is printed by the stream, beginning where it was opened', async () => {
    const log = serve(new FakeLog(JOB, 'one\ntw'));
    const statuses: string[] = [];
    store.onStatus((status) => statuses.push(status));
    await store.open();
    await until((now) => now.live === 'live');
    expect(log.starts[0]).toMatchObject({ type: 'start', token: 'token-1', offset: 6 });
    log.print('o\nthree\n');
    await until((now) => now.totalRows === 3);
    expect(texts(0, 2)).toEqual(['one', 'two', 'three']);
    log.end('failed');
    await until((now) => now.isComplete);
    expect(store.snapshot().live).toBe('complete');
    expect(statuses).toEqual(['running', 'failed']);
  });

  it('goes on where it was when the stream breaks', async () => {
    const log = serve(new FakeLog(JOB, 'one\n'));
    await store.open();
    await until((now) => now.live === 'live');
    log.breakStreams(1001);
    await until((now) => now.live === 'reconnecting');
    log.print('two\n');
    await until((now) => now.totalRows === 2);
    expect(log.starts.map((start) => start.offset)).toEqual([4, 4]);
    expect(store.snapshot().live).toBe('live');
  });

  it('gets a new token when the old one is refused', async () => {
    const log = serve(new FakeLog(JOB, 'one\n'));
    await store.open();
    await until((now) => now.live === 'live');
    log.breakStreams(4401);
    log.print('two\n');
    await until((now) => now.totalRows === 2);
    expect(log.starts.map((start) => start.token)).toEqual(['token-1', 'token-2']);
  });

  it('asks for pieces when there are too many streams', async () => {
    const log = serve(new FakeLog(JOB, 'one\n'));
    log.refuseStreams = 4429;
    await store.open();
    await until((now) => now.live === 'polling');
    log.print('two\n');
    await until((now) => now.totalRows === 2);
    expect(log.requests).toContain('logs?offset=4&limit=131072');
    log.end();
    await until((now) => now.isComplete);
  });

  it('begins again at the end when the server left something out', async () => {
    const log = serve(new FakeLog(JOB, 'one\n'));
    await store.open();
    await until((now) => now.live === 'live');
    log.skip(numbered(3000));
    await until((now) => now.totalRows === 3001);
    expect(store.row(3000)?.text).toBe('line 3000');
    log.print('after\n');
    await until((now) => now.totalRows === 3002);
    store.want(1000, 1000);
    await until(() => store.row(1000)?.text === 'line 1000');
  });

  it('does not keep a last row that may still grow', async () => {
    const log = serve(new FakeLog(JOB, `${numbered(150)}unfin`));
    await store.open();
    await until((now) => now.live === 'live');
    log.print(`ished\n${numbered(3000)}`);
    await until((now) => now.totalRows === 3151);
    store.want(140, 160);
    await until(() => store.row(150) !== undefined);
    expect(store.row(150)?.text).toBe('unfinished');
  });

  it('fetches the end by itself when it hears that the run is over', async () => {
    const log = serve(new FakeLog(JOB, 'one\n'));
    log.refuseStreams = 1011;
    await store.open();
    log.end();
    log.print('two\n');
    await store.settle();
    expect(store.snapshot()).toMatchObject({ isComplete: true, totalRows: 2, live: 'complete' });
  });
});

it('tells that a log cannot be opened, and opens it later', async () => {
  serve(new FakeLog(JOB, 'one\n').complete());
  server.use(
    http.get(`/api/runner/jobs/${JOB}/logs/rows`, () => problem(503, 'database_unavailable', 'Not now.'), {
      once: true,
    }),
  );
  await store.open();
  expect(store.snapshot()).toMatchObject({ phase: 'failed', error: { message: 'Not now.' } });
  await store.open();
  expect(store.snapshot().phase).toBe('ready');
});
