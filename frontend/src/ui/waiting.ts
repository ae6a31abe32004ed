import type { Schemas } from '../api/client';
import { formatExact } from './time';

type Job = Schemas['Job'];

/** Why a run waits, in words; null when it does not. The API's sentence has times in UTC; a reader thinks in their own. */
export function waitingDetail({
  waiting,
  available_at,
}: Pick<Job, 'waiting' | 'available_at'>): string | null {
  if (waiting?.reason === 'not_before') return `Not before ${formatExact(new Date(available_at))}.`;
  return waiting?.detail ?? null;
}
