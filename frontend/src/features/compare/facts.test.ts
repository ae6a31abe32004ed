import { describe, expect, it } from 'vitest';
import { aJob, aScript, jobDetail } from '../../test/factories';
import { argumentFacts, durationWords, factsOf } from './facts';

const a = jobDetail(aJob().success());
const b = jobDetail(aJob({ args: { retries: 5, leaf_progress: false, gone: 'x' } }).failed(2));

it('marks what differs and nothing else', () => {
  const facts = factsOf(a, b, { repo: () => 'workspace', script: (key) => key });
  expect(
    facts.filter((fact) => fact.differs).map(({ name, a: one, b: other }) => [name, one, other]),
  ).toEqual([
    ['Outcome', 'Success', 'Failed'],
    ['Exit code', '0', '2'],
  ]);
  expect(facts.find((fact) => fact.name === 'Took')).toMatchObject({
    a: '1 min 05 s',
    b: '1 min 05 s',
    note: 'about as long',
  });
});

it('knows no duration of a run that has not ended', () => {
  const running = jobDetail(aJob().running());
  const took = factsOf(a, running, { repo: () => 'workspace', script: (key) => key }).find(
    (fact) => fact.name === 'Took',
  );
  expect(took).toEqual({ name: 'Took', a: '1 min 05 s', b: '–', differs: true, note: null });
});

it('compares arguments by name, also those of one run only', () => {
  expect(
    argumentFacts(a, b, [aScript()]).map(({ name, a: one, b: other, differs }) => [
      name,
      one,
      other,
      differs,
    ]),
  ).toEqual([
    ['Retries', '3', '5', true],
    ['Leaf progress', 'off', 'off', false],
    ['gone', '–', 'x', true],
  ]);
});

describe('how much longer it took', () => {
  it.each([
    [10_000, 10_050, 'about as long'],
    [10_000, 13_500, '3.5 s longer (+35 %)'],
    [10_000, 5_000, '5.0 s shorter (−50 %)'],
    [0, 5_000, '5.0 s longer'],
    [1_000, 3_600_000, '59 min 59 s longer (+359,900 %)'],
  ])('%d ms and %d ms: %s', (one, other, words) => expect(durationWords(one, other)).toBe(words));
});
