import { expect, it } from 'vitest';
import { ApiError } from '../api/errors';
import { explainRefusal } from './refusals';

it('says what the API said, what to do, and when', () => {
  const refused = new ApiError(429, 'user_queue_full', 'You have 20 jobs waiting.', [], 10);
  expect(explainRefusal(refused)).toEqual({
    title: 'You have too many runs waiting',
    text: 'You have 20 jobs waiting. Wait until some of yours have started, or cancel some, and try again. Try again in about 10 s.',
  });
});

it('promises after a lost answer that nothing starts twice', () => {
  expect(explainRefusal(new ApiError(0, 'no_answer', 'gone')).text).toContain('will not start it twice');
});

it('uses the words of a refusal it does not know', () => {
  expect(explainRefusal(new ApiError(418, 'unknown', 'I am a teapot.'))).toEqual({
    title: 'That did not work',
    text: 'I am a teapot.',
  });
});

it('does not show a code as if it were a sentence', () => {
  const code = 'idempotency_key_reused_with_different_payload';
  expect(explainRefusal(new ApiError(409, code, code)).text).toBe(
    'Reload the page and start the run once more.',
  );
});
