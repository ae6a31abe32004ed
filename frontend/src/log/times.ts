/** A moment with its zone at the beginning of a line, perhaps in brackets. One without a zone is nobody's moment. */
const LEADING =
  /^(\[?)(\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d))(\]?)(?=[\s|:,-]|$)/;

export interface LeadingTime {
  /** As it is written, brackets included. */
  readonly text: string;
  readonly at: Date;
}

export function leadingTime(line: string): LeadingTime | null {
  const found = LEADING.exec(line);
  if (found === null || (found[1] === '[') !== (found[3] === ']')) return null;
  const iso = (found[2] ?? '')
    .replace(' ', 'T')
    .replace(',', '.')
    .replace(/([+-]\d\d)(\d\d)$/, '$1:$2');
  const at = new Date(iso);
  return Number.isNaN(at.getTime()) ? null : { text: found[0], at };
}

const clock = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
  hourCycle: 'h23',
});

/** The time of day in the reader's zone, always as wide: `16:05:21.004`. */
export function clockTime(at: Date): string {
  return clock.format(at);
}
