import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { expect, it } from 'vitest';
import { apiServer, refusal } from '../../test/apiServer';
import { diagnostics, queuedJob, runningJob, scriptStats, stats } from '../../test/healthFactories';
import { renderAt } from '../../test/renderAt';

const page = (...items: object[]) => ({ items, total: items.length, limit: 200, offset: 0 });

const server = apiServer(
  http.get('/api/runner/stats', () => HttpResponse.json(stats())),
  http.get('/api/runner/jobs', () => HttpResponse.json(page())),
  http.get('/api/runner/diagnostics', () => HttpResponse.json(diagnostics())),
);

it('tells what runs, what waits and why', async () => {
  server.use(
    http.get('/api/runner/jobs', ({ request }) => {
      expect(new URL(request.url).searchParams.getAll('status')).toEqual([
        'queued',
        'running',
        'cancel_requested',
      ]);
      return HttpResponse.json(
        page(
          queuedJob('q', {
            waiting: { reason: 'concurrency_limit', position: 1, detail: 'All 2 slots are taken.' },
          }),
          runningJob('r', { script_key: 'ic.stage' }),
        ),
      );
    }),
  );
  renderAt('/kitchen/runner/overview');
  const running = await screen.findByRole('region', { name: 'Running now' });
  expect(within(running).getByRole('link', { name: 'ic.stage' })).toHaveAttribute(
    'href',
    '/kitchen/runner/runs/r',
  );
  const waits = screen.getByRole('region', { name: 'Waiting' });
  expect(within(waits).getByText('All 2 slots are taken.')).toBeVisible();
});

it('is calm when there is nothing', async () => {
  renderAt('/kitchen/runner/overview');
  expect(await screen.findByText('Nothing runs just now.')).toBeVisible();
  expect(await screen.findByText('No run finished in the last hour.')).toBeVisible();
  expect(screen.getByText('No failures.')).toBeVisible();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

it('says in words and as a table what the chart shows', async () => {
  server.use(http.get('/api/runner/stats', () => HttpResponse.json(stats([{ success: 3, failed: 1 }]))));
  renderAt('/kitchen/runner/overview');
  expect(await screen.findByText(/4 runs finished in the last hour: 3 success, 1 failed/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Finished runs: show as a table' }));
  const first = within(screen.getByRole('region', { name: 'Finished runs' })).getAllByRole('row')[1]!;
  expect(
    within(first)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(['00:47–00:49', '3', '1', '0', '0', '25 %']);
});

it('leads from a failing script to its failures', async () => {
  const failing = scriptStats('nb.stage', { failed: 2, timeout: 1, failure_rate: 0.3 });
  server.use(http.get('/api/runner/stats', () => HttpResponse.json(stats([{ failed: 3 }], [failing]))));
  renderAt('/kitchen/runner/overview');
  const table = await screen.findByRole('region', { name: 'Most failing scripts' });
  expect(within(table).getByText('3 of 10')).toBeVisible();
  const href = within(table).getByRole('link', { name: 'nb.stage' }).getAttribute('href');
  expect(new URL(href ?? '', 'http://runner.test').pathname).toBe('/kitchen/runner');
});

it('keeps the range in the address', async () => {
  const asked: (string | null)[] = [];
  server.use(
    http.get('/api/runner/stats', ({ request }) => {
      asked.push(new URL(request.url).searchParams.get('range'));
      return HttpResponse.json(stats());
    }),
  );
  renderAt('/kitchen/runner/overview?range=7d');
  expect(await screen.findByRole('radio', { name: '7d' })).toBeChecked();
  await userEvent.click(screen.getByRole('radio', { name: '30d' }));
  await screen.findByText('Nothing runs just now.');
  expect(window.location.search).toBe('?range=30d');
  expect(asked).toEqual(['7d', '30d']);
});

it('shows what it has when the figures are refused', async () => {
  server.use(
    http.get('/api/runner/stats', () => refusal(404, 'not_found', 'There is nothing at this address.')),
  );
  renderAt('/kitchen/runner/overview');
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('The figures cannot be shown');
  expect(alert).toHaveTextContent('There is nothing at this address.');
  expect(await screen.findByText('Nothing waits.')).toBeVisible();
});

it('points to the workers when something is wrong', async () => {
  server.use(
    http.get('/api/runner/diagnostics', () =>
      HttpResponse.json(
        diagnostics({
          problems: [
            { code: 'no_worker', severity: 'error', message: 'No worker is alive.', hint: 'Start one.' },
            { code: 'worker_silent', severity: 'warning', message: 'build-2 is silent.', hint: null },
          ],
        }),
      ),
    ),
  );
  renderAt('/kitchen/runner/overview');
  expect(await screen.findByText('No worker is alive. And 1 more.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'What to do' })).toHaveAttribute('href', '/kitchen/runner/workers');
});
