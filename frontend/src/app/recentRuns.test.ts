import { expect, it } from 'vitest';
import { pastedRun } from './recentRuns';

const ID = '0199f2a4-6c1e-7b52-9d3f-1f6f0c2b7a10';

it.each([
  [ID, ID],
  [` ${ID.toUpperCase()} `, ID],
  [`http://runner.test/kitchen/runner/runs/${ID}?line=7#x`, ID],
  ['nb stage', null],
  [ID.slice(1), null],
  ['', null],
])('finds in %j the run %s', (text, id) => expect(pastedRun(text)).toBe(id));
