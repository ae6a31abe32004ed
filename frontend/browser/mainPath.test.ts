import { expect } from 'vitest';
import { test } from './suite';

test('log in, start a run, watch it and stop it by keyboard alone', async ({ visit, stack }) => {
  const { page, expectTrouble } = await visit({ loggedIn: false });
  expectTrouble(/^401 POST .*\/api\/auth\/refresh$/);
  const { keyboard } = page;

  await page.goto('/');
  await page.getByLabel('Username').waitFor();
  await keyboard.type(stack.username);
  await keyboard.press('Tab');
  await keyboard.type(stack.password);
  await keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Runs' }).waitFor();

  await keyboard.press('n');
  await page.getByRole('searchbox', { name: 'Search scripts' }).waitFor();
  await keyboard.type('ticks');
  await keyboard.press('Enter');
  const count = page.getByLabel('How many');
  await count.waitFor();
  while (!(await count.evaluate((field) => field === document.activeElement))) await keyboard.press('Tab');
  await keyboard.press('Control+a');
  await keyboard.type('900');
  await page.getByText('bash suite/ticks.sh 900').waitFor();
  await keyboard.press('Enter');

  await page.waitForURL('**/kitchen/runner/runs/*');
  await page.getByText('tick 5', { exact: true }).waitFor();
  await page.getByText('Running', { exact: true }).waitFor();

  await keyboard.press('c');
  const question = page.getByRole('dialog', { name: 'Stop Ticks?' });
  await question.getByText(/SIGTERM.*SIGKILL/).waitFor();
  await keyboard.press('Tab');
  await keyboard.press('Enter');
  await page.getByText('Canceled', { exact: true }).first().waitFor();
  await page.getByText('stopped by a signal').waitFor();
  await page.getByRole('button', { name: 'Run again' }).waitFor();
  expect(await page.title()).toContain('Ticks');
});
