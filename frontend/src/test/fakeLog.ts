import { http, HttpResponse, ws, type WebSocketHandler, type RequestHandler } from 'msw';
import type { Schemas } from '../api/client';
import { ORIGIN } from './server';

type LogRow = Schemas['LogRow'];

interface StartMessage {
  type: 'start';
  token: string;
  offset: number;
}

interface Reader {
  client: { send(data: string): void; close(code?: number): void };
  at: number;
}

/** A run's log as the API tells it: in rows, in pieces, by search and as a stream. Grows when the test says so. */
export class FakeLog {
  private text: string;
  private isComplete = false;
  private status: Schemas['JobStatus'] = 'success';
  private readonly link;
  /** What readers asked for, as `path?query`. */
  readonly requests: string[] = [];
  /** The first message of each stream. */
  readonly starts: StartMessage[] = [];
  /** Streams are refused with this code while it is set. */
  refuseStreams: number | null = null;
  private readonly open = new Set<Reader>();

  constructor(
    readonly jobId: string,
    text: string,
  ) {
    this.text = text;
    this.link = ws.link(`${ORIGIN.replace('http', 'ws')}/api/runner/jobs/${jobId}/logs`);
  }

  complete(): this {
    this.isComplete = true;
    return this;
  }

  /** The script printed more. */
  print(text: string): void {
    this.text += text;
    this.open.forEach((reader) => this.deliver(reader));
  }

  /** The run has ended. */
  end(status: Schemas['JobStatus'] = 'success'): void {
    this.isComplete = true;
    this.status = status;
    this.open.forEach((reader) => this.finish(reader));
  }

  breakStreams(code = 1001): void {
    this.open.forEach(({ client }) => client.close(code));
    this.open.clear();
  }

  /** As a server that left something out for a slow reader. */
  skip(text: string): void {
    const from = this.size();
    this.text += text;
    this.open.forEach((reader) => {
      reader.at = this.size();
      reader.client.send(JSON.stringify({ type: 'skipped', from, to: reader.at }));
    });
  }

  handlers(): (RequestHandler | WebSocketHandler)[] {
    const path = `/api/runner/jobs/${this.jobId}/logs`;
    return [
      http.get(`${path}/rows`, ({ request }) => HttpResponse.json(this.rows(this.note(request)))),
      http.get(`${path}/search`, ({ request }) => HttpResponse.json(this.search(this.note(request)))),
      http.get(`${path}/first-error`, ({ request }) =>
        HttpResponse.json(this.firstError(this.note(request))),
      ),
      http.get(`${path}/download`, ({ request }) => {
        this.note(request);
        return HttpResponse.text(this.text);
      }),
      http.get(path, ({ request }) => HttpResponse.json(this.page(this.note(request)))),
      this.link.addEventListener('connection', ({ client }) => {
        client.addEventListener('message', (event) => {
          const start = JSON.parse(event.data as string) as StartMessage;
          this.starts.push(start);
          if (this.refuseStreams !== null) {
            client.close(this.refuseStreams);
            return;
          }
          client.send(JSON.stringify({ type: 'status', status: 'running' }));
          const reader = { client, at: start.offset };
          this.open.add(reader);
          this.deliver(reader);
          if (this.isComplete) this.finish(reader);
        });
      }),
    ];
  }

  private finish(reader: Reader): void {
    reader.client.send(JSON.stringify({ type: 'end', next_offset: this.size(), status: this.status }));
    // The server closes after this, and so does the client; a fake that closes at once would lose the message.
    this.open.delete(reader);
  }

  private note(request: Request): URLSearchParams {
    const url = new URL(request.url);
    this.requests.push(url.pathname.split('/').at(-1) + url.search);
    return url.searchParams;
  }

  private size(): number {
    return Buffer.byteLength(this.text);
  }

  private deliver(reader: Reader): void {
    const content = Buffer.from(this.text).subarray(reader.at).toString();
    if (content === '') return;
    const next = this.size();
    const message = {
      type: 'log',
      offset: reader.at,
      next_offset: next,
      row: 0,
      line: 0,
      column: 0,
      content,
    };
    reader.at = next;
    reader.client.send(JSON.stringify(message));
  }

  private allRows(): LogRow[] {
    const rows: LogRow[] = [];
    let offset = 0;
    const lines = this.text.split('\n');
    if (lines.at(-1) === '') lines.pop();
    lines.forEach((line, number) => {
      let rest = Buffer.from(line);
      let continued = false;
      do {
        let length = Math.min(4096, rest.length);
        while (length < rest.length && ((rest[length] ?? 0) & 0xc0) === 0x80) length--;
        const text = rest.subarray(0, length).toString();
        rows.push({ row: rows.length, line: number, offset, continued, text });
        offset += length;
        rest = rest.subarray(length);
        continued = true;
      } while (rest.length > 0);
      offset++;
    });
    return rows;
  }

  private rows(query: URLSearchParams): Schemas['LogRows'] {
    const all = this.allRows();
    const number = (name: string) => (query.has(name) ? Number(query.get(name)) : null);
    const [tail, line, row] = [number('tail'), number('line'), number('row')];
    const from =
      tail !== null
        ? Math.max(0, all.length - tail)
        : line !== null
          ? all.findIndex((each) => each.line === line)
          : (row ?? 0);
    return {
      job_id: this.jobId,
      rows: from < 0 ? [] : all.slice(from, tail === null ? from + (number('limit') ?? 200) : undefined),
      total_rows: all.length,
      total_lines: all.filter((each) => !each.continued).length,
      end_offset: this.size(),
      is_complete: this.isComplete,
    };
  }

  private page(query: URLSearchParams): Schemas['LogPage'] {
    const offset = Number(query.get('offset') ?? 0);
    const content = Buffer.from(this.text).subarray(offset).toString();
    return {
      job_id: this.jobId,
      offset,
      next_offset: offset + Buffer.byteLength(content),
      is_complete: this.isComplete,
      content,
    };
  }

  private hits(matches: (line: string) => number, length: number): Schemas['LogHit'][] {
    return this.allRows().flatMap(({ row, line, offset, text }) => {
      const at = matches(text);
      return at < 0 ? [] : [{ offset: offset + at, length, row, line, excerpt: text }];
    });
  }

  private search(query: URLSearchParams): Schemas['LogSearchResult'] {
    const q = query.get('q') ?? '';
    const fold = (text: string) => (query.get('ignore_case') === 'false' ? text : text.toLowerCase());
    const offset = Number(query.get('offset') ?? 0);
    return {
      job_id: this.jobId,
      hits: this.hits((line) => fold(line).indexOf(fold(q)), q.length).filter((hit) => hit.offset >= offset),
      next_offset: this.size(),
      is_complete: this.isComplete,
    };
  }

  private firstError(query: URLSearchParams): Schemas['LogErrorResult'] {
    const offset = Number(query.get('offset') ?? 0);
    const found = this.hits((line) => line.search(/\berror\b/i), 5).find((hit) => hit.offset >= offset);
    return { job_id: this.jobId, hit: found ?? null, next_offset: this.size(), is_complete: this.isComplete };
  }
}

/** `line 1`, `line 2` and so on. */
export function numbered(count: number): string {
  return Array.from({ length: count }, (_, i) => `line ${i + 1}\n`).join('');
}
