import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { shellQuote } from './shellQuote';

describe('shellQuote', () => {
  it.each([
    [['bash', 'scripts/x.sh', '--retries', '3'], 'bash scripts/x.sh --retries 3'],
    [['echo', ''], "echo ''"],
    [['echo', 'a b'], "echo 'a b'"],
    [['echo', "it's"], "echo 'it'\\''s'"],
    [['echo', '$HOME', '`id`', '~', '*'], "echo '$HOME' '`id`' '~' '*'"],
    [['A=1', '--b=2'], "'A=1' --b=2"],
  ])('writes %j as %s', (argv, line) => expect(shellQuote(argv)).toBe(line));

  it('is taken apart by a real shell into the very same words', () => {
    const words = [
      '',
      ' ',
      "'",
      '"',
      '\\',
      "'\\''",
      '$(id)',
      '${x}',
      'a\tb',
      '#x',
      '!!',
      'ä🙂',
      '-n',
      '{a,b}',
      ';&|<>',
    ];
    const line = `printf '%s\\0' ${shellQuote(['x', ...words]).slice(2)}`;
    const seen = execFileSync('/bin/sh', ['-c', line], { encoding: 'utf8' });
    expect(seen.split('\0').slice(0, -1)).toEqual(words);
  });
});
