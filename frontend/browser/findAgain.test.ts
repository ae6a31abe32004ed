import { expect } from 'vitest';
import { Api } from './api';
import { longAgo } from './history';
import { test } from './suite';

test("last week's failed run is found by filters and run again", async ({ stack, visitor: { page } }) => {
  const api = await Api.of(stack);
  const old = await api.run('suite.fails', { note: 'the quarterly one' });
  await api.finished(old.id);
  await longAgo(stack.database, old.id, '7 days');
  const newer = await api.run('suite.fails', { note: 'another one' });
  await api.finished(newer.id);

  await page.goto('/kitchen/runner');
  await page
    .getByRole('group', { name: 'States' })
    .getByRole('button', { name: /^Failed/ })
    .click();
  await page.getByLabel('Search in script, arguments and person').fill('quarterly');
  const row = page.getByRole('row').filter({ hasText: 'the quarterly one' });
  await row.waitFor();
  // The row of the newer one is gone: what is left is the head and the one that was looked for.
  await expect.poll(() => page.getByRole('row').count()).toBe(2);
  expect(new URL(page.url()).searchParams.get('q')).toBe('quarterly');
  expect(new URL(page.url()).searchParams.get('status')).toBe('failed');

  // The address is the state: whoever gets the link sees the same.
  await page.reload();
  await row.getByRole('button', { name: 'Run Fails again' }).click();
  await page.getByRole('link', { name: 'Watch the new run' }).click();
  await page.waitForURL('**/kitchen/runner/runs/*');
  expect(page.url()).not.toContain(old.id);
  await page.getByText('note: the quarterly one').waitFor();
  await page.getByText('Failed', { exact: true }).first().waitFor();
});

test('a run is repeated with other arguments', async ({ stack, visitor: { page } }) => {
  const api = await Api.of(stack);
  const old = await api.run('suite.fails', { note: 'first try' });
  await api.finished(old.id);
  await page.goto(`/kitchen/runner/runs/${old.id}`);
  await page.getByRole('link', { name: 'Edit and run' }).click();
  const note = page.getByLabel('Note');
  await expect.poll(() => note.inputValue()).toBe('first try');
  await note.fill('second try');
  await page.getByText("bash suite/fails.sh --note 'second try'").waitFor();
  await page.getByRole('button', { name: 'Start the run' }).click();
  await page.getByText('note: second try').waitFor();
});
