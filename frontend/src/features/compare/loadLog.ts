import type { Schemas } from '../../api/client';
import { plainText } from '../../log/ansi';
import { fetchRows } from '../../log/logApi';
import { utf8Length } from '../../log/rows';

export const MAX_LINES = 20_000;
export const MAX_BYTES = 2_000_000;
const STEP = 2_000;

/** As much of a log as is compared. */
export interface LoadedLog {
  /** As a terminal would show them, without colours. */
  readonly lines: string[];
  /** The number of the first of them, from 0. */
  readonly firstLine: number;
  readonly totalLines: number;
  readonly isCut: boolean;
  /** The run has not ended: this is the log as it was. */
  readonly isGrowing: boolean;
}

type Rows = Schemas['LogRows'];

/** The beginning or the end of a log, up to a bound that a browser can compare. */
export async function loadLog(jobId: string, fromEnd: boolean, signal?: AbortSignal): Promise<LoadedLog> {
  const last = await fetchRows(jobId, { tail: 1 }, undefined, signal);
  const total = last.total_rows;
  const parts: Rows['rows'][] = [];
  let count = 0;
  let bytes = 0;
  while (count < Math.min(total, MAX_LINES) && bytes < MAX_BYTES) {
    const limit = Math.min(STEP, MAX_LINES - count, total - count);
    const row = fromEnd ? total - count - limit : count;
    const answer = await fetchRows(jobId, { row }, limit, signal);
    if (answer.rows.length === 0) break;
    if (fromEnd) parts.unshift(await whole(jobId, answer.rows, row, limit, signal));
    else parts.push(answer.rows);
    const part = (fromEnd ? parts[0] : parts.at(-1)) ?? [];
    count += part.length;
    bytes += part.reduce((sum, each) => sum + utf8Length(each.text), 0);
  }
  const rows = parts.flat();
  return {
    lines: rows.map((each) => plainText(each.text)),
    firstLine: rows[0]?.line ?? 0,
    totalLines: last.total_lines,
    isCut: rows.length < total,
    isGrowing: !last.is_complete,
  };
}

/** All rows of a stretch: an answer may hold fewer than were asked for. */
async function whole(
  jobId: string,
  first: Rows['rows'],
  row: number,
  limit: number,
  signal?: AbortSignal,
): Promise<Rows['rows']> {
  const rows = [...first];
  while (rows.length < limit) {
    const more = await fetchRows(jobId, { row: row + rows.length }, limit - rows.length, signal);
    if (more.rows.length === 0) break;
    rows.push(...more.rows);
  }
  return rows;
}
