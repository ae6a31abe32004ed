import { useEffect, useReducer, type Dispatch } from 'react';
import { searchLog } from './logApi';
import { NO_SEARCH, PAGE_HITS, searchReducer, type Search, type SearchAction } from './search';

/** The search of a log, asking the API as long as its state says that it wants more. */
export function useLogSearch(jobId: string): [Search, Dispatch<SearchAction>] {
  const [search, dispatch] = useReducer(searchReducer, NO_SEARCH);
  const { query, ignoreCase, nextOffset, phase } = search;
  const isAsking = phase === 'asking';
  useEffect(() => {
    if (!isAsking) return undefined;
    const control = new AbortController();
    const asked = nextOffset;
    searchLog(jobId, { q: query, ignore_case: ignoreCase, offset: asked, limit: PAGE_HITS }, control.signal)
      .then((answer) => {
        if (!control.signal.aborted) dispatch({ type: 'answer', answer, asked });
      })
      .catch((e: unknown) => {
        const message = e instanceof Error ? e.message : 'The search failed.';
        if (!control.signal.aborted) dispatch({ type: 'failed', message });
      });
    return () => control.abort();
  }, [jobId, query, ignoreCase, nextOffset, isAsking]);
  return [search, dispatch];
}
