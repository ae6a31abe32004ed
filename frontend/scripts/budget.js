// What a browser has to fetch before it shows anything: the scripts that index.html names, with all they need. The build
// fails when that is too much, or when something is among it that only some pages need.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

export const MOST_BYTES = 250_000;
/** Loaded by the pages that show them. */
export const LATER = ['charts', 'LogViewer', 'ComparePage'];

const TAG = /<(?:script|link)\b[^>]*>/g;
const IS_SCRIPT = /^<script|\brel="modulepreload"/;
const ADDRESS = /\b(?:src|href)="\/?([^"]+\.js)"/;

/** The scripts of the first page, from the folder's root. The build names everything they import as modulepreload. */
export function initialScripts(html) {
  return [...html.matchAll(TAG)]
    .filter(([tag]) => IS_SCRIPT.test(tag))
    .map(([tag]) => ADDRESS.exec(tag)?.[1])
    .filter((file) => file !== undefined);
}

/** What is wrong with the build in this folder, and how large its first scripts are. */
export function judge(folder, most = MOST_BYTES) {
  const files = initialScripts(readFileSync(join(folder, 'index.html'), 'utf8'));
  const bytes = files.reduce((sum, file) => sum + gzipSync(readFileSync(join(folder, file))).length, 0);
  const problems = [];
  if (files.length === 0) problems.push('index.html names no script');
  if (bytes > most) problems.push(`the first scripts are ${bytes} bytes compressed, more than ${most}`);
  for (const name of LATER) {
    if (files.some((file) => file.split('/').at(-1)?.startsWith(`${name}-`)))
      problems.push(`${name} is loaded before it is needed`);
  }
  return { bytes, problems };
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  const { bytes, problems } = judge('dist');
  problems.forEach((problem) => console.error(`budget: ${problem}`));
  console.log(`first scripts: ${(bytes / 1000).toFixed(0)} kB compressed, of ${MOST_BYTES / 1000} kB`);
  process.exit(problems.length === 0 ? 0 : 1);
}
