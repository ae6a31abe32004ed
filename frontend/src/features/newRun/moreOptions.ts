import type { Schemas } from '../../api/client';
import { fromLocalInput } from '../../ui/localInput';
import { shortSpan } from './scriptWords';

/** What one rarely needs, as typed. */
export interface MoreOptions {
  priority: string;
  notBefore: string;
  timeout: string;
}

export const NO_OPTIONS: MoreOptions = { priority: '', notBefore: '', timeout: '' };

type Sent = Pick<Schemas['CreateJobRequest'], 'priority' | 'not_before' | 'timeout_seconds'>;

export function optionProblems(
  options: MoreOptions,
  longest: number,
): Partial<Record<keyof MoreOptions, string>> {
  const { priority, notBefore, timeout } = options;
  return {
    ...(priority !== '' && !isWhole(priority, -100, 100) && { priority: 'Must be from -100 to 100' }),
    ...(notBefore !== '' &&
      fromLocalInput(notBefore) === undefined && { notBefore: 'Give a date and a time' }),
    ...(timeout !== '' &&
      !isWhole(timeout, 1, longest) && {
        timeout: `Must be from 1 to ${longest} seconds (${shortSpan(longest)})`,
      }),
  };
}

/** Only what was given; the rest is as the script says. */
export function readOptions({ priority, notBefore, timeout }: MoreOptions): Sent {
  return {
    ...(priority !== '' && { priority: Number(priority) }),
    ...(notBefore !== '' && { not_before: fromLocalInput(notBefore) }),
    ...(timeout !== '' && { timeout_seconds: Number(timeout) }),
  };
}

function isWhole(text: string, min: number, max: number): boolean {
  return /^-?\d+$/.test(text) && Number(text) >= min && Number(text) <= max;
}
