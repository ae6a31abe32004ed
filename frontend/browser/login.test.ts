import { expect } from 'vitest';
import { expectAccessible, expectNoSidewaysScrolling, screenshot, SCHEMES, test } from './suite';

/** Refused because nobody is logged in yet: that is how a page finds out. */
const NOT_LOGGED_IN = /^401 POST .*\/api\/auth\/refresh$/;

test('a visitor logs in and is where they wanted to be', async ({ visit, stack }) => {
  const { page, expectTrouble } = await visit({ loggedIn: false });
  expectTrouble(NOT_LOGGED_IN);
  await page.goto('/kitchen/runner/workers');
  await page.getByLabel('Username').fill(stack.username);
  await page.getByLabel('Password', { exact: true }).fill(stack.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('heading', { name: 'Workers and health' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/kitchen/runner/workers');
});

test('merely being logged out is no alarm', async ({ visit }) => {
  const { page, expectTrouble } = await visit({ loggedIn: false });
  expectTrouble(NOT_LOGGED_IN);
  await page.goto('/kitchen/runner');
  await page.getByLabel('Username').waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
});

test('a wrong password is told in words, and can be put right by keyboard alone', async ({
  visit,
  stack,
}) => {
  const { page, expectTrouble } = await visit({ loggedIn: false });
  expectTrouble(NOT_LOGGED_IN);
  expectTrouble(/^401 POST .*\/api\/auth\/login$/);
  await page.goto('/login');
  await page.getByLabel('Username').waitFor();
  await page.keyboard.type(stack.username);
  await page.keyboard.press('Tab');
  await page.keyboard.type('not the password');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('Wrong username or password').waitFor();
  // The cursor is back in the emptied field.
  await page.keyboard.type(stack.password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/kitchen/runner');
});

for (const width of ['wide', 'phone'] as const) {
  test(`the login page can be used by everybody, ${width}`, async ({ visit }) => {
    const { page, expectTrouble } = await visit({ loggedIn: false, width });
    expectTrouble(NOT_LOGGED_IN);
    await page.goto('/login');
    for (const scheme of SCHEMES) {
      await page.emulateMedia({ colorScheme: scheme });
      await page.getByLabel('Username').waitFor();
      await expectAccessible(page);
      await expectNoSidewaysScrolling(page);
      await screenshot(page, `login-${width}-${scheme}`);
    }
  });
}
