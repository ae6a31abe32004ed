import type { Schemas } from '../../api/client';

export type Range = Schemas['StatsRange'];

/** How far back the page may look; the words follow "in". */
export const RANGES = {
  '1h': 'the last hour',
  '24h': 'the last 24 hours',
  '7d': 'the last 7 days',
  '30d': 'the last 30 days',
} satisfies Record<Range, string>;

export const DEFAULT_RANGE: Range = '24h';

/** What the address of this page may say. The default is left out, so that addresses stay short. */
export interface OverviewSearch {
  range?: Range;
}

export function overviewSearch(search: Record<string, unknown>): OverviewSearch {
  const range = search.range;
  return typeof range === 'string' && Object.hasOwn(RANGES, range) && range !== DEFAULT_RANGE
    ? { range: range as Range }
    : {};
}
