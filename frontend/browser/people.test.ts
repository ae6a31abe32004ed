import { expect } from 'vitest';
import { test } from './suite';

test('an administrator adds somebody, who logs in and is out at once when disabled', async ({
  visit,
  visitor: { page },
}) => {
  await page.goto('/kitchen/runner/users');
  await page.getByRole('button', { name: 'Add a user' }).click();
  await page.getByRole('dialog', { name: 'Add a user' }).getByLabel('Username').fill('barbara');
  await page.keyboard.press('Enter');
  const shown = page.getByRole('dialog', { name: 'The password of barbara' });
  const password = await shown.locator('code').innerText();
  await shown.getByRole('button', { name: 'I have copied it' }).click();

  const barbara = await visit({ loggedIn: false });
  barbara.expectTrouble(/^401 /);
  await barbara.page.goto('/kitchen/runner/workers');
  await barbara.page.getByLabel('Username').fill('barbara');
  await barbara.page.getByLabel('Password', { exact: true }).fill(password);
  await barbara.page.keyboard.press('Enter');
  await barbara.page.getByRole('button', { name: 'Account of barbara' }).click();
  await barbara.page.getByRole('menuitem', { name: 'Account and tokens' }).waitFor();
  expect(await barbara.page.getByRole('menuitem', { name: 'Users' }).count()).toBe(0);
  await barbara.page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Change barbara' }).click();
  await page.getByRole('menuitem', { name: 'Disable' }).click();
  await page.getByRole('button', { name: 'Disable' }).click();
  await page
    .getByRole('row', { name: /barbara/ })
    .getByText('Disabled')
    .waitFor();
  // By the next thing the page asks for, without anybody touching it.
  await barbara.page.getByLabel('Username').waitFor();
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
