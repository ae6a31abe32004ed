import { expect } from 'vitest';
import { Api } from './api';
import { control, test } from './suite';

test('the API dies under an open page, comes back, and the log goes on without a gap', async ({
  stack,
  visitor: { page, expectTrouble },
}) => {
  expectTrouble(/ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE|WebSocket/);
  const api = await Api.of(stack);
  const job = await api.run('suite.ticks', { count: 3000 });
  await page.goto(`/kitchen/runner/runs/${job.id}`);
  const toolbar = page.getByRole('toolbar', { name: 'Log' });
  await toolbar.getByText('Live').waitFor();
  await page.getByText('tick 5', { exact: true }).waitFor();

  await control(stack, '/api/kill');
  try {
    await toolbar.getByText('Reconnecting').waitFor();
    await page.getByText(/This may be out of date/).waitFor();
  } finally {
    await control(stack, '/api/start');
  }
  await toolbar.getByText('Live').waitFor();
  await page.getByText(/This may be out of date/).waitFor({ state: 'hidden' });

  await api.cancel(job.id);
  await toolbar.getByText('Complete').waitFor();
  await page.getByText('stopped by a signal').waitFor();
  const shown = await page.getByText(/^tick \d+$/).allInnerTexts();
  const numbers = shown.map((line) => Number(line.slice(5)));
  expect(numbers.length).toBeGreaterThan(10);
  expect(numbers).toEqual(numbers.map((_, i) => (numbers[0] ?? 0) + i));
});
