import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Schemas } from '../../api/client';
import { aJob, aRepo, aScript, jobDetail } from '../../test/factories';
import { FakeLog } from '../../test/fakeLog';
import { address, renderApp } from '../../test/renderApp';
import { basics, fakeApi, problem } from '../../test/server';

type JobDetail = Schemas['JobDetail'];

const ID = aJob().running().id;
const BEFORE = '0199f2a4-0000-7b52-9d3f-000000000001';
const server = fakeApi();
const icon = document.createElement('link');
icon.rel = 'icon';
document.head.append(icon);

beforeEach(() => {
  icon.href = '/favicon.svg';
  server.use(
    ...basics({ scripts: [aScript()], repos: [aRepo()] }),
    http.get('/api/runner/stats', () => problem(503, 'database_unavailable', 'Not now.')),
    http.get('/api/runner/jobs', () =>
      HttpResponse.json({
        items: [aJob().success(), aJob({ id: BEFORE }).success()],
        total: 2,
        limit: 2,
        offset: 0,
      }),
    ),
  );
});

/** A run that answers as it stands at the moment, and its log. */
function serve(job: Schemas['Job'], more: Partial<JobDetail> = {}, log = new FakeLog(job.id, 'hello\n')) {
  const state = { job: { ...jobDetail(job), ...more } };
  server.use(
    ...log.handlers(),
    http.get(`/api/runner/jobs/${job.id}`, () => HttpResponse.json(state.job)),
  );
  return { state, log };
}

function event(event_type: string, own: Partial<Schemas['JobEvent']> = {}): Schemas['JobEvent'] {
  return {
    id: 1,
    event_type,
    message: 'a message',
    actor: 'system',
    meta: {},
    created_at: '2026-11-18T11:00:00Z',
    ...own,
  };
}

const open = (path = `/kitchen/runner/runs/${ID}`) => renderApp(path);

describe('how it stands', () => {
  it('tells everything about a run that succeeded', async () => {
    serve(aJob({ retry_of: BEFORE, priority: 5 }).success(), {}, new FakeLog(ID, 'hello\n').complete());
    open();
    expect(await screen.findByRole('heading', { name: 'NB stage', level: 1 })).toBeVisible();
    expect(screen.getByText('Success')).toBeVisible();
    const fact = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling;
    expect(fact('By')).toHaveTextContent('ada');
    expect(fact('Waited')).toHaveTextContent('30 s');
    expect(fact('Took')).toHaveTextContent('1 min 05 s');
    expect(fact('Exit code')).toHaveTextContent('0');
    expect(fact('Retries')).toHaveTextContent('3default');
    await waitFor(() => expect(fact('Repo')).toHaveTextContent('workspace'));
    expect(fact('Time limit')).toHaveTextContent('1 h 00 min');
    expect(fact('Priority')).toHaveTextContent('+5');
    expect(screen.getByRole('link', { name: 'run 00000001' })).toHaveAttribute(
      'href',
      `/kitchen/runner/runs/${BEFORE}`,
    );
    expect(await screen.findByText('hello')).toBeVisible();
    expect(document.title).toBe('✓ NB stage · Runner');
    expect(decodeURIComponent(icon.href)).toContain('#2f9e44');
  });

  it('says why it waits and what to do', async () => {
    serve(aJob().queued('Number 2 in the queue.'));
    open();
    expect(await screen.findByText('Number 2 in the queue.')).toBeVisible();
    expect(screen.getByText(/It starts by itself/)).toBeVisible();
    expect(document.title).toBe('○ NB stage · Runner');
  });

  it('says why it failed, and by which signal', async () => {
    serve(aJob().failed(143), {}, new FakeLog(ID, 'x\n').complete());
    open();
    expect(await screen.findByText('The script ended with exit code 143.')).toBeVisible();
    expect(screen.getByText('143, ended by SIGTERM')).toBeVisible();
    expect(document.title).toBe('✗ NB stage · Runner');
  });

  it('says that it is being stopped, by whom, and no longer offers to stop it', async () => {
    serve(aJob().canceling(), { events: [event('job_cancel_requested', { actor: 'grace' })] });
    open();
    expect(await screen.findByText(/^Asked to stop .* ago.*SIGKILL.*By grace\.$/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Cancel' })).toBeDisabled();
  });

  it('says how long it usually takes while it runs', async () => {
    server.use(
      http.get('/api/runner/stats', ({ request }) => {
        expect(new URL(request.url).searchParams.get('script_key')).toBe('nb.stage');
        return HttpResponse.json({ scripts: [{ script_key: 'nb.stage', duration_p50: 12 }] });
      }),
    );
    serve(aJob().running());
    open();
    expect(await screen.findByText('usually 12 s, longer this time')).toBeVisible();
  });

  it('tells the end as soon as the stream does', async () => {
    const { state, log } = serve(aJob().running());
    open();
    expect(await screen.findByText('Live')).toBeVisible();
    state.job = jobDetail(aJob().success());
    log.end();
    expect(await screen.findByText('Success')).toBeVisible();
    await waitFor(() => expect(document.title).toBe('✓ NB stage · Runner'));
    expect(screen.getByRole('button', { name: 'Run again' })).toBeEnabled();
  });

  it('shows what happened, with who and details', async () => {
    serve(
      aJob().success(),
      {
        events: [
          event('job_created', { message: 'asked for', actor: 'ada', meta: { address: '10.0.0.7' } }),
          event('job_painted', { id: 2, message: 'It was painted green.' }),
          event('job_succeeded', { id: 3, message: 'ended with exit code 0' }),
        ],
      },
      new FakeLog(ID, '').complete(),
    );
    const { user } = open();
    const items = await within(
      await screen.findByRole('complementary', { name: 'About this run' }),
    ).findAllByRole('listitem');
    expect(items.map((item) => item.textContent)).toEqual([
      expect.stringMatching(/^Asked for.*by ada/),
      expect.stringMatching(/^It was painted green\./),
      expect.stringMatching(/^Succeeded.*ended with exit code 0/),
    ]);
    await user.click(screen.getByRole('button', { name: 'Details', expanded: false }));
    expect(screen.getByText(/10\.0\.0\.7/)).toBeVisible();
  });

  it('shows each attempt, with all of it on demand', async () => {
    const attempt: Schemas['JobAttempt'] = {
      attempt: 1,
      worker_id: 'host-a1',
      selected_provider: 'workspace',
      final_provider: 'workspace',
      provider_dispatch_id: 'runner-x-1',
      workspace_identity: null,
      dispatch_status: 'dispatch_confirmed',
      dispatch_uncertain: false,
      fallback_attempted: false,
      fallback_reason: null,
      api_failure_category: null,
      cli_fallback_used: false,
      cli_preflight_passed: null,
      created_at: '2026-11-18T11:00:30Z',
      started_at: '2026-11-18T11:00:30Z',
      finished_at: '2026-11-18T11:01:35Z',
      exit_code: 0,
      result: null,
    };
    serve(aJob().success(), { attempt_history: [attempt] }, new FakeLog(ID, '').complete());
    const { user } = open();
    expect(await screen.findByRole('row', { name: /1 host-a1 1 min 05 s 0/ })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Details of attempt 1' }));
    expect(screen.getByText(/runner-x-1/)).toBeVisible();
    expect(screen.queryByText(/fallback_reason/)).not.toBeInTheDocument();
  });
});

describe('what can be done with it', () => {
  it('stops a running one after saying how, once', async () => {
    const { state } = serve(aJob().running());
    const canceled = vi.fn();
    server.use(
      http.post(`/api/runner/jobs/${ID}/cancel`, () => {
        canceled();
        state.job = jobDetail(aJob().canceling());
        return HttpResponse.json(aJob().canceling(), { status: 202 });
      }),
    );
    const { user } = open();
    await screen.findByText('Live');
    await user.keyboard('c');
    const dialog = await screen.findByRole('dialog', { name: 'Stop NB stage?' });
    expect(dialog).toHaveTextContent(/SIGTERM.*10 s later.*SIGKILL/);
    await user.click(within(dialog).getByRole('button', { name: 'Stop it' }));
    expect(await screen.findByText('Canceling')).toBeVisible();
    expect(canceled).toHaveBeenCalledTimes(1);
  });

  it('lets it run after all', async () => {
    serve(aJob().running());
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Let it run' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(screen.getByText('Running')).toBeVisible();
  });

  it('cancels a waiting one without asking', async () => {
    const { state } = serve(aJob().queued());
    server.use(
      http.post(`/api/runner/jobs/${ID}/cancel`, () => {
        state.job = jobDetail(aJob().canceled());
        return HttpResponse.json(aJob().canceled());
      }),
    );
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText('Canceled')).toBeVisible();
  });

  it('explains a refusal', async () => {
    serve(aJob().success(), {}, new FakeLog(ID, '').complete());
    server.use(
      http.post(`/api/runner/jobs/${ID}/retry`, () => problem(429, 'queue_full', '200 runs are active.')),
    );
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Run again' }));
    expect(await screen.findByText(/200 runs are active\./)).toBeVisible();
  });

  it('runs it again with a key, the same one after a lost answer, and shows the new run', async () => {
    serve(aJob().success(), {}, new FakeLog(ID, '').complete());
    const next = aJob({ id: BEFORE, retry_of: ID }).queued();
    serve(next, {}, new FakeLog(BEFORE, ''));
    const keys: (string | null)[] = [];
    server.use(
      http.post(`/api/runner/jobs/${ID}/retry`, ({ request }) => {
        keys.push(request.headers.get('Idempotency-Key'));
        return keys.length === 1 ? HttpResponse.error() : HttpResponse.json(next, { status: 201 });
      }),
    );
    const { user } = open();
    await screen.findByRole('button', { name: 'Run again' });
    await user.keyboard('r');
    expect(await screen.findByText(/Trying again will not start it twice/)).toBeVisible();
    await user.keyboard('r');
    await waitFor(() => expect(address()).toBe(`/kitchen/runner/runs/${BEFORE}`));
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(keys[1]).toBe(keys[0]);
  });

  it('does not run anything when somebody goes to the runs', async () => {
    serve(aJob().success(), {}, new FakeLog(ID, '').complete());
    const retried = vi.fn();
    server.use(
      http.post(`/api/runner/jobs/${ID}/retry`, () => {
        retried();
        return problem(429, 'queue_full', '200 runs are active.');
      }),
    );
    const { user } = open();
    await screen.findByRole('button', { name: 'Run again' });
    await user.keyboard('gr');
    await waitFor(() => expect(address()).toBe('/kitchen/runner'));
    expect(retried).not.toHaveBeenCalled();
  });

  it('leads to other arguments and to the comparison with the run before', async () => {
    serve(aJob().success(), {}, new FakeLog(ID, '').complete());
    open();
    expect(await screen.findByRole('link', { name: 'Edit and run' })).toHaveAttribute(
      'href',
      `/kitchen/runner/new?script=nb.stage&from=${ID}`,
    );
    await waitFor(() =>
      expect(screen.getByRole('link', { name: 'Compare' })).toHaveAttribute(
        'href',
        `/kitchen/runner/compare?a=${BEFORE}&b=${ID}`,
      ),
    );
  });

  it('keeps the line that is pointed at in the address', async () => {
    serve(aJob().success(), {}, new FakeLog(ID, 'one\ntwo\nthree\n').complete());
    const { user } = open();
    await user.click(await screen.findByRole('link', { name: 'Line 2' }));
    await waitFor(() => expect(address()).toBe(`/kitchen/runner/runs/${ID}?line=2`));
    await user.click(screen.getByRole('link', { name: 'Line 2' }));
    await waitFor(() => expect(address()).toBe(`/kitchen/runner/runs/${ID}`));
  });
});

describe('what may go wrong', () => {
  it('says that there is no such run', async () => {
    server.use(http.get('/api/runner/jobs/nonsense', () => problem(404, 'not_found', 'No such job.')));
    open('/kitchen/runner/runs/nonsense');
    expect(await screen.findByRole('heading', { name: 'There is no such run' })).toBeVisible();
    expect(document.title).toBe('No such run · Runner');
  });

  it('says that it cannot be loaded, and loads it later', async () => {
    serve(aJob().success(), {}, new FakeLog(ID, '').complete());
    server.use(
      http.get(`/api/runner/jobs/${ID}`, () => problem(500, 'internal_error', 'It broke.'), { once: true }),
    );
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Success')).toBeVisible();
  });

  it('keeps what it knows when it cannot be renewed, and says so', async () => {
    const { log } = serve(aJob().running());
    open();
    await screen.findByText('Live');
    server.use(http.get(`/api/runner/jobs/${ID}`, () => problem(500, 'internal_error', 'It broke.')));
    log.end();
    expect(await screen.findByText(/This may be out of date/)).toBeVisible();
    expect(screen.getByRole('heading', { name: 'NB stage' })).toBeVisible();
  });
});

it('saves the whole log as a file', async () => {
  const { log } = serve(aJob().success(), {}, new FakeLog(ID, 'one\ntwo\n').complete());
  const saved: { name: string; blob: Blob }[] = [];
  const blobs: Blob[] = [];
  URL.createObjectURL = (blob) => `blob:${blobs.push(blob as Blob)}`;
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    const blob = blobs.at(-1);
    if (blob) saved.push({ name: this.download, blob });
  });
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'More' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Download log' }));
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(saved[0]?.name).toBe(`nb.stage-${ID.slice(-8)}.log`);
  expect(saved[0]?.blob.size).toBe(8);
  expect(log.requests).toContain('download');
});
