import { expect, it } from 'vitest';
import { NO_OPTIONS, optionProblems, readOptions } from './moreOptions';

it('sends nothing that was not given', () => {
  expect(readOptions(NO_OPTIONS)).toEqual({});
  expect(optionProblems(NO_OPTIONS, 60)).toEqual({});
});

it('sends what was given, the time as the moment it is', () => {
  expect(readOptions({ priority: '-5', notBefore: '2026-11-19T00:45', timeout: '60' })).toEqual({
    priority: -5,
    not_before: '2026-11-18T11:00:00.000Z',
    timeout_seconds: 60,
  });
});

it('says what is wrong', () => {
  expect(optionProblems({ priority: '101', notBefore: 'soon', timeout: '7201' }, 7200)).toEqual({
    priority: 'Must be from -100 to 100',
    notBefore: 'Give a date and a time',
    timeout: 'Must be from 1 to 7200 seconds (2 h)',
  });
  expect(optionProblems({ ...NO_OPTIONS, timeout: '0' }, 7200)).toHaveProperty('timeout');
  expect(optionProblems({ priority: '-100', notBefore: '', timeout: '7200' }, 7200)).toEqual({});
});
