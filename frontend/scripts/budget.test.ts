import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { initialScripts, judge } from './budget.js';

let dist: string;

beforeEach(() => {
  dist = mkdtempSync(join(tmpdir(), 'runner-budget-'));
  mkdirSync(join(dist, 'assets'));
});

afterEach(() => rmSync(dist, { recursive: true }));

/** A build whose first page has these scripts; random bytes, which do not become smaller. */
function build(scripts: Record<string, number>, more = ''): void {
  const [entry = '', ...others] = Object.keys(scripts);
  for (const [name, bytes] of Object.entries(scripts))
    writeFileSync(join(dist, 'assets', name), randomBytes(bytes));
  const links = others.map((name) => `<link rel="modulepreload" crossorigin href="/assets/${name}">`);
  const script = `<script type="module" crossorigin src="/assets/${entry}"></script>`;
  writeFileSync(join(dist, 'index.html'), `<head>${script}\n${links.join('\n')}${more}</head>`);
}

it('counts the script of the page and all it imports, and nothing else', () => {
  build({ 'index-a.js': 10, 'session-b.js': 10 }, '<link rel="stylesheet" href="/assets/index-c.css">');
  const html =
    '<script src="/a.js"></script><link rel="icon" href="/i.svg"><link rel="modulepreload" href="/b.js">';
  expect(initialScripts(html)).toEqual(['a.js', 'b.js']);
  expect(judge(dist).problems).toEqual([]);
});

it('refuses what is too large, however it is divided', () => {
  build({ 'index-a.js': 3_000, 'session-b.js': 3_000 });
  expect(judge(dist, 7_000).problems).toEqual([]);
  expect(judge(dist, 5_000).problems).toEqual([expect.stringMatching(/^the first scripts are 60\d\d bytes/)]);
});

it('refuses what only some pages need', () => {
  build({ 'index-a.js': 10, 'charts-b.js': 10 });
  expect(judge(dist).problems).toEqual(['charts is loaded before it is needed']);
});

it('refuses a page without a script, as one that it cannot judge', () => {
  writeFileSync(join(dist, 'index.html'), '<head></head>');
  expect(judge(dist).problems).toEqual(['index.html names no script']);
});
