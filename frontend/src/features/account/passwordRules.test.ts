import { expect, it } from 'vitest';
import { isReady, passwordProblems } from './passwordRules';

const good = {
  current: 'old password',
  replacement: 'correct horse battery',
  repeated: 'correct horse battery',
};

it('takes a long enough password that was typed twice', () => {
  expect(passwordProblems(good)).toEqual({});
  expect(isReady(good)).toBe(true);
});

it('says how much is missing', () =>
  expect(passwordProblems({ ...good, replacement: 'short', repeated: '' })).toEqual({
    replacement: '7 more to go: at least 12 characters',
  }));

it('notices a slip and a password that stays the same', () => {
  expect(passwordProblems({ ...good, repeated: 'correct house' })).toHaveProperty('repeated');
  expect(passwordProblems({ ...good, current: good.replacement })).toHaveProperty('replacement');
});

it('waits for all fields without complaining of empty ones', () => {
  const empty = { current: '', replacement: '', repeated: '' };
  expect(passwordProblems(empty)).toEqual({});
  expect(isReady(empty)).toBe(false);
  expect(isReady({ ...good, repeated: '' })).toBe(false);
});
