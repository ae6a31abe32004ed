/** A time of the API as a field of the type `datetime-local` shows it, in the reader's own zone; empty for none. */
export function toLocalInput(at: string | undefined): string {
  if (at === undefined) return '';
  const date = new Date(at);
  const two = (value: number) => String(value).padStart(2, '0');
  return (
    `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}` +
    `T${two(date.getHours())}:${two(date.getMinutes())}`
  );
}

/** The other way round; undefined for an empty or half-filled field. */
export function fromLocalInput(value: string): string | undefined {
  const date = new Date(value);
  return value === '' || Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
