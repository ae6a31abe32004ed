import { Text, Tooltip } from '@mantine/core';
import { formatDuration, formatExact, formatRelative } from './time';
import { useNow } from './useNow';

/** A moment, told relative to now; the exact one on hover and to assistive technology. */
export function Ago({ at }: { at: string }) {
  const date = new Date(at);
  const now = useNow(10_000);
  return (
    <Tooltip label={formatExact(date)}>
      <time dateTime={at}>{formatRelative(date, now)}</time>
    </Tooltip>
  );
}

/** From a start to an end, or to now, then counting up every second. Figures do not make the line jump. */
export function Elapsed({ from, to }: { from: string | null; to: string | null }) {
  const now = useNow(from !== null && to === null ? 1_000 : null);
  if (from === null)
    return (
      <Text span c="dimmed" inherit aria-label="not started">
        –
      </Text>
    );
  const end = to === null ? now.getTime() : Date.parse(to);
  return (
    <Text span inherit style={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
      {formatDuration(end - Date.parse(from))}
    </Text>
  );
}
