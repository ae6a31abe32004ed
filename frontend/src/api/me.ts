import { queryOptions } from '@tanstack/react-query';
import { api, data } from './client';

/** Who is logged in, and what they may do. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: () => data(api.GET('/api/auth/me')),
  staleTime: 60_000,
});
