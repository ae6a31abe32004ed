import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chromium, type BrowserServer } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { BROWSER_FLAGS, findChromium } from './chromium';
import { Stack } from './stack';

declare module 'vitest' {
  interface ProvidedContext {
    stack: {
      url: string;
      username: string;
      password: string;
      /** Where its database is, as JDBC says it. */
      database: string;
      /** Where its programs are started and stopped. */
      control: string;
      /** The repo that runs work in. */
      workspace: string;
    };
    browser: string;
  }
}

/** One stack and one browser for all tests; both are gone afterwards, also when the tests failed. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const executablePath = findChromium();
  if (executablePath === null) throw new Error('there is no Chromium: run node browser/prepare.js');
  const stack = await Stack.start();
  let browser: BrowserServer | undefined;
  let control: Server | undefined;
  const tearDown = async () => {
    control?.close();
    await browser?.close();
    await stack.stop();
  };
  try {
    browser = await chromium.launchServer({ executablePath, args: BROWSER_FLAGS, headless: true });
    control = await serveControl(stack);
    const { port } = control.address() as AddressInfo;
    project.provide('browser', browser.wsEndpoint());
    project.provide('stack', {
      url: stack.url,
      username: stack.username,
      password: stack.password,
      database: stack.database,
      control: `http://127.0.0.1:${port}`,
      workspace: stack.workspace,
    });
    return tearDown;
  } catch (e) {
    await tearDown();
    throw e;
  }
}

/** Tests run in another process than the one that owns the programs; this is how they reach them. */
function serveControl(stack: Stack): Promise<Server> {
  const actions: Record<string, () => Promise<string | void> | string | void> = {
    '/api/kill': () => stack.stopApi('SIGKILL'),
    '/api/start': () => stack.startApi(),
    '/worker/stop': () => stack.stopWorker(),
    '/worker/start': () => stack.startWorker(),
    '/output': () => stack.output(25, ['api', 'worker']),
  };
  const server = createServer((request, response) => {
    const action = actions[request.url ?? ''];
    Promise.resolve(action?.()).then(
      (answer) => response.writeHead(action ? 200 : 404).end(answer ?? ''),
      (e: unknown) => response.writeHead(500).end(String(e)),
    );
  });
  return new Promise((done) => server.listen(0, '127.0.0.1', () => done(server)));
}
