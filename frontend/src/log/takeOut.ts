import { plainText } from './ansi';
import { fetchRows, openDownload } from './logApi';
import type { LogRow } from './rows';

/** What is copied at once; more is for the download. */
export const MAX_COPY_ROWS = 20_000;
/** Up to here a download may pass through this page's memory without a word. */
export const SMALL_DOWNLOAD = 64_000_000;

/** Rows as text for the clipboard: what is seen, pieces of a long line joined again. */
export function cleanText(rows: readonly LogRow[]): string {
  return rows.map((row, i) => (i > 0 && !row.continued ? '\n' : '') + plainText(row.text)).join('');
}

/** All rows of the lines (from 0, both included), as far as they are not too many. */
export async function rowsOfLines(jobId: string, from: number, to: number): Promise<LogRow[]> {
  const rows: LogRow[] = [];
  let place: { line: number } | { row: number } = { line: from };
  while (rows.length < MAX_COPY_ROWS) {
    const answer = await fetchRows(jobId, place, 2000);
    const within = answer.rows.filter((row) => row.line <= to);
    rows.push(...within);
    const last = answer.rows.at(-1);
    if (last === undefined || within.length < answer.rows.length || last.row + 1 >= answer.total_rows) break;
    place = { row: last.row + 1 };
  }
  return rows.slice(0, MAX_COPY_ROWS);
}

interface SavePicker {
  showSaveFilePicker(options: { suggestedName: string }): Promise<{
    createWritable(): Promise<WritableStream<Uint8Array>>;
  }>;
}

function hasPicker(host: object): host is SavePicker {
  return 'showSaveFilePicker' in host;
}

/**
 * Saves the whole log. A small one passes through memory; a large one goes straight to the disk where the browser lets
 * it. Returns false when the person changed their mind.
 */
export async function saveLog(jobId: string, name: string, bytes: number): Promise<boolean> {
  if (bytes > SMALL_DOWNLOAD && hasPicker(window)) {
    let file;
    try {
      file = await window.showSaveFilePicker({ suggestedName: name });
    } catch {
      return false;
    }
    const body = await openDownload(jobId);
    const target = await file.createWritable();
    await (body ?? new Blob([]).stream()).pipeTo(target);
    return true;
  }
  const body = await openDownload(jobId);
  const blob = await new Response(body).blob();
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser reads it after the click; it keeps what it needs by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
  return true;
}
