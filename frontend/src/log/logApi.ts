import { api, data, type Schemas } from '../api/client';

/** Where an answer with rows begins: one of these. */
export type RowsPlace = { row: number } | { line: number } | { offset: number } | { tail: number };

export function fetchRows(
  jobId: string,
  place: RowsPlace,
  limit?: number,
  signal?: AbortSignal,
): Promise<Schemas['LogRows']> {
  return data(
    api.GET('/api/runner/jobs/{job_id}/logs/rows', {
      params: { path: { job_id: jobId }, query: { ...place, limit } },
      signal,
    }),
  );
}

export function fetchPage(
  jobId: string,
  offset: number,
  limit: number,
  signal?: AbortSignal,
): Promise<Schemas['LogPage']> {
  return data(
    api.GET('/api/runner/jobs/{job_id}/logs', {
      params: { path: { job_id: jobId }, query: { offset, limit } },
      signal,
    }),
  );
}

export function searchLog(
  jobId: string,
  query: { q: string; ignore_case: boolean; offset: number; limit: number },
  signal?: AbortSignal,
): Promise<Schemas['LogSearchResult']> {
  return data(
    api.GET('/api/runner/jobs/{job_id}/logs/search', { params: { path: { job_id: jobId }, query }, signal }),
  );
}

/** The first line that looks like an error; goes on from request to request until it is found or the log is at its end. */
export async function findError(jobId: string, signal?: AbortSignal): Promise<Schemas['LogHit'] | null> {
  let offset = 0;
  for (;;) {
    const answer = await data(
      api.GET('/api/runner/jobs/{job_id}/logs/first-error', {
        params: { path: { job_id: jobId }, query: { offset } },
        signal,
      }),
    );
    if (answer.hit !== null || answer.is_complete || answer.next_offset - offset < ERROR_STEP)
      return answer.hit;
    offset = answer.next_offset;
  }
}

/** One request reads 256 MiB; one that read much less came to the end of a log that still grows. */
const ERROR_STEP = 128 * 1024 * 1024;

/** The whole log, as it comes; null when there is nothing in it. */
export async function openDownload(jobId: string): Promise<ReadableStream<Uint8Array> | null> {
  const body = await data(
    api.GET('/api/runner/jobs/{job_id}/logs/download', {
      params: { path: { job_id: jobId } },
      parseAs: 'stream',
    }),
  );
  return body ?? null;
}
