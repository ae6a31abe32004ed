import { describe, expect, it } from 'vitest';
import { afterClose } from './reconnect';

describe('after a stream was closed', () => {
  it('stops when there is no such run', () => expect(afterClose(4404, 1, 0).action).toBe('stop'));

  it('goes on after a close that nobody explained', () => {
    expect(afterClose(1000, 1, 0).action).toBe('connect');
  });

  it('asks for a new token when the old one was refused, but not for ever', () => {
    expect(afterClose(4401, 1, 0)).toMatchObject({ action: 'connect', renewToken: true, delayMs: 0 });
    expect(afterClose(4401, 3, 0).action).toBe('stop');
  });

  it('tries again soon, then ever later, up to a bound', () => {
    const delays = [1, 2, 3, 4, 5, 6, 7, 8, 100].map((failures) => afterClose(1006, failures, 0.5).delayMs);
    expect(delays).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
  });

  it('spreads those who come back', () => {
    expect(afterClose(1001, 1, 0).delayMs).toBe(375);
    expect(afterClose(1001, 1, 1).delayMs).toBe(625);
  });

  it('asks for pieces from the second failure on', () => {
    expect(afterClose(1006, 1, 0).poll).toBe(false);
    expect(afterClose(1006, 2, 0).poll).toBe(true);
  });

  it.each([4429, 1013])('asks for pieces at once where there are too many streams (%d)', (code) => {
    expect(afterClose(code, 1, 0.5)).toMatchObject({ poll: true, delayMs: 20_000 });
  });
});
