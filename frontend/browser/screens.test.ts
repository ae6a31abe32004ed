import type { Page } from 'playwright-core';
import { Api } from './api';
import {
  expectAccessible,
  expectNoSidewaysScrolling,
  screenshot,
  SCHEMES,
  test,
  WIDTHS,
  type Width,
} from './suite';

interface Screen {
  name: string;
  path: string;
  /** Resolves when the screen shows what it is for. */
  ready: (page: Page) => Promise<void>;
}

const SCREENS: Screen[] = [
  {
    name: 'overview',
    path: '/kitchen/runner/overview',
    ready: async (page) => {
      await page
        .getByRole('region', { name: 'Finished runs' })
        .getByText(/finished in the last/)
        .waitFor();
      // The bars come with code that is loaded after the page.
      await page.locator('.recharts-bar-rectangle').first().waitFor();
    },
  },
  {
    name: 'workers',
    path: '/kitchen/runner/workers',
    ready: (page) => page.getByText('Everything is in order.').waitFor(),
  },
];

/** So that no screen is empty: every outcome but a timeout, and something that runs. */
test('there are runs to look at', async ({ stack }) => {
  const api = await Api.of(stack);
  const wanted = ['nb.stage', 'bts.stage', 'stcc.stage', 'ic.stage', 'nb.stage', 'suite.fails'];
  const jobs = await Promise.all(wanted.map((script) => api.run(script)));
  for (const job of jobs) await api.finished(job.id);
});

for (const { name, path, ready } of SCREENS) {
  for (const width of Object.keys(WIDTHS) as Width[]) {
    test(`${name} can be used by everybody, ${width}`, async ({ visit, stack }) => {
      const api = await Api.of(stack);
      const running = await api.run('suite.ticks', { count: 300 });
      await api.untilIs(running.id, ['running']);
      const { page } = await visit({ width });
      await page.goto(path);
      for (const scheme of SCHEMES) {
        await page.emulateMedia({ colorScheme: scheme });
        await ready(page);
        await expectAccessible(page);
        await expectNoSidewaysScrolling(page);
        await screenshot(page, `${name}-${width}-${scheme}`);
      }
      await api.cancel(running.id);
      await api.finished(running.id);
    });
  }
}
