import { expect, it } from 'vitest';
import { aUser } from '../../test/factories';
import { nameProblem, questionOf } from './userChanges';

it('asks before everything that somebody would notice', () => {
  expect(questionOf('enable', aUser(), false)).toBeNull();
  expect(questionOf('disable', aUser(), false)?.text).toContain('signed out everywhere');
  expect(questionOf('reset', aUser(), false)?.text).toMatch(/^Grace’s password stops working/);
});

it('warns those who are about to lock themselves out', () => {
  expect(questionOf('disable', aUser(), true)?.text).toMatch(/^This is you/);
  expect(questionOf('demote', aUser(), true)?.text).toMatch(/^This is you/);
});

it.each([
  ['ada', null],
  ['Ada.L@x-1_2', null],
  ['', null],
  ['.ada', 'Letters, digits and . _ @ - only, starting with a letter or digit'],
  ['ada lovelace', 'Letters, digits and . _ @ - only, starting with a letter or digit'],
  ['a'.repeat(65), 'At most 64 characters'],
])('finds in the name %j: %s', (name, problem) => expect(nameProblem(name)).toBe(problem));
