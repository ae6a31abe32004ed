import type { JobDetail } from '../../api/jobs';
import type { Script } from '../../api/scripts';
import { shownArguments, spokenValue } from '../../ui/arguments';
import { STATUS_LOOK } from '../../ui/status';
import { between, formatDuration } from '../../ui/time';

/** One thing that both runs have, or one of them. */
export interface Fact {
  readonly name: string;
  readonly a: string;
  readonly b: string;
  readonly differs: boolean;
  /** How they differ, where that can be said. */
  readonly note: string | null;
}

const NONE = '–';

/** What two runs were and how they went; those that must differ, such as times of day, are not marked. */
export function factsOf(
  a: JobDetail,
  b: JobDetail,
  names: { repo: (id: string) => string; script: (key: string) => string },
): Fact[] {
  return [
    fact('Script', names.script(a.script_key), names.script(b.script_key)),
    fact('Outcome', STATUS_LOOK[a.status].label, STATUS_LOOK[b.status].label),
    fact('Exit code', String(a.exit_code ?? NONE), String(b.exit_code ?? NONE)),
    durations('Took', between(a.started_at, a.finished_at), between(b.started_at, b.finished_at)),
    durations('Waited', between(a.available_at, a.started_at), between(b.available_at, b.started_at)),
    fact('Attempts', String(a.attempts), String(b.attempts)),
    fact('By', a.requested_by, b.requested_by),
    fact('Repo', names.repo(a.repo_id), names.repo(b.repo_id)),
  ];
}

/** The arguments of both, in the order of the form. */
export function argumentFacts(a: JobDetail, b: JobDetail, scripts: readonly Script[]): Fact[] {
  const of = (job: JobDetail) =>
    shownArguments(
      job.args,
      scripts.find((script) => script.key === job.script_key),
    );
  const [left, right] = [of(a), of(b)];
  const names = [...new Set([...left, ...right].map((argument) => argument.name))];
  return names.map((name) => {
    const [one, other] = [left, right].map((list) => list.find((argument) => argument.name === name));
    return fact(
      one?.label ?? other?.label ?? name,
      one === undefined ? NONE : spokenValue(one.value),
      other === undefined ? NONE : spokenValue(other.value),
    );
  });
}

function fact(name: string, a: string, b: string): Fact {
  return { name, a, b, differs: a !== b, note: null };
}

function durations(name: string, a: number | null, b: number | null): Fact {
  return {
    name,
    a: a === null ? NONE : formatDuration(a),
    b: b === null ? NONE : formatDuration(b),
    // No two runs take the very same time; only what is worth a word is marked.
    differs: a === null || b === null ? a !== b : isNotable(a, b),
    note: a === null || b === null ? null : durationWords(a, b),
  };
}

function isNotable(a: number, b: number): boolean {
  return Math.abs(a - b) >= 1_000 && Math.abs(a - b) >= 0.1 * Math.max(a, b);
}

/** How much longer or shorter the second took, `2.1 s longer (+35 %)`. */
export function durationWords(a: number, b: number): string {
  const difference = Math.abs(b - a);
  if (difference < 100) return 'about as long';
  const word = b > a ? 'longer' : 'shorter';
  // A share of next to nothing says nothing.
  if (a < 100) return `${formatDuration(difference)} ${word}`;
  const share = Math.round(((b - a) / a) * 100);
  return `${formatDuration(difference)} ${word} (${share > 0 ? '+' : '−'}${Math.abs(share).toLocaleString('en')} %)`;
}
