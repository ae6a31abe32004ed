import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, data, type Schemas } from '../../api/client';

/** The command line of a script with these arguments. Nothing is started by asking. */
export const commandQuery = (scriptKey: string, args: Schemas['JobArguments'] | null) =>
  queryOptions({
    queryKey: ['command', scriptKey, args],
    queryFn: () =>
      data(
        api.POST('/api/runner/scripts/{script_key}/command', {
          params: { path: { script_key: scriptKey } },
          body: { args: args ?? {} },
        }),
      ),
    enabled: args !== null,
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  });

export function createJob(body: Schemas['CreateJobRequest'], key: string): Promise<Schemas['CreatedJob']> {
  return data(api.POST('/api/runner/jobs', { body, params: { header: { 'Idempotency-Key': key } } }));
}
