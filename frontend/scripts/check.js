// Everything that can be said of the sources without running them; each step's own output tells what is wrong.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const COMMITTED = 'src/api/schema.gen.ts';
const DOCUMENT = '../runner-api/src/main/resources/openapi.json';

function run(name, ...args) {
  return (
    spawnSync('npx', ['--no-install', name, ...args], { stdio: ['ignore', 'inherit', 'inherit'] }).status ===
    0
  );
}

/** Whether the committed types are what the API's document gives today. */
function typesAreFresh() {
  const folder = mkdtempSync(join(tmpdir(), 'runner-types-'));
  try {
    const fresh = join(folder, 'schema.ts');
    if (spawnSync('npx', ['--no-install', 'openapi-typescript', DOCUMENT, '-o', fresh]).status !== 0)
      return false;
    if (readFileSync(fresh, 'utf8') === readFileSync(COMMITTED, 'utf8')) return true;
    console.error(`${COMMITTED} does not fit ${DOCUMENT}: run npm run types and commit the result`);
    return false;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const steps = {
  'types of the API': typesAreFresh,
  types: () => run('tsc', '--noEmit'),
  lint: () => run('eslint', '--max-warnings', '0', '.'),
  format: () => run('prettier', '--check', '--log-level', 'warn', '.'),
};
const failed = Object.entries(steps).filter(([name, step]) => {
  const good = step();
  console.log(`${good ? 'ok    ' : 'FAILED'} ${name}`);
  return !good;
});
process.exit(failed.length === 0 ? 0 : 1);
