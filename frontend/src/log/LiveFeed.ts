import type { Schemas } from '../api/client';
import { ApiError } from '../api/errors';
import { session } from '../api/session';
import { fetchPage } from './logApi';
import { afterClose } from './reconnect';

type JobStatus = Schemas['JobStatus'];

/** How what is new reaches this page just now. */
export type LiveState = 'connecting' | 'live' | 'reconnecting' | 'polling' | 'complete' | 'stopped';

export interface FeedEvents {
  /** Where the next piece has to begin. */
  offset(): number;
  onContent(offset: number, content: string): void;
  /** The server left something out because this reader was too far behind. */
  onSkipped(): void;
  onStatus(status: JobStatus): void;
  onEnd(): void;
  onState(state: LiveState): void;
}

type Message =
  | { type: 'log'; offset: number; next_offset: number; content: string }
  | { type: 'skipped'; from: number; to: number }
  | { type: 'status'; status: JobStatus }
  | { type: 'end'; next_offset: number; status: JobStatus };

const POLL_MS = 1_500;
const POLL_HIDDEN_MS = 10_000;
const PAGE_BYTES = 131_072;
/** Pages in a row after which a poll gives up following every byte. */
const POLL_PAGES = 8;
/** A stream that is open and says nothing at all is one that a proxy swallowed. */
const SILENT_MS = 10_000;
/** A reader further behind than this is not helped by being shown everything. */
const MAX_BEHIND = 1_048_576;

/**
 * What a log gains while somebody looks at it: by WebSocket, and by asking again and again where none comes through.
 * Resumes where the reader is, tries again with growing pauses, and ends by itself with the log.
 */
export class LiveFeed {
  private socket: WebSocket | null = null;
  private failures = 0;
  private wasLive = false;
  private isOver = false;
  private connectTimer: ReturnType<typeof setTimeout> | undefined;
  private silence: ReturnType<typeof setTimeout> | undefined;
  private pollTimer: ReturnType<typeof setTimeout> | undefined;
  private polling: AbortController | null = null;

  constructor(
    private readonly jobId: string,
    private readonly events: FeedEvents,
  ) {}

  start(): void {
    this.events.onState('connecting');
    void this.connect(false);
  }

  stop(): void {
    this.isOver = true;
    clearTimeout(this.connectTimer);
    clearTimeout(this.silence);
    this.stopPolling();
    this.socket?.close(1000);
    this.socket = null;
  }

  /** Whether the end will come by the stream, without anybody asking. */
  isDelivering(): boolean {
    return this.socket !== null && this.wasLive && this.failures === 0;
  }

  private async connect(renew: boolean): Promise<void> {
    let token: string | null;
    try {
      token = renew ? await session.renew() : await session.token();
    } catch {
      this.closed(1006);
      return;
    }
    if (this.isOver) return;
    if (token === null) {
      this.finish('stopped');
      return;
    }
    const address = new URL(`/api/runner/jobs/${encodeURIComponent(this.jobId)}/logs`, location.origin);
    address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
    const socket = new WebSocket(address);
    this.socket = socket;
    socket.onopen = () => {
      const offset = this.events.offset();
      socket.send(JSON.stringify({ type: 'start', token, offset, max_behind: MAX_BEHIND }));
      this.expectWord(socket);
    };
    socket.onmessage = (event) => this.take(socket, String(event.data));
    // An error is always followed by a close.
    socket.onclose = (event) => {
      if (this.socket === socket) this.closed(event.code);
    };
  }

  private expectWord(socket: WebSocket): void {
    clearTimeout(this.silence);
    this.silence = setTimeout(() => {
      if (this.socket !== socket) return;
      socket.close(4000);
      // Closing waits for the other side, which is silent.
      this.closed(1006);
    }, SILENT_MS);
  }

  private take(socket: WebSocket, text: string): void {
    if (this.socket !== socket || this.isOver) return;
    clearTimeout(this.silence);
    if (!this.wasLive || this.failures > 0 || this.polling !== null) {
      this.failures = 0;
      this.wasLive = true;
      this.stopPolling();
      this.events.onState('live');
    }
    const message = JSON.parse(text) as Message;
    switch (message.type) {
      case 'log':
        return this.events.onContent(message.offset, message.content);
      case 'skipped':
        return this.events.onSkipped();
      case 'status':
        return this.events.onStatus(message.status);
      case 'end':
        this.events.onStatus(message.status);
        return this.finish('complete');
    }
  }

  private closed(code: number): void {
    if (this.isOver) return;
    this.socket = null;
    clearTimeout(this.silence);
    this.failures++;
    const next = afterClose(code, this.failures, Math.random());
    if (next.action === 'stop') {
      this.finish('stopped');
      return;
    }
    if (next.poll) this.startPolling();
    if (this.polling === null) this.events.onState(this.wasLive ? 'reconnecting' : 'connecting');
    this.connectTimer = setTimeout(() => void this.connect(next.renewToken), next.delayMs);
  }

  private finish(state: 'complete' | 'stopped'): void {
    this.stop();
    this.events.onState(state);
    if (state === 'complete') this.events.onEnd();
  }

  private startPolling(): void {
    if (this.polling !== null) return;
    const control = new AbortController();
    this.polling = control;
    this.events.onState('polling');
    const round = async () => {
      await this.poll(control.signal);
      if (control.signal.aborted) return;
      this.pollTimer = setTimeout(() => void round(), document.hidden ? POLL_HIDDEN_MS : POLL_MS);
    };
    void round();
  }

  private stopPolling(): void {
    this.polling?.abort();
    this.polling = null;
    clearTimeout(this.pollTimer);
  }

  private async poll(signal: AbortSignal): Promise<void> {
    try {
      for (let pages = 0; ; pages++) {
        const page = await fetchPage(this.jobId, this.events.offset(), PAGE_BYTES, signal);
        if (signal.aborted) return;
        if (this.polling !== null) this.events.onState('polling');
        if (page.content !== '') this.events.onContent(page.offset, page.content);
        if (page.is_complete) return this.finish('complete');
        if (page.next_offset - page.offset < PAGE_BYTES / 2) return;
        if (pages === POLL_PAGES) {
          this.events.onSkipped();
          return;
        }
      }
    } catch (e) {
      if (signal.aborted) return;
      if (e instanceof ApiError && (e.status === 401 || e.status === 404)) this.finish('stopped');
      else this.events.onState('reconnecting');
    }
  }
}
