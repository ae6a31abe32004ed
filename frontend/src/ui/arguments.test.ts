import { expect, it } from 'vitest';
import { aScript } from '../test/factories';
import { shownArguments, spokenValue } from './arguments';

it('shows arguments in the order of the form and knows defaults', () => {
  expect(shownArguments({ leaf_progress: true, retries: 3 }, aScript())).toEqual([
    { name: 'retries', label: 'Retries', value: 3, isDefault: true },
    { name: 'leaf_progress', label: 'Leaf progress', value: true, isDefault: false },
  ]);
});

it('shows what the script no longer has, and all of a script that is gone', () => {
  expect(shownArguments({ old_one: 'x', retries: 5 }, aScript()).map((a) => a.label)).toEqual([
    'Retries',
    'old one',
  ]);
  expect(shownArguments({ retries: 5 }, undefined)).toEqual([
    { name: 'retries', label: 'retries', value: 5, isDefault: false },
  ]);
});

it.each([
  [true, 'on'],
  [false, 'off'],
  ['', '(empty)'],
  [0, '0'],
  ['html', 'html'],
])('says %j as %s', (value, said) => expect(spokenValue(value)).toBe(said));
