import { describe, expect, it } from 'vitest';
import { queuedJob, runningJob } from '../../test/healthFactories';
import { progress, underWay, waiting } from './queue';

it('shows what is under way, the longest first', () => {
  const jobs = [
    runningJob('new', { started_at: '2026-11-18T11:59:40Z' }),
    queuedJob('waits'),
    runningJob('old', { started_at: '2026-11-18T11:00:00Z', status: 'cancel_requested' }),
  ];
  expect(underWay(jobs).map((job) => job.id)).toEqual(['old', 'new']);
});

it('shows what waits in the order in which it will start', () => {
  const jobs = [
    queuedJob('later', {
      available_at: '2026-11-18T14:00:00Z',
      waiting: { reason: 'not_before', position: null, detail: '' },
    }),
    queuedJob('second', { waiting: { reason: 'queue_position', position: 2, detail: '' } }),
    queuedJob('soon', {
      available_at: '2026-11-18T13:00:00Z',
      waiting: { reason: 'not_before', position: null, detail: '' },
    }),
    runningJob('runs'),
    queuedJob('first'),
  ];
  expect(waiting(jobs).map((job) => job.id)).toEqual(['first', 'second', 'soon', 'later']);
});

describe('progress', () => {
  const now = new Date('2026-11-18T12:00:00Z');
  it.each([
    ['2026-11-18T11:59:55Z', 10, 0.5],
    ['2026-11-18T11:00:00Z', 10, 1],
    ['2026-11-18T12:00:05Z', 10, 0],
    ['2026-11-18T11:59:55Z', null, null],
    ['2026-11-18T11:59:55Z', 0, null],
    [null, 10, null],
  ])('of a run started %s that usually takes %s s is %s', (started, usual, share) => {
    expect(progress(started, usual, now)).toBe(share);
  });
});
