import { expect, it } from 'vitest';
import { fromLocalInput, toLocalInput } from './localInput';

// The tests' zone is Pacific/Chatham, 13:45 ahead of UTC in November.
it('shows a time in the reader’s zone', () => {
  expect(toLocalInput('2026-11-18T11:00:00Z')).toBe('2026-11-19T00:45');
  expect(toLocalInput(undefined)).toBe('');
});

it('reads it back as the same moment', () => {
  expect(fromLocalInput('2026-11-19T00:45')).toBe('2026-11-18T11:00:00.000Z');
  expect(fromLocalInput('')).toBeUndefined();
  expect(fromLocalInput('2026-13-77')).toBeUndefined();
});
