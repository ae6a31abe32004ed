import { errorOf, noAnswer } from './errors';
import type { components } from './schema.gen';

type AccessToken = components['schemas']['AccessToken'];

/** A token is replaced this long before it expires, so that no request is sent with one that dies on the way. */
const EARLY_MS = 60_000;
const LOCK = 'runner-session';
const CHANNEL = 'runner-session';
/** Left in the browser while somebody is logged in, so that a later visit can tell an ended session from a first visit. */
const WAS_IN = 'runner-was-in';

/** `unknown` until the first answer tells whether the browser's cookie still opens a session. */
export type SessionState = 'unknown' | 'in' | 'out';

/** Why nobody is logged in: by the person's own wish, or without it. Null when nobody was. */
export type Departure = 'left' | 'ended' | null;

interface Held {
  token: string;
  until: number;
}

/**
 * Who this browser is to the API. The access token lives in this page's memory only; what outlives the page is a cookie
 * that scripts cannot read. Tabs renew one after the other and tell each other when somebody leaves.
 */
export class Session {
  private held: Held | null = null;
  private current: SessionState = 'unknown';
  private went: Departure = null;
  /** Counts logins and departures: an answer that was asked for before the last one is about somebody else. */
  private epoch = 0;
  private readonly listeners = new Set<() => void>();
  private renewing: Promise<string | null> | null = null;
  private readonly channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(CHANNEL);

  constructor() {
    this.channel?.addEventListener('message', (event) => {
      if (event.data === 'out') this.leave('ended');
      // Another tab logged in: this one finds the new cookie by itself. If it cannot ask now, it stays at the login.
      if (event.data === 'in' && this.current === 'out') this.renew().catch(() => undefined);
    });
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Hears nothing of other tabs from now on. */
  close(): void {
    this.channel?.close();
  }

  readonly state = (): SessionState => this.current;

  readonly departure = (): Departure => this.went;

  /** A token that is good for a while yet; null when nobody is logged in. Rejects when the API cannot be asked. */
  async token(): Promise<string | null> {
    if (this.held && this.held.until - Date.now() > EARLY_MS) return this.held.token;
    if (this.current === 'out') return null;
    return this.renew();
  }

  /** After the API refused a token: a new one, unless another request has already brought one. */
  async replace(refused: string): Promise<string | null> {
    if (this.held && this.held.token !== refused) return this.held.token;
    this.held = null;
    return this.renew();
  }

  /** Asks with the cookie; once at a time in this tab and in all tabs. */
  renew(): Promise<string | null> {
    this.renewing ??= inTurn(() => this.refresh()).finally(() => {
      this.renewing = null;
    });
    return this.renewing;
  }

  async logIn(username: string, password: string): Promise<void> {
    const answer = await send('/api/auth/login', JSON.stringify({ username, password }));
    const body: unknown = await answer.json().catch(() => null);
    if (!answer.ok) throw errorOf(answer, body);
    this.take(body as AccessToken);
    this.channel?.postMessage('in');
  }

  /** Leaves, also when the API cannot be told: the page forgets its token either way. */
  async logOut(): Promise<void> {
    const token = this.held?.token;
    this.leave('left');
    this.channel?.postMessage('out');
    await send('/api/auth/logout', '{}', token).catch(() => undefined);
  }

  /** The API has ended every session of this person, by their own wish. */
  leftEverywhere(): void {
    this.leave('left');
    this.channel?.postMessage('out');
  }

  /** The API refuses this tab for good. Others hear of it only from a tab that was logged in: it may be the last to learn. */
  ended(): void {
    const wasIn = this.current === 'in';
    this.leave('ended');
    if (wasIn) this.channel?.postMessage('out');
  }

  private async refresh(): Promise<string | null> {
    const asked = this.epoch;
    const answer = await send('/api/auth/refresh', '{}');
    if (asked !== this.epoch) return this.held?.token ?? null;
    if (answer.ok) return this.take((await answer.json()) as AccessToken);
    // 404: this installation has no login of its own; there is no cookie that could help.
    if (answer.status === 401 || answer.status === 403 || answer.status === 404) {
      this.leave('ended');
      return null;
    }
    throw errorOf(answer, await answer.json().catch(() => null));
  }

  private take(answer: AccessToken): string {
    this.epoch++;
    this.went = null;
    remember(true);
    this.become('in', { token: answer.access_token, until: Date.now() + answer.expires_in * 1000 });
    return answer.access_token;
  }

  private leave(departure: Departure): void {
    this.epoch++;
    if (this.current === 'in' || remembered()) this.went = departure;
    remember(false);
    this.become('out', null);
  }

  private become(state: SessionState, held: Held | null): void {
    this.held = held;
    if (this.current === state) return;
    this.current = state;
    this.listeners.forEach((listener) => listener());
  }
}

/** A browser may forbid storage altogether; then an ended session looks like a first visit, and nothing else changes. */
function remember(isIn: boolean): void {
  try {
    if (isIn) localStorage.setItem(WAS_IN, '1');
    else localStorage.removeItem(WAS_IN);
  } catch {
    // see above
  }
}

function remembered(): boolean {
  try {
    return localStorage.getItem(WAS_IN) !== null;
  } catch {
    return false;
  }
}

async function send(path: string, body: string, token?: string): Promise<Response> {
  const headers: Record<string, string> = { 'Content-Type': 'application/json' };
  if (token) headers.Authorization = `Bearer ${token}`;
  try {
    return await fetch(path, { method: 'POST', headers, body });
  } catch {
    throw noAnswer();
  }
}

/** Tabs share the cookie, and each renewal replaces it: two at once would look like a theft. */
async function inTurn<T>(action: () => Promise<T>): Promise<T> {
  return 'locks' in navigator ? await navigator.locks.request(LOCK, action) : await action();
}

export const session = new Session();
