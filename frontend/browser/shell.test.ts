import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectAccessible, test } from './suite';

test('the root leads to the runs', async ({ visitor: { page } }) => {
  await page.goto('/');
  await page.waitForURL('**/kitchen/runner');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Runs' }).waitFor();
});

/** One key and then the other, without waiting in between for an answer that a busy machine may take its time for. */
async function pair(page: Page, first: string, second: string): Promise<void> {
  await Promise.all([page.keyboard.press(first), page.keyboard.press(second)]);
}

test('every page is two keys away', async ({ visitor: { page } }) => {
  await page.goto('/kitchen/runner');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Overview' }).waitFor();
  await pair(page, 'g', 'w');
  await page.getByRole('heading', { name: 'Workers and health' }).waitFor();
  await pair(page, 'g', 'o');
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
  await page.getByLabel('Search scripts, runs, pages and commands').fill('health');
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
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Overview' }).click();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
});

test('the keyboard reaches only what can be seen', async ({ visitor: { page } }) => {
  await page.goto('/kitchen/runner/overview');
  await page.getByRole('region', { name: 'Running now' }).waitFor();
  const unseen: string[] = [];
  // Once around: the next press after the last stop leaves the page.
  for (;;) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(() => {
      const focused = document.activeElement;
      if (focused === null || focused === document.body) return null;
      // A choice is drawn as its label; the field itself has no size.
      const drawn = (focused instanceof HTMLInputElement && focused.labels?.[0]) || focused;
      drawn.scrollIntoView({ block: 'center' });
      const { left, right, width } = drawn.getBoundingClientRect();
      return { html: focused.outerHTML, seen: width > 0 && left >= 0 && right <= innerWidth };
    });
    if (stop === null) break;
    if (!stop.seen) unseen.push(stop.html);
  }
  expect(unseen).toEqual([]);
});

test('the menu of a phone opens, leads on and closes', async ({ visit }) => {
  const { page } = await visit({ width: 'phone' });
  await page.goto('/kitchen/runner/overview');
  await page.getByRole('button', { name: 'Menu' }).click();
  const menu = page.getByRole('navigation', { name: 'Menu' });
  await menu.getByRole('link', { name: 'Workers' }).click();
  await page.getByRole('heading', { name: 'Workers and health' }).waitFor();
  await menu.waitFor({ state: 'hidden' });
});

test('a phone chooses its colours in the menu', async ({ visit }) => {
  const { page } = await visit({ width: 'phone' });
  await page.goto('/kitchen/runner/workers');
  await page.getByRole('button', { name: 'Menu' }).click();
  const colours = page.getByRole('navigation', { name: 'Menu' }).getByRole('group', { name: 'Colours' });
  await colours.getByRole('button', { name: 'Dark' }).click();
  await expectAccessible(page);
  await page.reload();
  expect(await page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('dark');
});
