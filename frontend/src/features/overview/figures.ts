import { STATUS_LOOK, type JobStatus } from '../../ui/status';
import { formatDuration } from '../../ui/time';
import type { ScriptStats, Stats, StatsBucket } from './overviewQueries';
import { RANGES, type Range } from './overviewSearch';

/** The ends a run can have, in the order in which bars are stacked from the ground up. */
export const OUTCOMES = ['success', 'failed', 'timeout', 'canceled'] as const satisfies readonly JobStatus[];

const whole = new Intl.NumberFormat('en');

export function count(value: number): string {
  return whole.format(value);
}

/** `0 %`, `0.4 %`, `37 %`; a dash where there is nothing to be a part of. */
export function percent(share: number | null): string {
  if (share === null) return '–';
  const value = share * 100;
  return `${value > 0 && value < 9.95 ? value.toFixed(1).replace(/\.0$/, '') : Math.round(value)} %`;
}

export function seconds(value: number | null): string {
  return value === null ? '–' : formatDuration(value * 1000);
}

/** The mark of a duration on an axis: `0`, `75 ms`, `7 s`, `1.5 s`, `2 min 30 s`; close ones must not look alike. */
export function tickSeconds(value: number): string {
  if (value === 0) return '0';
  if (value < 1) return `${Math.round(value * 1000)} ms`;
  return value < 60 ? `${Number(value.toFixed(1))} s` : seconds(value);
}

export function finishedIn(bucket: StatsBucket): number {
  return bucket.success + bucket.failed + bucket.canceled + bucket.timeout;
}

/** The share of failures in what ended by itself; as the API reckons it for the whole range. */
export function failureRate(bucket: StatsBucket): number | null {
  const judged = bucket.success + bucket.failed + bucket.timeout;
  return judged === 0 ? null : (bucket.failed + bucket.timeout) / judged;
}

/** What the chart of outcomes shows, in a sentence. */
export function outcomesInWords(stats: Stats): string {
  const { totals } = stats;
  if (totals.finished === 0) return `No run finished in ${RANGES[stats.range]}.`;
  const parts = OUTCOMES.filter((outcome) => totals[outcome] > 0).map(
    (outcome) => `${count(totals[outcome])} ${STATUS_LOOK[outcome].label.toLowerCase()}`,
  );
  const busiest = stats.buckets.reduce((a, b) => (finishedIn(b) > finishedIn(a) ? b : a));
  return (
    `${count(totals.finished)} ${totals.finished === 1 ? 'run' : 'runs'} finished in ${RANGES[stats.range]}: ` +
    `${parts.join(', ')}. Busiest: ${spanOf(busiest, stats.bucket_seconds, stats.range)}.`
  );
}

/** What the chart of waits and durations shows, in a sentence. */
export function timesInWords(stats: Stats): string {
  const { totals } = stats;
  if (totals.duration_seconds === null) return `No run that started has finished in ${RANGES[stats.range]}.`;
  return (
    `On average runs waited ${seconds(totals.wait_seconds)} and took ${seconds(totals.duration_seconds)} ` +
    `in ${RANGES[stats.range]}.`
  );
}

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'short' });

/** The mark of a bucket on the axis, in the reader's zone. */
export function tickOf(start: string, range: Range): string {
  const at = new Date(start);
  if (range === '30d') return day.format(at);
  return range === '7d' ? `${weekday.format(at)} ${clock.format(at)}` : clock.format(at);
}

/** From when to when a bucket is, in the reader's zone: `18 Nov, 16:00–16:30`. */
export function spanOf(bucket: StatsBucket, length: number, range: Range): string {
  const start = new Date(bucket.start);
  const end = new Date(start.getTime() + length * 1000);
  const hours = `${clock.format(start)}–${clock.format(end)}`;
  return range === '1h' ? hours : `${day.format(start)}, ${hours}`;
}

/** Those with the longest runs first; without the ones whose runs never started. */
export function slowest(scripts: ScriptStats[], most: number): ScriptStats[] {
  return scripts
    .filter((script) => script.duration_p95 !== null)
    .sort((a, b) => (b.duration_p95 ?? 0) - (a.duration_p95 ?? 0))
    .slice(0, most);
}

/** Those that failed most often first; at the same number, those that failed at the higher rate. */
export function mostFailing(scripts: ScriptStats[], most: number): ScriptStats[] {
  return scripts
    .filter((script) => failures(script) > 0)
    .sort((a, b) => failures(b) - failures(a) || (b.failure_rate ?? 0) - (a.failure_rate ?? 0))
    .slice(0, most);
}

export function failures(script: ScriptStats): number {
  return script.failed + script.timeout;
}

/** A trend in words: where it began and where it is now. */
export function trendInWords(trend: (number | null)[]): string {
  const known = trend.filter((value) => value !== null);
  const first = known[0];
  const last = known.at(-1);
  if (first === undefined || last === undefined) return 'No run that started has finished.';
  if (known.length === 1) return `Median ${seconds(first)}.`;
  return `Median from ${seconds(first)} to ${seconds(last)} now.`;
}
