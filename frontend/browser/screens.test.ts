import type { Page } from 'playwright-core';
import { beforeAll, inject } from 'vitest';
import { Api } from './api';
import { aDayOfRuns } from './history';
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
  path: () => string;
  /** Resolves when the screen shows what it is for. */
  ready: (page: Page) => Promise<void>;
}

const SCREENS: Screen[] = [
  {
    name: 'runs',
    path: () => '/kitchen/runner',
    ready: (page) => page.getByText('Master agent, full run').first().waitFor(),
  },
  {
    name: 'new-run',
    path: () => '/kitchen/runner/new?script=masteragent.full',
    ready: (page) => page.getByText('bash scripts/masteragent-runner.sh --retries 3').waitFor(),
  },
  {
    name: 'scripts',
    path: () => '/kitchen/runner/new',
    ready: (page) => page.getByText('Runs the NB stage alone.').waitFor(),
  },
  {
    name: 'run-failed',
    path: () => `/kitchen/runner/runs/${seen.failed}`,
    ready: (page) => page.getByText('ERROR: the target does not exist').waitFor(),
  },
  {
    name: 'run',
    path: () => `/kitchen/runner/runs/${seen.agent}`,
    ready: (page) => page.getByText('all done').waitFor(),
  },
  {
    name: 'run-live',
    path: () => `/kitchen/runner/runs/${seen.running}`,
    ready: (page) => page.getByRole('toolbar', { name: 'Log' }).getByText('Live').waitFor(),
  },
  {
    name: 'overview',
    path: () => '/kitchen/runner/overview',
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
    path: () => '/kitchen/runner/workers',
    ready: (page) => page.getByText('Everything is in order.').waitFor(),
  },
  {
    name: 'compare',
    path: () => `/kitchen/runner/compare?a=${seen.agent}&b=${seen.other}`,
    ready: (page) => page.getByText(/^Lines: \d+ changed/).waitFor(),
  },
  {
    name: 'account',
    path: () => '/kitchen/runner/account',
    ready: (page) => page.getByLabel('What it is for').waitFor(),
  },
  {
    name: 'users',
    path: () => '/kitchen/runner/users',
    ready: (page) => page.getByText('admin', { exact: true }).first().waitFor(),
  },
];

/** What the screens show: ends of all kinds, a history, and something that runs. */
const seen = { failed: '', agent: '', other: '', running: '' };

beforeAll(async () => {
  const stack = inject('stack');
  const api = await Api.of(stack);
  const scripts = ['nb.stage', 'bts.stage', 'stcc.stage', 'ic.stage', 'nb.stage', 'suite.fails'];
  const jobs = await Promise.all(scripts.map((script) => api.run(script)));
  const agent = await api.run('masteragent.full', { retries: 2, leaf_progress: true, verbose: true });
  const other = await api.run('masteragent.full', { retries: 3, leaf_progress: true });
  seen.agent = agent.id;
  seen.other = other.id;
  seen.failed = jobs.at(-1)?.id ?? '';
  for (const job of [...jobs, agent, other]) await api.finished(job.id);
  await aDayOfRuns(stack.database, 24);
  const running = await api.run('suite.ticks', { count: 3000 });
  seen.running = running.id;
  await api.untilIs(running.id, ['running']);
  return async () => {
    await api.cancel(running.id);
    await api.finished(running.id);
  };
});

for (const { name, path, ready } of SCREENS) {
  for (const width of Object.keys(WIDTHS) as Width[]) {
    test(`${name} can be used by everybody, ${width}`, async ({ visit }) => {
      const { page } = await visit({ width });
      await page.goto(path());
      for (const scheme of SCHEMES) {
        await page.emulateMedia({ colorScheme: scheme });
        await ready(page);
        await expectAccessible(page);
        await expectNoSidewaysScrolling(page);
        await screenshot(page, `${name}-${width}-${scheme}`);
      }
    });
  }
}
