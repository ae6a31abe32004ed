import { expect, it } from 'vitest';
import { aJob } from '../test/factories';
import { waitingDetail } from './waiting';

it('says why a run waits in the words of the API', () => {
  expect(waitingDetail(aJob().queued('2 jobs are ahead of it.'))).toBe('2 jobs are ahead of it.');
  expect(waitingDetail(aJob().running())).toBeNull();
});

it('tells a start that was put off in the zone of the reader, not in UTC', () => {
  const detail = 'It starts at 2026-11-18T23:12:34.836Z at the earliest.';
  const job = {
    available_at: '2026-11-18T23:12:34.836Z',
    waiting: { reason: 'not_before', position: null, detail } as const,
  };
  // Chatham is 13:45 ahead of UTC.
  expect(waitingDetail(job)).toMatch(/^Not before .*12:57:34/);
});
