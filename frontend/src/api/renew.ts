import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * After a change: whatever shows this asks again. A first answer that is still on its way may be from before the change,
 * and the library would take it for the one that was asked for now; so it is given up.
 */
export async function renew(client: QueryClient, queryKey: QueryKey): Promise<void> {
  await client.cancelQueries({ queryKey });
  await client.invalidateQueries({ queryKey });
}
