import { expect, it } from 'vitest';
import { Submission } from './submission';

it('keeps its key for the same content and takes a new one for another', () => {
  const form = new Submission();
  const first = form.keyFor({ args: { retries: 3 } });
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(form.keyFor({ args: { retries: 3 } })).toBe(first);
  const second = form.keyFor({ args: { retries: 4 } });
  expect(second).not.toBe(first);
  expect(form.keyFor({ args: { retries: 3 } })).not.toBe(first);
});

it('is another one in another form', () => {
  expect(new Submission().keyFor('x')).not.toBe(new Submission().keyFor('x'));
});
