import { describe, expect, it } from 'vitest';
import { scriptStats, stats } from '../../test/healthFactories';
import {
  failureRate,
  mostFailing,
  outcomesInWords,
  percent,
  slowest,
  spanOf,
  tickOf,
  tickSeconds,
  timesInWords,
  trendInWords,
} from './figures';

// The zone of the tests is Pacific/Chatham, 13 h 45 min ahead of UTC in November.

it.each([
  [null, '–'],
  [0, '0 %'],
  [0.004, '0.4 %'],
  [0.05, '5 %'],
  [0.0996, '10 %'],
  [0.374, '37 %'],
  [1, '100 %'],
])('shows the share %s as %s', (share, text) => expect(percent(share)).toBe(text));

describe('failureRate', () => {
  it('leaves out what was canceled', () => {
    const bucket = stats([{ success: 6, failed: 1, timeout: 1, canceled: 40 }]).buckets[0]!;
    expect(failureRate(bucket)).toBe(0.25);
  });

  it('is unknown where nothing ended by itself', () => {
    expect(failureRate(stats([{ canceled: 2 }]).buckets[0]!)).toBeNull();
  });
});

describe('the outcomes in words', () => {
  it('names what there was and the busiest time, in the zone of the reader', () => {
    const told = outcomesInWords(stats([{ success: 1 }, { success: 2, failed: 3 }]));
    expect(told).toBe('6 runs finished in the last hour: 3 success, 3 failed. Busiest: 00:49–00:51.');
  });

  it('says when there was nothing', () => {
    expect(outcomesInWords(stats())).toBe('No run finished in the last hour.');
    expect(timesInWords(stats())).toBe('No run that started has finished in the last hour.');
  });
});

it('marks the axis by the length of the range', () => {
  expect(tickOf('2026-11-18T11:00:00Z', '24h')).toBe('00:45');
  expect(tickOf('2026-11-18T11:00:00Z', '7d')).toBe('Thu 00:45');
  expect(tickOf('2026-11-18T11:00:00Z', '30d')).toBe('19 Nov');
});

it('tells from when to when a bucket is', () => {
  const bucket = { ...stats().buckets[0]!, start: '2026-11-18T11:00:00Z' };
  expect(spanOf(bucket, 1800, '24h')).toBe('19 Nov, 00:45–01:15');
});

describe('rankings', () => {
  const quick = scriptStats('quick', { duration_p95: 2, failed: 1, failure_rate: 0.1 });
  const slow = scriptStats('slow', { duration_p95: 90, failed: 1, timeout: 2, failure_rate: 0.3 });
  const never = scriptStats('never', { duration_p95: null, failed: 3, failure_rate: 1 });
  const good = scriptStats('good', { duration_p95: 30 });

  it('puts the slowest first, without those that never started', () => {
    expect(slowest([quick, slow, never, good], 2).map((s) => s.script_key)).toEqual(['slow', 'good']);
  });

  it('puts the most failures first, then the higher rate, without those that never failed', () => {
    expect(mostFailing([quick, slow, never, good], 9).map((s) => s.script_key)).toEqual([
      'never',
      'slow',
      'quick',
    ]);
  });
});

it('tells a trend by where it began and where it is', () => {
  expect(trendInWords([null, 4, null, 8, null])).toBe('Median from 4.0 s to 8.0 s now.');
  expect(trendInWords([null, 4])).toBe('Median 4.0 s.');
  expect(trendInWords([null])).toBe('No run that started has finished.');
});

it.each([
  [0, '0'],
  [0.075, '75 ms'],
  [0.15, '150 ms'],
  [1.5, '1.5 s'],
  [7, '7 s'],
  [150, '2 min 30 s'],
])('marks %d seconds on an axis as %s', (value, mark) => expect(tickSeconds(value)).toBe(mark));
