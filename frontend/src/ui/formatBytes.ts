const UNITS = ['KB', 'MB', 'GB', 'TB'] as const;

/** `0 B`, `812 B`, `4.2 KB`, `1.1 GB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  let value = bytes;
  let unit = -1;
  do {
    value /= 1000;
    unit++;
  } while (value >= 999.5 && unit < UNITS.length - 1);
  return `${value < 99.95 ? value.toFixed(1) : Math.round(value)} ${UNITS[unit] ?? ''}`;
}
