import { describe, expect, it } from 'vitest';
import { clockTime, leadingTime } from './times';

describe('a moment at the beginning of a line', () => {
  it.each([
    ['2026-11-18T12:00:01Z started', '2026-11-18T12:00:01.000Z'],
    ['2026-11-18T12:00:01.250Z started', '2026-11-18T12:00:01.250Z'],
    ['2026-11-18 12:00:01,250+01:00 INFO x', '2026-11-18T11:00:01.250Z'],
    ['[2026-11-18T12:00:01.123456789+0100] x', '2026-11-18T11:00:01.123Z'],
    ['2026-11-18T12:00:01Z', '2026-11-18T12:00:01.000Z'],
  ])('is read from %s', (line, iso) => expect(leadingTime(line)?.at.toISOString()).toBe(iso));

  it.each([
    ['no time at all'],
    ['2026-11-18T12:00:01 has no zone'],
    ['at 2026-11-18T12:00:01Z it began'],
    ['2026-13-48T99:00:01Z is none'],
    ['[2026-11-18T12:00:01Z is left open'],
    ['2026-11-18T12:00:01Zulu'],
    [''],
  ])('is not seen in %j', (line) => expect(leadingTime(line)).toBeNull());

  it('is shown in the zone of the reader', () => {
    // The tests run in a zone that is 13 hours and 45 minutes ahead in November.
    expect(clockTime(new Date('2026-11-18T12:00:01.004Z'))).toBe('01:45:01.004');
  });
});
