import { expect } from 'vitest';
import { expectAccessible, test } from './suite';

test('the root leads to the runs', async ({ visitor: { page } }) => {
  await page.goto('/');
  await page.waitForURL('**/kitchen/runner');
  await page.getByRole('link', { name: 'Runs', exact: true }).waitFor();
});

test('every page is two keys away', async ({ visitor: { page } }) => {
  await page.goto('/kitchen/runner');
  await page.getByRole('link', { name: 'Overview' }).waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('w');
  await page.getByRole('heading', { name: 'Workers and health' }).waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('o');
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  expect(await page.title()).toBe('Overview · Runner');
});

test('the sheet of shortcuts opens with ? and closes with Escape', async ({ visitor: { page } }) => {
  await page.goto('/kitchen/runner/workers');
  await page.getByRole('heading', { name: 'Workers and health' }).waitFor();
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await sheet.waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'hidden' });
});

test('the palette finds a page by a few letters', async ({ visitor: { page } }) => {
  await page.goto('/kitchen/runner/overview');
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByLabel('Search scripts and pages').fill('health');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Workers and health' }).waitFor();
});

test('the colours that were chosen stay', async ({ visitor: { page } }) => {
  await page.goto('/kitchen/runner/workers');
  await page.getByRole('button', { name: 'Colours: As the system' }).click();
  await page.getByRole('menuitem', { name: 'Dark' }).click();
  await page.reload();
  await page.getByRole('button', { name: 'Colours: Dark' }).waitFor();
  expect(await page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('dark');
});

test('an address that leads nowhere says so', async ({ visitor: { page } }) => {
  await page.goto('/kitchen/runner/nowhere/at/all');
  await page.getByRole('heading', { name: 'There is nothing at this address' }).waitFor();
});
