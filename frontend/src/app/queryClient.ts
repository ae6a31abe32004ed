import { QueryClient } from '@tanstack/react-query';
import { worthAnotherTry } from '../api/client';

export function newQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: worthAnotherTry, staleTime: 1_000, refetchOnWindowFocus: true },
      mutations: { retry: false },
    },
  });
}
