import { Api } from './api';
import { control, test } from './suite';

test('without a worker the overview and the workers say what is wrong and what to do', async ({
  stack,
  visitor: { page },
}) => {
  await control(stack, '/worker/stop');
  try {
    await page.goto('/kitchen/runner/overview');
    await page.getByRole('link', { name: 'What to do' }).click();
    await page.getByRole('status', { name: 'Problems' }).waitFor();
    await page.getByRole('button', { name: /^Show \d+ stopped workers?$/ }).waitFor();
  } finally {
    await control(stack, '/worker/start');
  }
  await page.getByText('Everything is in order.').waitFor({ timeout: 40_000 });
});

test('the overview shows a run from waiting to its end without being reloaded', async ({
  stack,
  visitor: { page },
}) => {
  const api = await Api.of(stack);
  await page.goto('/kitchen/runner/overview?range=1h');
  await page.getByText('Nothing runs just now.').waitFor();
  // One more than there are slots, so that one of them has to wait.
  const jobs = await Promise.all([1, 2, 3, 4].map(() => api.run('suite.ticks', { count: 3000 })));
  const waits = page.getByRole('region', { name: 'Waiting' });
  await waits.getByRole('link', { name: 'Ticks' }).waitFor();
  await page
    .getByRole('region', { name: 'Running now' })
    .getByRole('link', { name: 'Ticks' })
    .nth(2)
    .waitFor();
  for (const job of jobs) await api.cancel(job.id);
  await waits.getByText('Nothing waits.').waitFor();
  await page.getByText('Nothing runs just now.').waitFor();
  await page.getByText(/finished in the last hour: .*\d+ canceled/).waitFor();
});
