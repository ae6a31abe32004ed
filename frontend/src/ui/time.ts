const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** `0.4 s`, `12 s`, `3 min 05 s`, `2 h 14 min`, `3 d 4 h`: two units at most, the second with a fixed width. */
export function formatDuration(ms: number): string {
  const value = Math.max(0, ms);
  if (value < 10 * SECOND) return `${(Math.floor(value / 100) / 10).toFixed(1)} s`;
  if (value < MINUTE) return `${Math.floor(value / SECOND)} s`;
  if (value < HOUR) return pair(value, MINUTE, 'min', SECOND, 's');
  if (value < DAY) return pair(value, HOUR, 'h', MINUTE, 'min');
  return pair(value, DAY, 'd', HOUR, 'h');
}

function pair(value: number, large: number, largeName: string, small: number, smallName: string): string {
  const whole = Math.floor(value / large);
  const rest = Math.floor((value - whole * large) / small);
  return `${whole} ${largeName} ${String(rest).padStart(2, '0')} ${smallName}`;
}

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' });

/** `now`, `5 min. ago`, `yesterday`; for the future likewise. */
export function formatRelative(at: Date, now: Date): string {
  const ms = at.getTime() - now.getTime();
  const size = Math.abs(ms);
  if (size < 10 * SECOND) return 'just now';
  if (size < MINUTE) return relative.format(Math.round(ms / SECOND), 'second');
  if (size < HOUR) return relative.format(Math.round(ms / MINUTE), 'minute');
  if (size < DAY) return relative.format(Math.round(ms / HOUR), 'hour');
  return relative.format(Math.round(ms / DAY), 'day');
}

/** The exact moment in the reader's own zone, with the zone's name: `18 Nov 2026, 16:05:21 GMT+1`. */
export function formatExact(at: Date): string {
  return new Intl.DateTimeFormat(undefined, {
    dateStyle: 'medium',
    timeStyle: 'long',
  }).format(at);
}

/** Milliseconds between two times of the API; null when one is missing. */
export function between(from: string | null | undefined, to: string | null | undefined): number | null {
  return from && to ? Date.parse(to) - Date.parse(from) : null;
}
