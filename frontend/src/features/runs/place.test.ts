import { expect, it } from 'vitest';
import { aJob } from '../../test/factories';
import { after, earlier, waitedSince } from './place';

it('puts the newest run before the moment it gives, whatever its microseconds', () => {
  expect(after({ created_at: '2026-11-18T11:00:00.123987Z' })).toBe('2026-11-18T11:00:00.124Z');
  expect(after({ created_at: '2026-11-18T11:00:00Z' })).toBe('2026-11-18T11:00:00.001Z');
});

it('takes the earlier of two moments, or the only one', () => {
  expect(earlier('2026-11-18T11:00:00Z', '2026-11-18T10:00:00.000Z')).toBe('2026-11-18T10:00:00.000Z');
  expect(earlier(undefined, 'x')).toBe('x');
  expect(earlier('x', undefined)).toBe('x');
  expect(earlier(undefined, undefined)).toBeUndefined();
});

it('counts the wait from when a run could have started', () => {
  expect(waitedSince(aJob({ available_at: '2026-11-18T11:00:20Z' }).running())).toBe('2026-11-18T11:00:20Z');
});

it('counts the wait from the request when a later attempt was put off', () => {
  expect(waitedSince(aJob({ available_at: '2026-11-18T11:09:00Z' }).running())).toBe('2026-11-18T11:00:00Z');
});
