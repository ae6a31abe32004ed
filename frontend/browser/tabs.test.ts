import { Api } from './api';
import { test } from './suite';

test('who signs out in one tab is signed out in the other', async ({ visitor: { page, tab } }) => {
  await page.goto('/kitchen/runner/workers');
  const other = await tab();
  await other.goto('/kitchen/runner/overview');
  await other.getByRole('heading', { name: 'Overview' }).waitFor();

  await page.getByRole('button', { name: 'Account of admin' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByLabel('Username').waitFor();
  await other.getByLabel('Username').waitFor();
});

test('who logs in again in one tab goes on where they were in the other', async ({
  stack,
  visitor: { page, tab },
}) => {
  await page.goto('/kitchen/runner/workers');
  const other = await tab();
  await other.goto('/kitchen/runner/overview');
  await other.getByRole('heading', { name: 'Overview' }).waitFor();
  await page.getByRole('button', { name: 'Account of admin' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await other.getByLabel('Username').waitFor();

  await page.getByLabel('Username').fill(stack.username);
  await page.getByLabel('Password', { exact: true }).fill(stack.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await other.getByRole('heading', { name: 'Overview' }).waitFor();
});

test('what is stopped in one tab is seen to stop in the other', async ({ stack, visitor: { page, tab } }) => {
  const api = await Api.of(stack);
  const job = await api.run('suite.ticks', { count: 3000 });
  const other = await tab();
  for (const each of [page, other]) {
    await each.goto(`/kitchen/runner/runs/${job.id}`);
    await each.getByText('tick 3', { exact: true }).waitFor();
  }
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await page.getByRole('button', { name: 'Stop it' }).click();
  for (const each of [page, other]) {
    await each.getByText('stopped by a signal').waitFor();
    await each.getByRole('button', { name: 'Run again' }).waitFor();
  }
});
