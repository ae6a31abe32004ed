import type { Page } from 'playwright-core';
import { beforeAll, inject } from 'vitest';
import { Api } from './api';
import { aDayOfRuns } from './history';
import { demoSwitches } from './stack';
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
  /** What has to be done there first, once. */
  act?: (page: Page) => Promise<void>;
  /** Looked at by axe, but not shown in the documentation. */
  isUnseen?: true;
}

const SCREENS: Screen[] = [
  {
    name: 'runs',
    path: () => '/kitchen/runner',
    ready: (page) => page.getByText('Master agent, full run').first().waitFor(),
  },
  {
    name: 'runs-nothing',
    path: () => '/kitchen/runner?q=no+such+run',
    ready: (page) => page.getByText('Nothing matches').waitFor(),
    isUnseen: true,
  },
  {
    name: 'new-run',
    path: () => '/kitchen/runner/new?script=masteragent.full',
    ready: (page) => page.getByText('bash scripts/masteragent-runner.sh --retries 3').waitFor(),
  },
  {
    name: 'new-run-wrong',
    path: () => '/kitchen/runner/new?script=masteragent.full',
    act: async (page) => {
      await page.getByLabel('Retries').fill('99');
      await page.getByRole('button', { name: /^More:/ }).click();
    },
    ready: async (page) => {
      await page.getByText('Must be a whole number from 1 to 10').waitFor();
      await page.getByLabel('Not before').waitFor();
    },
    isUnseen: true,
  },
  {
    name: 'run-again',
    path: () => `/kitchen/runner/new?script=masteragent.full&from=${seen.agent}`,
    ready: (page) => page.getByText('--retries 2 --leaf-progress --verbose').waitFor(),
  },
  {
    name: 'scripts',
    path: () => '/kitchen/runner/new',
    ready: (page) => page.getByText('Runs the NB stage alone.').waitFor(),
  },
  {
    name: 'run-failed',
    path: () => `/kitchen/runner/runs/${seen.failed}?line=3`,
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
    ready: async (page) => {
      await page.getByRole('toolbar', { name: 'Log' }).getByText('Live').waitFor();
      await page.getByText('== stage stcc').waitFor();
    },
  },
  {
    name: 'run-waiting',
    path: () => `/kitchen/runner/runs/${seen.later}`,
    ready: (page) => page.getByText(/^Not before \d/).waitFor(),
    isUnseen: true,
  },
  {
    name: 'cancel',
    path: () => `/kitchen/runner/runs/${seen.running}`,
    act: (page) => page.getByRole('button', { name: 'Cancel', exact: true }).click(),
    ready: (page) => page.getByRole('dialog', { name: 'Stop Master agent, full run?' }).waitFor(),
    isUnseen: true,
  },
  {
    name: 'palette',
    path: () => '/kitchen/runner/workers',
    act: async (page) => {
      await page.getByText('Everything is in order.').waitFor();
      await page.keyboard.press('Control+k');
      await page.getByLabel('Search scripts, runs, pages and commands').fill('stage');
    },
    ready: (page) => page.getByRole('dialog').getByText('Runs the NB stage alone.').waitFor(),
    isUnseen: true,
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
    name: 'compare-choose',
    path: () => `/kitchen/runner/compare?b=${seen.other}`,
    ready: (page) => page.getByText('Master agent, full run').first().waitFor(),
    isUnseen: true,
  },
  {
    name: 'account',
    path: () => '/kitchen/runner/account',
    ready: (page) => page.getByText('nightly build').first().waitFor(),
  },
  {
    name: 'users',
    path: () => '/kitchen/runner/users',
    ready: (page) => page.getByText('Disabled').first().waitFor(),
  },
];

/** Goes well at first, and is under way until all screens have been seen. */
const GOES_ON = { DEMO_SPEED: '1', DEMO_HANG: 'stcc' };

/** What the screens show: ends of all kinds, a history, something that runs, and something that waits. */
const seen = { failed: '', agent: '', other: '', running: '', later: '' };

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
  const tomorrow = new Date(Date.now() + 24 * 3_600_000).toISOString();
  const later = await api.run('ic.stage', {}, { not_before: tomorrow });
  seen.later = later.id;
  demoSwitches(stack.workspace, GOES_ON);
  const running = await api.run('masteragent.full', { leaf_progress: true, verbose: true });
  seen.running = running.id;
  await api.untilIs(running.id, ['running']);
  await api.addToken('nightly build');
  await api.addUser('grace');
  await api.disable(await api.addUser('heinrich'));
  return async () => {
    demoSwitches(stack.workspace);
    await api.cancel(later.id);
    await api.cancel(running.id);
    await api.finished(running.id);
  };
});

for (const { name, path, ready, act, isUnseen } of SCREENS) {
  for (const width of Object.keys(WIDTHS) as Width[]) {
    test(`${name} can be used by everybody, ${width}`, async ({ visit }) => {
      const { page } = await visit({ width });
      await page.goto(path());
      await act?.(page);
      for (const scheme of SCHEMES) {
        await page.emulateMedia({ colorScheme: scheme });
        await ready(page);
        await expectAccessible(page);
        await expectNoSidewaysScrolling(page);
        if (!isUnseen) await screenshot(page, `${name}-${width}-${scheme}`);
      }
    });
  }
}
