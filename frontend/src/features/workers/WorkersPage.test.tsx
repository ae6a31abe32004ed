import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { expect, it } from 'vitest';
import { apiServer, refusal } from '../../test/apiServer';
import { diagnostics, worker } from '../../test/healthFactories';
import { renderAt } from '../../test/renderAt';

const server = apiServer();

function answer(values: Parameters<typeof diagnostics>[0] = {}) {
  server.use(http.get('/api/runner/diagnostics', () => HttpResponse.json(diagnostics(values))));
}

it('says that everything is in order', async () => {
  answer();
  renderAt('/kitchen/runner/workers');
  expect(await screen.findByText('Everything is in order.')).toBeVisible();
  const card = screen.getByRole('article', { name: 'Worker w-1' });
  expect(within(card).getByText('Launcher')).toBeVisible();
  expect(within(card).getByText('1 of 4')).toBeVisible();
  expect(within(card).getByText(/40 GB of 100 GB/)).toBeVisible();
  expect(within(card).getByText(/starts nothing below 268 MB/)).toBeVisible();
  expect(screen.getByText('held by build-1')).toBeVisible();
});

it('puts what is wrong on top, with what to do', async () => {
  answer({
    launcher_lock: { held: false, worker_id: null },
    workers: [
      worker('w-1', { launcher: false, alive: false, last_seen_at: '2026-11-18T11:30:00Z' }),
      worker('w-2', { host: 'build-2', launcher: false, refusing_reason: 'less than 256 MiB are free' }),
    ],
    problems: [
      {
        code: 'disk_low',
        severity: 'error',
        message: 'The disk of build-2 is full.',
        hint: 'Free some space.',
      },
    ],
  });
  renderAt('/kitchen/runner/workers');
  expect(await screen.findByText('The disk of build-2 is full.')).toBeVisible();
  expect(screen.getByText('Free some space.')).toBeVisible();
  expect(screen.queryByText('Everything is in order.')).not.toBeInTheDocument();
  expect(within(screen.getByRole('article', { name: 'Worker w-1' })).getByText('Silent')).toBeVisible();
  expect(screen.getByText('Starts nothing: less than 256 MiB are free')).toBeVisible();
  expect(screen.getByText('held by nobody')).toBeVisible();
});

it('folds away the workers that stopped', async () => {
  answer({
    workers: [
      worker('w-1'),
      worker('w-0', { host: 'old', alive: false, launcher: false, stopped_at: '2026-11-18T08:00:00Z' }),
    ],
  });
  renderAt('/kitchen/runner/workers');
  const unfold = await screen.findByRole('button', { name: 'Show 1 stopped worker' });
  expect(screen.queryByRole('article', { name: 'Worker w-0' })).not.toBeInTheDocument();
  await userEvent.click(unfold);
  expect(await screen.findByRole('article', { name: 'Worker w-0' })).toBeVisible();
});

it('tells which run has waited longest', async () => {
  answer({
    oldest_waiting: {
      job_id: 'j-1',
      script_key: 'nb.stage',
      available_at: '2026-11-18T11:57:00Z',
      waiting_seconds: 180,
    },
  });
  renderAt('/kitchen/runner/workers');
  const link = await screen.findByRole('link', { name: 'nb.stage' });
  expect(link).toHaveAttribute('href', '/kitchen/runner/runs/j-1');
  expect(link.parentElement).toHaveTextContent('for 3 min 00 s');
});

it('says what to do when there is no worker at all', async () => {
  answer({ workers: [], launcher_lock: { held: false, worker_id: null } });
  renderAt('/kitchen/runner/workers');
  expect(await screen.findByText(/Nothing runs until one is started/)).toBeVisible();
});

it('says so when it is refused', async () => {
  server.use(
    http.get('/api/runner/diagnostics', () => refusal(500, 'internal_error', 'The server made a mistake.')),
  );
  renderAt('/kitchen/runner/workers');
  expect(await screen.findByRole('alert')).toHaveTextContent('The server made a mistake.');
});
