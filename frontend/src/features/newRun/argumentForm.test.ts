import { describe, expect, it } from 'vitest';
import { aBoolArgument, anEnumArgument, anIntArgument, aScript, aTextArgument } from '../../test/factories';
import { initialValues, lostArguments, portable, readField, readForm } from './argumentForm';

const problem = (...of: Parameters<typeof readField>) => readField(...of).problem;
const value = (...of: Parameters<typeof readField>) => {
  const reading = readField(...of);
  return reading.problem === null ? reading.value : `refused: ${reading.problem}`;
};

describe('a whole number', () => {
  const argument = anIntArgument();
  it.each([
    ['1', 1],
    ['10', 10],
    [' 7 ', 7],
    ['', undefined],
  ])('takes %j', (raw, taken) => expect(value(argument, raw)).toBe(taken));

  it.each(['0', '11', '5.0', '1e1', 'five', '-3', '0x5'])('refuses %j', (raw) =>
    expect(problem(argument, raw)).toBe('Must be a whole number from 1 to 10'),
  );

  it('is missed when it is needed', () =>
    expect(problem(anIntArgument({ required: true, default: null }), '')).toMatch(/^Needed/));
});

describe('a switch', () => {
  it('is on or off', () => {
    expect(value(aBoolArgument(), true)).toBe(true);
    expect(value(aBoolArgument(), false)).toBe(false);
  });
  it('without a default has to be chosen', () =>
    expect(problem(aBoolArgument({ required: true, default: null }), null)).toBe('Choose yes or no'));
});

describe('a choice', () => {
  it('is one of the list', () => {
    expect(value(anEnumArgument(), 'pdf')).toBe('pdf');
    expect(problem(anEnumArgument(), 'doc')).toBe('Must be one of html, pdf');
  });
  it('may be left out unless it is needed', () => {
    expect(value(anEnumArgument({ default: null }), '')).toBeUndefined();
    expect(problem(anEnumArgument({ default: null, required: true }), '')).toBe('Choose one');
  });
});

describe('a text', () => {
  it('is counted in characters, not in halves of them', () => {
    const three = aTextArgument({ max_length: 3 });
    expect(value(three, '🙂🙂🙂')).toBe('🙂🙂🙂');
    expect(problem(three, '🙂🙂🙂x')).toBe('Too long: 4 characters, at most 3 are allowed');
    expect(problem(aTextArgument({ min_length: 2 }), 'x')).toBe('Too short: at least 2 characters');
  });

  it.each(['a\u0000b', 'a\nb', 'a\u2028b', 'a\u0085b', 'a\ud800b'])('refuses %j', (raw) =>
    expect(problem(aTextArgument(), raw)).toBe('Must be on one line, without control characters'),
  );

  it('matches its pattern as a whole', () => {
    const tag = aTextArgument({ pattern: '[a-z]+|x9' });
    expect(value(tag, 'abc')).toBe('abc');
    expect(value(tag, 'x9')).toBe('x9');
    expect(problem(tag, 'abc!')).toBe('Must match [a-z]+|x9');
  });

  it('is left out when it is empty, unless empty is a value of its own', () => {
    expect(value(aTextArgument(), '')).toBeUndefined();
    expect(value(aTextArgument({ min_length: 0, default: 'x' }), '')).toBe('');
    expect(problem(aTextArgument({ required: true }), '')).toBe('Needed');
  });

  it.each(['[a-z&&[^b]]', '\\p{Alpha}+', '(?i)abc', 'a++', '\\Qa.b\\E', '[a[bc]]', '(unclosed'])(
    'leaves the pattern %s to the API, whose language it is',
    (pattern) => {
      expect(portable(pattern)).toBeNull();
      expect(value(aTextArgument({ pattern }), 'ANYTHING')).toBe('ANYTHING');
    },
  );

  it.each(['[a-z0-9-]+', '\\d{4}-\\d{2}', 'v\\d+(\\.\\d+)*', '[\\w.]+'])(
    'checks the pattern %s here',
    (pattern) => expect(portable(pattern)).not.toBeNull(),
  );
});

describe('the form', () => {
  const script = aScript({ arguments: [anIntArgument(), aBoolArgument(), aTextArgument()] });

  it('opens with the defaults', () =>
    expect(initialValues(script)).toEqual({ retries: '3', leaf_progress: false, tag: '' }));

  it('opens with the arguments of an earlier run', () =>
    expect(initialValues(script, { retries: 7, leaf_progress: true, gone: 1 })).toEqual({
      retries: '7',
      leaf_progress: true,
      tag: '',
    }));

  it('knows which of them the script no longer takes', () =>
    expect(lostArguments(script, { retries: 7, gone: 1 })).toEqual(['gone']));

  it('sends what differs from the defaults', () => {
    expect(readForm(script, initialValues(script))).toEqual({});
    expect(readForm(script, { retries: '5', leaf_progress: true, tag: 'x' })).toEqual({
      retries: 5,
      leaf_progress: true,
      tag: 'x',
    });
  });

  it('sends nothing while something is wrong', () =>
    expect(readForm(script, { retries: '50', leaf_progress: true, tag: '' })).toBeNull());
});
