import type { Schemas } from '../api/client';
import { BLOCK_ROWS, BlockCache, blocksOf } from './blocks';
import { LiveFeed, type LiveState } from './LiveFeed';
import { fetchRows } from './logApi';
import { append, EMPTY_TAIL, tailOf, type LogRow, type Tail } from './rows';

type JobStatus = Schemas['JobStatus'];

const FIRST_TAIL = 200;
/** Rows within this many blocks of what is seen are fetched ahead. */
const AHEAD = 1;
/** Somebody who drags the bar comes by a hundred places a second; only some of them are asked for. */
const WANT_MS = 80;

export interface LogSnapshot {
  /** Grows with every change; rows themselves are read with {@link LogStore.row}. */
  readonly version: number;
  readonly phase: 'loading' | 'ready' | 'failed';
  readonly error: unknown;
  readonly totalRows: number;
  readonly totalLines: number;
  readonly endOffset: number;
  readonly isComplete: boolean;
  readonly live: LiveState;
  /** Rows that were asked for and could not be had; cleared by the next answer. */
  readonly blockError: unknown;
}

const LOADING: LogSnapshot = {
  version: 0,
  phase: 'loading',
  error: null,
  totalRows: 0,
  totalLines: 0,
  endOffset: 0,
  isComplete: false,
  live: 'connecting',
  blockError: null,
};

/**
 * A log as one page sees it: its end, which may grow, and the blocks around what is looked at. Keeps a bounded part of
 * the log, asks for what is wanted and drops requests for places that were scrolled past.
 */
export class LogStore {
  private current: LogSnapshot = LOADING;
  private readonly listeners = new Set<() => void>();
  private tail: Tail = EMPTY_TAIL;
  private readonly cache = new BlockCache();
  private readonly requests = new Map<number, AbortController>();
  private feed: LiveFeed | null = null;
  private wanted = { first: 0, last: 0 };
  /** Somebody asked while it was too soon to ask again. */
  private isWantedAgain = false;
  private wantTimer: ReturnType<typeof setTimeout> | undefined;
  private life = new AbortController();
  /** Pieces that came while the tail was being asked for again. */
  private pending: { offset: number; content: string }[] | null = null;

  private tellStatus: (status: JobStatus) => void = () => {};

  constructor(private readonly jobId: string) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly snapshot = (): LogSnapshot => this.current;

  /** Whom to tell when the stream says that the run has another state. */
  onStatus(listener: (status: JobStatus) => void): void {
    this.tellStatus = listener;
  }

  /** Opens the log at its end, and follows it while it grows. */
  async open(): Promise<void> {
    this.life.abort();
    this.life = new AbortController();
    const { signal } = this.life;
    this.publish({ phase: 'loading', error: null });
    try {
      const answer = await fetchRows(this.jobId, { tail: FIRST_TAIL }, undefined, signal);
      if (signal.aborted) return;
      this.tail = tailOf(answer);
      this.publish({
        phase: 'ready',
        ...this.totals(),
        isComplete: answer.is_complete,
        live: answer.is_complete ? 'complete' : 'connecting',
      });
      if (!answer.is_complete) this.follow();
    } catch (error) {
      if (!signal.aborted) this.publish({ phase: 'failed', error });
    }
  }

  close(): void {
    this.life.abort();
    clearTimeout(this.wantTimer);
    this.wantTimer = undefined;
    this.feed?.stop();
    this.feed = null;
    this.pending = null;
    this.requests.forEach((request) => request.abort());
    this.requests.clear();
  }

  /** A row, if it is here. */
  row(row: number): LogRow | undefined {
    const first = this.tail.rows[0]?.row;
    return first !== undefined && row >= first ? this.tail.rows[row - first] : this.cache.row(row);
  }

  /** These rows (both included) are looked at: fetch what is missing of them, and nothing else any more. */
  want(first: number, last: number): void {
    this.wanted = { first, last };
    this.isWantedAgain = this.wantTimer !== undefined;
    if (this.isWantedAgain) return;
    this.fetchWanted();
    this.wantTimer = setTimeout(() => {
      this.wantTimer = undefined;
      if (this.isWantedAgain) this.want(this.wanted.first, this.wanted.last);
    }, WANT_MS);
  }

  private fetchWanted(): void {
    const { first, last } = this.wanted;
    const { phase, totalRows } = this.current;
    if (phase !== 'ready' || totalRows === 0) return;
    const from = Math.max(0, first - AHEAD * BLOCK_ROWS);
    const to = Math.min(totalRows - 1, last + AHEAD * BLOCK_ROWS);
    const wanted = new Set(blocksOf(from, to));
    for (const [block, request] of this.requests) {
      if (wanted.has(block)) continue;
      request.abort();
      this.requests.delete(block);
    }
    // What is seen first, then what is near it.
    const inOrder = [...blocksOf(Math.max(0, first), Math.min(last, totalRows - 1)), ...wanted];
    for (const block of new Set(inOrder)) {
      this.cache.touch(block);
      if (!this.requests.has(block) && this.isMissing(block, Math.max(from, 0), to))
        void this.fetchBlock(block);
    }
  }

  /** The first row of a line, which has to be asked for: long lines have many rows. */
  async rowOfLine(line: number): Promise<number> {
    const { totalLines, totalRows } = this.current;
    if (totalLines === totalRows) return Math.min(line, Math.max(0, totalRows - 1));
    const within = Math.min(line, Math.max(0, totalLines - 1));
    const answer = await fetchRows(this.jobId, { line: within }, 1, this.life.signal);
    return answer.rows[0]?.row ?? Math.max(0, totalRows - 1);
  }

  /** The run has ended, as somebody else heard: make sure that the end of the log is here. */
  async settle(): Promise<void> {
    if (this.current.phase !== 'ready' || this.current.isComplete || this.feed?.isDelivering()) return;
    await this.resync();
  }

  private isMissing(block: number, from: number, to: number): boolean {
    const first = Math.max(from, block * BLOCK_ROWS);
    const last = Math.min(to, (block + 1) * BLOCK_ROWS - 1);
    // Rows come from the beginning of a block on, and the tail has everything from its first row on.
    const tailFrom = this.tail.rows[0]?.row ?? Infinity;
    const needed = Math.min(last, tailFrom - 1);
    return needed >= first && this.cache.size(block) <= needed - block * BLOCK_ROWS;
  }

  private async fetchBlock(block: number): Promise<void> {
    const control = new AbortController();
    this.requests.set(block, control);
    const rows: LogRow[] = [];
    const base = block * BLOCK_ROWS;
    try {
      for (;;) {
        const place = { row: base + rows.length };
        const answer = await fetchRows(this.jobId, place, BLOCK_ROWS - rows.length, control.signal);
        if (control.signal.aborted) return;
        rows.push(...answer.rows);
        const isAll = rows.length >= BLOCK_ROWS || base + rows.length >= answer.total_rows;
        if (answer.rows.length > 0 && !isAll) continue;
        // The very last row of a log that grows may grow as well: it is not for keeping.
        if (!answer.is_complete && base + rows.length >= answer.total_rows) rows.pop();
        break;
      }
      this.requests.delete(block);
      this.cache.put(block, rows);
      this.publish({ blockError: null });
    } catch (error) {
      if (control.signal.aborted) return;
      this.requests.delete(block);
      this.publish({ blockError: error });
    }
  }

  private follow(): void {
    this.feed = new LiveFeed(this.jobId, {
      offset: () => this.tail.endOffset,
      onContent: (offset, content) => this.take(offset, content),
      onSkipped: () => void this.resync(),
      onStatus: (status) => this.tellStatus(status),
      onState: (live) => this.publish({ live }),
      onEnd: () => {
        if (this.pending === null) this.publish({ isComplete: true });
      },
    });
    this.feed.start();
  }

  private take(offset: number, content: string): void {
    if (this.pending !== null) {
      this.pending.push({ offset, content });
      return;
    }
    const next = append(this.tail, offset, content);
    if (next === null) {
      void this.resync();
      return;
    }
    this.tail = next;
    this.publish(this.totals());
  }

  /** Something between the tail and what comes is missing: begin again at the end as it is now. */
  private async resync(): Promise<void> {
    if (this.pending !== null) return;
    this.pending = [];
    const { signal } = this.life;
    try {
      const answer = await fetchRows(this.jobId, { tail: FIRST_TAIL }, undefined, signal);
      if (signal.aborted) return;
      const pieces = this.pending;
      this.pending = null;
      this.tail = tailOf(answer);
      this.publish({ ...this.totals(), isComplete: answer.is_complete || this.current.live === 'complete' });
      if (answer.is_complete) {
        this.feed?.stop();
        this.publish({ live: 'complete' });
        return;
      }
      pieces.forEach(({ offset, content }) => this.take(offset, content));
    } catch {
      // The stream or the next poll will tell what is wrong; a gap found then leads here again.
      if (!signal.aborted) this.pending = null;
    }
  }

  private totals() {
    const { totalRows, totalLines, endOffset } = this.tail;
    return { totalRows, totalLines, endOffset };
  }

  private publish(change: Partial<LogSnapshot>): void {
    if (this.life.signal.aborted) return;
    this.current = { ...this.current, ...change, version: this.current.version + 1 };
    this.listeners.forEach((listener) => listener());
  }
}
