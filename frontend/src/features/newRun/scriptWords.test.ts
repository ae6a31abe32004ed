import { describe, expect, it } from 'vitest';
import { aScript } from '../../test/factories';
import { grouped, matching, scriptLimits, shortSpan } from './scriptWords';

it.each([
  [0, '0 s'],
  [59, '59 s'],
  [90, '1 min 30 s'],
  [3600, '1 h'],
  [7200, '2 h'],
  [90_061, '1 d 1 h 1 min 1 s'],
])('says %d seconds as %s', (seconds, said) => expect(shortSpan(seconds)).toBe(said));

it('says what limits a script', () => {
  expect(scriptLimits(aScript())).toEqual(['Is stopped after 1 h.']);
  expect(
    scriptLimits(aScript({ concurrency_limit: 1, max_attempts: 3, provider: 'docker', timeout_seconds: 60 })),
  ).toEqual([
    'Is stopped after 1 min.',
    'One run at a time.',
    'Is started up to 3 times, should it be lost with its worker.',
    'Runs in a Docker container.',
  ]);
});

describe('the list of scripts', () => {
  const pipeline = aScript({ key: 'a', label: 'Full run', group: 'Pipeline', description: 'All.' });
  const stage = aScript({ key: 'b', label: 'NB stage', group: 'Stages', description: 'Alone.' });
  const loose = aScript({ key: 'c', label: 'Clean up', group: null, description: 'Logs.' });

  it('is under headings, the rest last', () => {
    expect(grouped([loose, pipeline, stage]).map(({ name, scripts }) => [name, scripts.length])).toEqual([
      ['Pipeline', 1],
      ['Stages', 1],
      ['Other', 1],
    ]);
    expect(grouped([loose]).map(({ name }) => name)).toEqual(['Scripts']);
  });

  it('is searched for all words, wherever they are', () => {
    expect(matching([pipeline, stage, loose], 'STAGE alone')).toEqual([stage]);
    expect(matching([pipeline, stage, loose], '')).toHaveLength(3);
    expect(matching([pipeline, stage, loose], 'nothing')).toEqual([]);
  });

  it('has those first that are named like the search', () => {
    const mentions = aScript({ key: 'd', label: 'All stages', description: 'NB, BTS and the rest.' });
    expect(matching([mentions, stage], 'nb')).toEqual([stage, mentions]);
  });
});
