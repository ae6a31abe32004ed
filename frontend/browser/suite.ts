import { readFileSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Result } from 'axe-core';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { expect, inject, test as plain, type ProvidedContext } from 'vitest';

// What every test of the suite stands on: pages that are watched, somebody logged in, and the checks all screens share.

export const WIDTHS = { wide: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const;
export const SCHEMES = ['light', 'dark'] as const;
export type Width = keyof typeof WIDTHS;
export type Scheme = (typeof SCHEMES)[number];

/** What the page waits for; far more than it should take, because the machine may be busy. */
const PATIENCE_MS = 20_000;

const NETWORK_CHANGED = /ERR_NETWORK_CHANGED/;
const LEFT_BY_IT = /Failed to fetch dynamically imported module/;

const FAILED = join(import.meta.dirname, '../target/browser');
const SCREENSHOTS = join(import.meta.dirname, '../../docs/screenshots');

const USUAL_WORKSPACE = '/srv/runner/workspace';

interface Opening {
  width?: Width;
  scheme?: Scheme;
  loggedIn?: boolean;
}

/** A person with a browser of their own: own cookies, own tabs. */
export interface Visitor {
  context: BrowserContext;
  page: Page;
  /** One more tab of the same browser. */
  tab: () => Promise<Page>;
  /** Errors of this kind are what the test is about. */
  expectTrouble: (pattern: RegExp) => void;
}

interface Fixtures {
  stack: ProvidedContext['stack'];
  browser: Browser;
  visit: (opening?: Opening) => Promise<Visitor>;
  /** A visitor at 1440 pixels who is logged in. */
  visitor: Visitor;
}

export const test = plain.extend<Fixtures>({
  // eslint-disable-next-line no-empty-pattern -- Vitest reads the names of what a fixture needs from this pattern
  stack: async ({}, use) => use(inject('stack')),
  // eslint-disable-next-line no-empty-pattern
  browser: async ({}, use) => {
    const browser = await chromium.connect(inject('browser'));
    await use(browser);
    await browser.close();
  },
  visit: async ({ stack, browser, task, onTestFailed }, use) => {
    const troubles: string[] = [];
    const expected: RegExp[] = [];
    const contexts: BrowserContext[] = [];
    onTestFailed(async () => {
      const output = await fetch(`${stack.control}/output`).then((answer) => answer.text());
      console.error(`${troubles.join('\n')}\n${output}`);
    });
    await use(async ({ width = 'wide', scheme = 'light', loggedIn = true } = {}) => {
      const context = await browser.newContext({
        baseURL: stack.url,
        viewport: WIDTHS[width],
        colorScheme: scheme,
        reducedMotion: 'reduce',
        locale: 'en-GB',
        timezoneId: 'Europe/Vienna',
        hasTouch: width === 'phone',
      });
      contexts.push(context);
      context.setDefaultTimeout(PATIENCE_MS);
      context.on('page', (page) => watch(page, troubles));
      if (loggedIn) await logIn(context, stack);
      const tab = () => context.newPage();
      return { context, page: await tab(), tab, expectTrouble: (pattern) => expected.push(pattern) };
    });
    if (task.result?.state === 'fail') await keepPictures(contexts, task.name);
    for (const context of contexts) await context.close();
    // The machine's network changed (a container came or went): the browser then drops what it was loading.
    if (troubles.some((trouble) => NETWORK_CHANGED.test(trouble))) expected.push(NETWORK_CHANGED, LEFT_BY_IT);
    expect(troubles.filter((trouble) => !expected.some((pattern) => pattern.test(trouble)))).toEqual([]);
  },
  visitor: async ({ visit }, use) => use(await visit()),
});

/** Collects what a person would only see with the tools of their browser open. */
function watch(page: Page, troubles: string[]): void {
  page.on('console', (message) => {
    // A refused request is reported by the response below, with its address.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      troubles.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => troubles.push(`error: ${error.stack ?? error.message}`));
  page.on('response', (response) => {
    if (response.status() >= 400)
      troubles.push(`${response.status()} ${response.request().method()} ${response.url()}`);
  });
  page.on('requestfailed', (request) => {
    // Left behind by a page that was closed or a query that nobody waits for any more.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED')
      troubles.push(`${request.failure()?.errorText} ${request.method()} ${request.url()}`);
  });
}

/** By the API, quickly; the login page has tests of its own. Each browser has its session: cookies are used up. */
async function logIn(context: BrowserContext, stack: Fixtures['stack']): Promise<void> {
  const answer = await context.request.post('/api/auth/login', {
    data: { username: stack.username, password: stack.password },
  });
  expect(answer.status()).toBe(200);
}

async function keepPictures(contexts: BrowserContext[], name: string): Promise<void> {
  mkdirSync(FAILED, { recursive: true });
  const pages = contexts.flatMap((context) => context.pages());
  for (const [i, page] of pages.entries())
    await page.screenshot({ path: join(FAILED, `${name.replace(/\W+/g, '-')}-${i}.png`) }).catch(() => null);
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Fails on what keeps people from using the page. Evaluated by the browser itself, as the content policy allows no scripts. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(axeSource);
  const violations = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run: () => Promise<{ violations: Result[] }> } };
    return (await axe.run()).violations;
  });
  const grave = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, help, nodes }) => `${id}: ${help}\n${nodes.map((node) => `  ${node.html}`).join('\n')}`);
  expect(grave).toEqual([]);
}

/** A page may scroll down, never sideways. */
export async function expectNoSidewaysScrolling(page: Page): Promise<void> {
  const { content, window: visible } = await page.evaluate(() => ({
    content: document.documentElement.scrollWidth,
    window: document.documentElement.clientWidth,
  }));
  expect(content).toBeLessThanOrEqual(visible);
}

/** For the documentation. Written only when asked for, so that a test run leaves the checkout as it was. */
export async function screenshot(page: Page, name: string): Promise<void> {
  if (process.env.SCREENSHOTS !== '1') return;
  mkdirSync(SCREENSHOTS, { recursive: true });
  // A folder as an installation has one, instead of this suite's, which has another name every time.
  await page.evaluate(
    ([own, usual]) => {
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let text = texts.nextNode(); text !== null; text = texts.nextNode())
        if (text.nodeValue?.includes(own)) text.nodeValue = text.nodeValue.replaceAll(own, usual);
    },
    [inject('stack').workspace, USUAL_WORKSPACE] as const,
  );
  await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`), animations: 'disabled', scale: 'css' });
}

/** Starts or ends programs of the stack. */
export async function control(stack: Fixtures['stack'], action: string): Promise<void> {
  const answer = await fetch(`${stack.control}${action}`);
  if (!answer.ok) throw new Error(await answer.text());
}
