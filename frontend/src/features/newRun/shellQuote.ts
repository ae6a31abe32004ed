/**
 * A command as one would type it into a POSIX shell. For reading and copying only: what is run is the list itself, and
 * no shell ever sees it.
 */
export function shellQuote(argv: readonly string[]): string {
  return shellWords(argv).join(' ');
}

/** The same, word by word. */
export function shellWords(argv: readonly string[]): string[] {
  return argv.map((word, i) => (isPlain(word, i === 0) ? word : quoted(word)));
}

/** A first word with `=` in it would be taken for an assignment. */
function isPlain(word: string, isFirst: boolean): boolean {
  return /^[A-Za-z0-9_/:=.,@%+-]+$/.test(word) && !(isFirst && word.includes('='));
}

/** Nothing has a meaning between single quotes but their end, so that is where one of its own is put. */
function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
