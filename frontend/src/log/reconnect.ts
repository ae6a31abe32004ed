/** What to do after a stream of a log was closed. */
export interface Next {
  /** `stop`: there is nothing more to come, or nobody to come to. */
  readonly action: 'connect' | 'stop';
  readonly delayMs: number;
  /** The token was refused: get another one first. */
  readonly renewToken: boolean;
  /** Whether to ask for pieces of the log in the meantime. */
  readonly poll: boolean;
}

const FIRST_MS = 500;
const LONGEST_MS = 30_000;
/** Who has too many streams open, or a server that has, is not helped by asking soon. */
const CROWDED_MS = 20_000;

/**
 * The stream was closed before it had told the end. `code` is the WebSocket's close code (the API's own from 4400 on), `failures` how many streams in a row, this one
 * included, ended without having brought anything. `chance` (0 to 1) keeps a thousand readers from coming back at once.
 */
export function afterClose(code: number, failures: number, chance: number): Next {
  if (code === 4404) return { action: 'stop', delayMs: 0, renewToken: false, poll: false };
  if (code === 4401) {
    // Once with a new token; whoever is refused again is logged out, and the page says so.
    return { action: failures > 2 ? 'stop' : 'connect', delayMs: 0, renewToken: true, poll: false };
  }
  const growing = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.max(0, Math.min(failures, 20) - 1));
  const base = code === 4429 || code === 1013 ? CROWDED_MS : growing;
  return {
    action: 'connect',
    delayMs: Math.round(base * (0.75 + chance / 2)),
    renewToken: false,
    // The first break is mostly over in a moment; what lasts longer is a proxy that lets no stream through.
    poll: failures >= 2 || code === 4429 || code === 1013,
  };
}
