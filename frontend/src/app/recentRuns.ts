import { queryOptions } from '@tanstack/react-query';
import { api, data } from '../api/client';

/** The newest runs, for the palette: few enough to be read at a glance. */
export const recentRunsQuery = queryOptions({
  queryKey: ['jobs', 'recent'],
  queryFn: () => data(api.GET('/api/runner/jobs', { params: { query: { limit: 6 } } })),
});

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The id of a run that somebody pasted, alone or at the end of its address. */
export function pastedRun(text: string): string | null {
  const last = text.trim().split(/[?#]/)[0]?.split('/').at(-1) ?? '';
  return UUID.test(last) ? last.toLowerCase() : null;
}
