import type { JobStatus } from '../../api/jobs';
import { STATUSES } from '../../ui/status';

/** Quick choices of how far back to look. */
export const SINCE = {
  '1h': { label: 'Last hour', ms: 3_600_000 },
  '24h': { label: 'Last 24 hours', ms: 24 * 3_600_000 },
  '7d': { label: 'Last 7 days', ms: 7 * 24 * 3_600_000 },
  '30d': { label: 'Last 30 days', ms: 30 * 24 * 3_600_000 },
} as const;
export type Since = keyof typeof SINCE;

/** What the address of the list may say; everything is optional, so that the plain address is the whole list. */
export interface RunsSearch {
  /** States, separated by commas. */
  status?: string;
  script?: string;
  repo?: string;
  person?: string;
  q?: string;
  since?: Since;
  from?: string;
  to?: string;
  page?: number;
  /** Pages after the first show what there was before this moment, so that they stay as they are. */
  until?: string;
}

export function runsSearch(search: Record<string, unknown>): RunsSearch {
  const since = search.since as Since;
  const isQuick = typeof since === 'string' && since in SINCE;
  const page = Number(search.page);
  const isLater = Number.isSafeInteger(page) && page > 1;
  return dropEmpty({
    status: statuses(search.status).join(','),
    script: text(search.script),
    repo: text(search.repo),
    person: text(search.person),
    q: text(search.q),
    since: isQuick ? since : undefined,
    from: isQuick ? undefined : moment(search.from),
    to: isQuick ? undefined : moment(search.to),
    page: isLater ? page : undefined,
    until: isLater ? moment(search.until) : undefined,
  });
}

/** The known states of a list as the address has it; doubles and strangers are dropped, the order is ours. */
function statuses(value: unknown): JobStatus[] {
  const given = Array.isArray(value) ? value.map(String) : text(value)?.split(',');
  return given === undefined ? [] : STATUSES.filter((status) => given.includes(status));
}

/** The address's reader takes `q=7` for a number; it was text all the same. */
function text(value: unknown): string | undefined {
  const given = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
  return typeof given === 'string' && given.trim() !== '' ? given.trim() : undefined;
}

function moment(value: unknown): string | undefined {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value))
    ? new Date(value).toISOString()
    : undefined;
}

function dropEmpty(search: RunsSearch): RunsSearch {
  return Object.fromEntries(
    Object.entries(search).filter(([, value]) => value !== undefined && value !== ''),
  );
}

export function statusesOf(search: RunsSearch): JobStatus[] {
  return statuses(search.status);
}

/** The address with some filters changed: what was on a later page has no meaning there, so it starts at the first. */
export function changed(search: RunsSearch, change: Partial<RunsSearch>): RunsSearch {
  return runsSearch({ ...search, ...change, page: undefined });
}

export function toggled(search: RunsSearch, status: JobStatus): RunsSearch {
  const now = statusesOf(search);
  const next = now.includes(status) ? now.filter((other) => other !== status) : [...now, status];
  return changed(search, { status: next.join(',') });
}

/** Whether anything narrows the list. */
export function isFiltered(search: RunsSearch): boolean {
  return Object.keys(changed(search, {})).length > 0;
}

/** The filters as the API knows them, but for the states, which the figures per state leave out. */
export interface Filters {
  script_key?: string;
  repo_id?: string;
  requested_by?: string;
  q?: string;
  created_from?: string;
  created_to?: string;
}

export function filtersOf(search: RunsSearch, now: Date): Filters {
  const from = search.since ? new Date(now.getTime() - SINCE[search.since].ms).toISOString() : search.from;
  return {
    ...(search.script && { script_key: search.script }),
    ...(search.repo && { repo_id: search.repo }),
    ...(search.person && { requested_by: search.person }),
    ...(search.q && { q: search.q }),
    ...(from && { created_from: from }),
    ...(search.to && { created_to: search.to }),
  };
}
