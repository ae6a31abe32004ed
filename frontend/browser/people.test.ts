import { expect } from 'vitest';
import { test } from './suite';

test('an administrator adds somebody, who logs in and is out at once when disabled', async ({
  visit,
  visitor: { page },
}) => {
  await page.goto('/kitchen/runner/users');
  await page.getByRole('button', { name: 'Add a user' }).click();
  await page.getByRole('dialog', { name: 'Add a user' }).getByLabel('Username').fill('grace');
  await page.keyboard.press('Enter');
  const shown = page.getByRole('dialog', { name: 'The password of grace' });
  const password = await shown.locator('code').innerText();
  await shown.getByRole('button', { name: 'I have copied it' }).click();

  const grace = await visit({ loggedIn: false });
  grace.expectTrouble(/^401 /);
  await grace.page.goto('/kitchen/runner/workers');
  await grace.page.getByLabel('Username').fill('grace');
  await grace.page.getByLabel('Password', { exact: true }).fill(password);
  await grace.page.keyboard.press('Enter');
  await grace.page.getByRole('button', { name: 'Account of grace' }).click();
  await grace.page.getByRole('menuitem', { name: 'Account and tokens' }).waitFor();
  expect(await grace.page.getByRole('menuitem', { name: 'Users' }).count()).toBe(0);
  await grace.page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Change grace' }).click();
  await page.getByRole('menuitem', { name: 'Disable' }).click();
  await page.getByRole('button', { name: 'Disable' }).click();
  await page.getByRole('row', { name: /grace/ }).getByText('Disabled').waitFor();
  // By the next thing the page asks for, without anybody touching it.
  await grace.page.getByLabel('Username').waitFor();
});

test('a token opens the API until it is revoked', async ({ stack, visitor: { page } }) => {
  await page.goto('/kitchen/runner/account');
  await page.getByLabel('What it is for').fill('nightly job');
  await page.keyboard.press('Enter');
  const shown = page.getByRole('dialog', { name: 'Your new token' });
  const token = await shown.locator('code').innerText();
  await shown.getByRole('button', { name: 'I have copied it' }).click();
  const ask = async () =>
    (await fetch(`${stack.url}/api/runner/scripts`, { headers: { Authorization: `Bearer ${token}` } }))
      .status;
  expect(await ask()).toBe(200);

  await page.getByRole('button', { name: 'Revoke nightly job' }).click();
  await page.getByRole('button', { name: 'Revoke it' }).click();
  await page.getByText('The token nightly job opens nothing any more.').waitFor();
  expect(await ask()).toBe(401);
});
