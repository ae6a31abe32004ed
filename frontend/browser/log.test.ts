import { expect } from 'vitest';
import { Api } from './api';
import { expectNoSidewaysScrolling, test } from './suite';

test('nothing in a hostile log becomes markup, a link, a title or anything but text', async ({
  stack,
  visitor: { page },
}) => {
  const api = await Api.of(stack);
  const job = await api.run('suite.hostile');
  await api.finished(job.id);
  await page.goto(`/kitchen/runner/runs/${job.id}`);
  const log = page.getByRole('region', { name: 'Log of Hostile log' });
  await log.getByText('the last line').waitFor();
  await log.focus();
  await page.keyboard.press('Home');
  await log.getByText('<script>window.hacked = "script"</script>').waitFor();
  for (const shown of [
    '<img src=x onerror="window.hacked = 1">',
    '<a href="javascript:window.hacked=2">click me</a>',
    'after the title',
    'after the link',
    'after the clipboard',
    'after clearing the screen',
    'after odd colours',
    'carriage return',
  ])
    await log.getByText(shown).waitFor();
  expect(
    await log.locator('script, img, iframe, a[href^="javascript"], a[href*="example.invalid"]').count(),
  ).toBe(0);
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
  expect(await page.title()).not.toContain('hacked');
  await expectNoSidewaysScrolling(page);
});

test('a line of a megabyte is shown in parts that the page can bear', async ({
  stack,
  visitor: { page },
}) => {
  const api = await Api.of(stack);
  const job = await api.run('suite.hostile');
  await api.finished(job.id);
  await page.goto(`/kitchen/runner/runs/${job.id}`);
  const log = page.getByRole('region', { name: 'Log of Hostile log' });
  await log.getByText('the last line').waitFor();
  await log.getByText(/^x+$/).first().waitFor();
  const longest = await log.evaluate((region) =>
    Math.max(...[...region.querySelectorAll('span')].map((span) => span.textContent.length)),
  );
  expect(longest).toBeLessThanOrEqual(4096);
  await page.getByRole('button', { name: 'Wrap long lines' }).click();
  await log.getByText('the last line').waitFor();
  await expectNoSidewaysScrolling(page);
});

test('an error is found, a line has an address, and a search finds what is far away', async ({
  stack,
  visitor: { page },
}) => {
  const api = await Api.of(stack);
  const long = await api.run('suite.lines', { count: 200_000 });
  const failed = await api.run('suite.fails');
  await api.finished(long.id);
  await api.finished(failed.id);

  await page.goto(`/kitchen/runner/runs/${failed.id}`);
  await page.getByText('cleaning up').waitFor();
  await page.keyboard.press('e');
  await page.waitForURL(/line=/);

  await page.goto(`/kitchen/runner/runs/${long.id}`);
  await page.getByText(/^line 200000 /).waitFor();
  await page.getByLabel('Search the log').fill('line 123456 ');
  await page.keyboard.press('Enter');
  await page.getByText(/line 123456 of/).waitFor();

  await page.goto(`/kitchen/runner/runs/${long.id}?line=77777`);
  await page.getByText(/^line 77777 /).waitFor();
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.getByText(/^line 77777 /).waitFor();
});

test('the end stays in sight when the window becomes higher or lower', async ({
  stack,
  visitor: { page },
}) => {
  const api = await Api.of(stack);
  const job = await api.run('suite.ticks', { count: 3000 });
  await page.setViewportSize({ width: 1440, height: 600 });
  await page.goto(`/kitchen/runner/runs/${job.id}`);
  const following = page.getByRole('button', { name: /Stop following/ });
  await following.waitFor();
  // More than fit into the window.
  await page.getByText('tick 40', { exact: true }).waitFor();
  for (const height of [900, 500, 800]) {
    await page.setViewportSize({ width: 1440, height });
    const last = page.getByText(/^tick \d+$/).last();
    const before = await last.innerText();
    await expect.poll(() => last.innerText()).not.toBe(before);
    await following.waitFor();
  }
  await api.cancel(job.id);
  await page.getByText('stopped by a signal').waitFor();
});
