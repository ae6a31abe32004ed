import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Schemas } from '../../api/client';
import { session } from '../../api/session';
import { aJob, aRepo, aScript } from '../../test/factories';
import { address, renderApp } from '../../test/renderApp';
import { accessToken, basics, fakeApi, problem } from '../../test/server';

const COUNTS: Schemas['JobCounts'] = {
  counts: { queued: 1, running: 2, cancel_requested: 0, success: 1200, failed: 5, canceled: 3, timeout: 4 },
  total: 1215,
};

const page = (items: Schemas['Job'][], total = items.length): Schemas['JobList'] => ({
  items,
  total,
  limit: 50,
  offset: 0,
});

const server = fakeApi(
  ...basics({ scripts: [aScript()], repos: [aRepo()] }),
  http.post('/api/auth/login', () => HttpResponse.json(accessToken())),
  http.get('/api/runner/job-counts', () => HttpResponse.json(COUNTS)),
  http.get('/api/runner/people', () => HttpResponse.json({ items: ['ada', 'grace'] })),
);

beforeEach(async () => {
  await session.logIn('ada', 'correct horse');
});

/** Answers with these runs, and notes what was asked for. */
const runsAre = (...items: Schemas['Job'][]) => {
  const asked = vi.fn<(query: string) => void>();
  server.use(
    http.get('/api/runner/jobs', ({ request }) => {
      const query = new URL(request.url).searchParams;
      query.delete('limit');
      query.delete('offset');
      asked(query.toString());
      return HttpResponse.json(page(items));
    }),
  );
  return asked;
};

const row = async (name: string) => {
  const link = await screen.findByRole('link', { name });
  const found = link.closest('tr');
  if (found === null) throw new Error('not in a row');
  return within(found);
};

describe('the list', () => {
  it('shows state, script, arguments, person, times and exit code', async () => {
    runsAre(aJob({ args: { retries: 5, leaf_progress: true } }).failed(7));
    renderApp('/kitchen/runner');
    const run = await row('NB stage');
    expect(run.getByText('Failed')).toBeVisible();
    expect(run.getByText('nb.stage')).toBeVisible();
    expect(run.getByText('retries').parentElement).toHaveTextContent('retries5');
    expect(run.getByText('leaf progress')).toBeVisible();
    expect(run.getByText('ada')).toBeVisible();
    expect(run.getByText('30 s')).toBeVisible();
    expect(run.getByText('1 min 05 s')).toBeVisible();
    expect(run.getByText('7')).toBeVisible();
    expect(run.getByText('The script ended with exit code 7.')).toBeVisible();
  });

  it('says why something waits', async () => {
    runsAre(aJob().queued('Number 2 in the queue.'));
    renderApp('/kitchen/runner');
    expect((await row('NB stage')).getByText('Number 2 in the queue.')).toBeVisible();
  });

  it('leaves defaults out', async () => {
    runsAre(aJob().success());
    renderApp('/kitchen/runner');
    const run = await row('NB stage');
    expect(run.getByText('defaults')).toBeVisible();
    expect(run.queryByText('retries')).not.toBeInTheDocument();
  });

  it('shows a script that has left the whitelist by its key', async () => {
    runsAre(aJob({ script_key: 'old.one' }).success());
    renderApp('/kitchen/runner');
    expect(await screen.findByRole('link', { name: 'old.one' })).toBeVisible();
  });

  it('shows the repo only where there are several', async () => {
    runsAre(aJob().success());
    renderApp('/kitchen/runner');
    await screen.findByRole('link', { name: 'NB stage' });
    expect(screen.queryByRole('columnheader', { name: 'Repo' })).not.toBeInTheDocument();
  });

  it('invites to start a run when there is none', async () => {
    runsAre();
    renderApp('/kitchen/runner');
    expect(await screen.findByText('No runs yet')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Start the first one' })).toHaveAttribute(
      'href',
      '/kitchen/runner/new',
    );
  });

  it('offers to clear the filters when nothing matches', async () => {
    runsAre();
    const { user } = renderApp('/kitchen/runner?q=nothing');
    await screen.findByText('Nothing matches');
    await user.click(screen.getByRole('button', { name: 'Clear the filters' }));
    await waitFor(() => expect(address()).toBe('/kitchen/runner'));
  });

  it('says what went wrong and tries again on demand', async () => {
    server.use(http.get('/api/runner/jobs', () => problem(500, 'internal_error', 'Something went wrong.')));
    const { user } = renderApp('/kitchen/runner');
    expect(await screen.findByText('The runs could not be loaded')).toBeVisible();
    runsAre(aJob().success());
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: 'NB stage' })).toBeVisible();
  });
});

describe('filters', () => {
  it('of the address are those the API is asked with', async () => {
    const asked = runsAre(aJob().failed());
    renderApp(
      '/kitchen/runner?status=failed,timeout&script=nb.stage&person=ada&q=x&from=2026-11-01T00:00:00.000Z',
    );
    await screen.findByRole('link', { name: 'NB stage' });
    expect(asked).toHaveBeenLastCalledWith(
      'script_key=nb.stage&requested_by=ada&q=x&created_from=2026-11-01T00%3A00%3A00.000Z&status=failed&status=timeout',
    );
  });

  it('by state go into the address, several at once, with their figures', async () => {
    runsAre(aJob().failed());
    const { user } = renderApp('/kitchen/runner');
    await user.click(await screen.findByRole('button', { name: 'Failed 5' }));
    await waitFor(() => expect(address()).toBe('/kitchen/runner?status=failed'));
    await user.click(screen.getByRole('button', { name: 'Timeout 4' }));
    await waitFor(() => expect(address()).toBe('/kitchen/runner?status=failed%2Ctimeout'));
    expect(screen.getByRole('button', { name: 'Failed 5' })).toHaveAttribute('aria-pressed', 'true');
    await user.click(screen.getByRole('button', { name: 'All 1,215' }));
    await waitFor(() => expect(address()).toBe('/kitchen/runner'));
  });

  it('by text follow the typing without a key more', async () => {
    const asked = runsAre(aJob().failed());
    const { user } = renderApp('/kitchen/runner');
    await user.type(await screen.findByRole('searchbox'), 'night');
    await waitFor(() => expect(address()).toBe('/kitchen/runner?q=night'));
    await waitFor(() => expect(asked).toHaveBeenLastCalledWith('q=night'));
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(address()).toBe('/kitchen/runner'));
    expect(screen.getByRole('searchbox')).toHaveValue('');
  });

  it('by script and person are chosen from what there is', async () => {
    runsAre(aJob().failed());
    const { user } = renderApp('/kitchen/runner');
    await user.click(await screen.findByRole('combobox', { name: 'Script' }));
    await user.click(await screen.findByRole('option', { name: 'NB stage', hidden: true }));
    await waitFor(() => expect(address()).toBe('/kitchen/runner?script=nb.stage'));
    await user.type(screen.getByRole('combobox', { name: 'Person' }), 'somebody else{Enter}');
    await waitFor(() => expect(address()).toBe('/kitchen/runner?script=nb.stage&person=somebody+else'));
  });
});

describe('from its row a run', () => {
  it('that waits is canceled without a question', async () => {
    runsAre(aJob().queued());
    server.use(http.post('/api/runner/jobs/:id/cancel', () => HttpResponse.json(aJob().canceled())));
    const { user } = renderApp('/kitchen/runner');
    await user.click(await screen.findByRole('button', { name: 'Cancel NB stage' }));
    expect(await screen.findByText('NB stage was canceled.')).toBeVisible();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('that runs is stopped after saying what will happen', async () => {
    runsAre(aJob().running());
    const stopped = vi.fn();
    server.use(
      http.post('/api/runner/jobs/:id/cancel', () => {
        stopped();
        return HttpResponse.json(aJob().canceling(), { status: 202 });
      }),
    );
    const { user } = renderApp('/kitchen/runner');
    await user.click(await screen.findByRole('button', { name: 'Cancel NB stage' }));
    const dialog = await screen.findByRole('dialog', { name: 'Stop this run?' });
    expect(dialog).toHaveTextContent(/SIGTERM.*10 seconds.*SIGKILL/);
    expect(stopped).not.toHaveBeenCalled();
    await user.click(within(dialog).getByRole('button', { name: 'Stop the run' }));
    expect(await screen.findByText('NB stage is being stopped.')).toBeVisible();
    expect(stopped).toHaveBeenCalledTimes(1);
  });

  it('that is being stopped cannot be canceled again', async () => {
    runsAre(aJob().canceling());
    renderApp('/kitchen/runner');
    expect(await screen.findByRole('button', { name: 'Cancel NB stage' })).toBeDisabled();
  });

  it('that has ended is run again, and a lost answer does not start it twice', async () => {
    const job = aJob().failed();
    runsAre(job);
    const keys: (string | null)[] = [];
    server.use(
      http.post('/api/runner/jobs/:id/retry', ({ request }) => {
        keys.push(request.headers.get('Idempotency-Key'));
        if (keys.length === 1) return HttpResponse.error();
        const made = { ...aJob({ id: '0199f2a4-0000-7000-8000-000000000002' }).queued(), deduplicated: true };
        return HttpResponse.json(made);
      }),
    );
    const { user } = renderApp('/kitchen/runner');
    const again = await screen.findByRole('button', { name: 'Run NB stage again' });
    await user.click(again);
    expect(await screen.findByText(/will not start it twice/)).toBeVisible();
    await waitFor(() => expect(again).toBeEnabled());
    await user.click(again);
    expect(await screen.findByRole('link', { name: 'Watch the new run' })).toHaveAttribute(
      'href',
      '/kitchen/runner/runs/0199f2a4-0000-7000-8000-000000000002',
    );
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(keys[1]).toBe(keys[0]);
  });

  it('that is refused is explained', async () => {
    runsAre(aJob().failed());
    server.use(
      http.post('/api/runner/jobs/:id/retry', () =>
        problem(429, 'queue_full', '200 jobs are queued or running.', { retryAfter: 10 }),
      ),
    );
    const { user } = renderApp('/kitchen/runner');
    await user.click(await screen.findByRole('button', { name: 'Run NB stage again' }));
    expect(await screen.findByText('NB stage: The queue is full')).toBeVisible();
  });
});

describe('keys', () => {
  const two = [
    aJob({ id: '0199f2a4-0000-7000-8000-00000000000b', script_key: 'second' }).success(),
    aJob({ id: '0199f2a4-0000-7000-8000-00000000000a', script_key: 'first' }).success(),
  ];

  it('move through the rows and open one', async () => {
    runsAre(...two);
    const { user } = renderApp('/kitchen/runner');
    await screen.findByRole('link', { name: 'second' });
    await user.keyboard('j');
    expect(screen.getByRole('link', { name: 'second' })).toHaveFocus();
    await user.keyboard('{ArrowDown}');
    expect(screen.getByRole('link', { name: 'first' })).toHaveFocus();
    await user.keyboard('jk');
    expect(screen.getByRole('link', { name: 'second' })).toHaveFocus();
    await user.keyboard('/');
    expect(screen.getByRole('searchbox')).toHaveFocus();
  });

  it('select two runs to compare', async () => {
    runsAre(...two);
    const { user } = renderApp('/kitchen/runner');
    await screen.findByRole('link', { name: 'second' });
    await user.keyboard('jx');
    expect(screen.getByText('Select one more run to compare them')).toBeVisible();
    await user.keyboard('jx');
    expect(await screen.findByRole('link', { name: 'Compare the two runs' })).toBeVisible();
    expect(screen.getByRole('checkbox', { name: 'Select first to compare' })).toBeChecked();
  });
});

describe('the place of the reader', () => {
  const scrollTo = (y: number) => {
    Object.defineProperty(window, 'scrollY', { configurable: true, value: y });
    window.dispatchEvent(new Event('scroll'));
  };
  beforeEach(() => scrollTo(0));

  it('is held while scrolled down: new runs are announced, not shown', async () => {
    const asked = runsAre(aJob().success());
    server.use(
      http.get('/api/runner/job-counts', ({ request }) => {
        const since = new URL(request.url).searchParams.get('created_from');
        return HttpResponse.json(since === '2026-11-18T11:00:00.001Z' ? { ...COUNTS, total: 3 } : COUNTS);
      }),
    );
    const { user } = renderApp('/kitchen/runner');
    await screen.findByRole('link', { name: 'NB stage' });
    scrollTo(500);
    const button = await screen.findByRole('button', { name: '3 new runs' });
    expect(asked).toHaveBeenLastCalledWith('created_to=2026-11-18T11%3A00%3A00.001Z');
    window.scrollTo = () => scrollTo(0);
    await user.click(button);
    await waitFor(() => expect(asked).toHaveBeenLastCalledWith(''));
    expect(screen.queryByRole('button', { name: '3 new runs' })).not.toBeInTheDocument();
  });

  it('is held on later pages by their address', async () => {
    const asked = vi.fn();
    server.use(
      http.get('/api/runner/jobs', ({ request }) => {
        asked(new URL(request.url).searchParams.toString());
        return HttpResponse.json(page([aJob().success()], 120));
      }),
    );
    const { user } = renderApp('/kitchen/runner');
    await user.click(await screen.findByRole('button', { name: 'Page 2' }));
    await waitFor(() => expect(address()).toBe('/kitchen/runner?page=2&until=2026-11-18T11%3A00%3A00.001Z'));
    await waitFor(() =>
      expect(asked).toHaveBeenLastCalledWith('created_to=2026-11-18T11%3A00%3A00.001Z&limit=50&offset=50'),
    );
    expect(await screen.findByText('51–100 of 120')).toBeVisible();
  });

  it('is held on a later page that was opened without one', async () => {
    const asked: string[] = [];
    server.use(
      http.get('/api/runner/jobs', ({ request }) => {
        asked.push(new URL(request.url).searchParams.toString());
        return HttpResponse.json(page([aJob().success()], 120));
      }),
    );
    renderApp('/kitchen/runner?page=3');
    expect(await screen.findByText('101–120 of 120')).toBeVisible();
    expect(asked.slice(0, 2)).toEqual([
      'limit=1',
      'created_to=2026-11-18T11%3A00%3A00.001Z&limit=50&offset=100',
    ]);
  });
});
