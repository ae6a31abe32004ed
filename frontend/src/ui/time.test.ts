import { describe, expect, it } from 'vitest';
import { between, formatDuration, formatRelative } from './time';

describe('formatDuration', () => {
  it.each([
    [-5, '0.0 s'],
    [0, '0.0 s'],
    [449, '0.4 s'],
    [9_999, '9.9 s'],
    [10_000, '10 s'],
    [59_999, '59 s'],
    [60_000, '1 min 00 s'],
    [3_599_999, '59 min 59 s'],
    [3_600_000, '1 h 00 min'],
    [90_000_000, '1 d 01 h'],
  ])('shows %d ms as %s', (ms, text) => expect(formatDuration(ms)).toBe(text));
});

describe('formatRelative', () => {
  const now = new Date('2026-11-18T12:00:00Z');
  it.each([
    ['2026-11-18T11:59:55Z', 'just now'],
    ['2026-11-18T11:59:30Z', '30 sec. ago'],
    ['2026-11-18T11:55:00Z', '5 min. ago'],
    ['2026-11-17T12:00:00Z', 'yesterday'],
    ['2026-11-18T14:00:00Z', 'in 2 hr.'],
  ])('tells %s as %s', (at, text) => expect(formatRelative(new Date(at), now)).toBe(text));
});

it('knows no time between a start and an end that is missing', () => {
  expect(between('2026-11-18T12:00:00Z', null)).toBeNull();
  expect(between('2026-11-18T12:00:00Z', '2026-11-18T12:00:01Z')).toBe(1000);
});
