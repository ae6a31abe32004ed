import { describe, expect, it } from 'vitest';
import { eventWords, exitWords, progressFeel, stopWords, usualWords, waitingWords } from './runWords';

it.each([
  [0, '0'],
  [2, '2'],
  [137, '137, ended by SIGKILL'],
  [143, '143, ended by SIGTERM'],
  [255, '255'],
])('tells exit code %d as %s', (code, words) => expect(exitWords(code)).toBe(words));

it('tells how far stopping has come', () => {
  expect(stopWords(3000)).toBe('Asked to stop 3.0 s ago. SIGTERM was sent; SIGKILL follows after 10 s.');
  expect(stopWords(12_000)).toBe(
    'Asked to stop 12 s ago. The 10 s after SIGTERM are over: SIGKILL ends whatever is left.',
  );
});

it('tells what to do about a run that waits', () => {
  const words = waitingWords({ reason: 'no_active_worker', position: null, detail: 'No worker is alive.' });
  expect(words.advice).toContain('workers page');
  expect(words.isStuck).toBe(true);
});

it('leaves an unknown event to its own message', () => {
  expect(eventWords('job_painted_green')).toBeNull();
  expect(eventWords('job_failed')).toEqual({ title: 'Failed', tone: 'bad' });
});

describe('the feeling of progress', () => {
  it('goes with the usual time at first', () => {
    expect(progressFeel(0, 10_000)).toBe(0);
    expect(progressFeel(5_000, 10_000)).toBe(0.5);
    expect(progressFeel(-5, 10_000)).toBe(0);
  });

  it('always grows and never ends', () => {
    let before = -1;
    for (let elapsed = 0; elapsed < 100_000; elapsed += 500) {
      const now = progressFeel(elapsed, 10_000);
      expect(now).toBeGreaterThanOrEqual(before);
      expect(now).toBeLessThan(0.99);
      before = now;
    }
    expect(progressFeel(1e12, 0)).toBeLessThan(0.99);
  });

  it('says when it takes longer than it usually does', () => {
    expect(usualWords(5_000, 12_000)).toBe('usually 12 s');
    expect(usualWords(30_000, 12_000)).toBe('usually 12 s, longer this time');
  });
});
