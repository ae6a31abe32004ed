import type { Script } from '../../api/scripts';

const PLACES = {
  workspace: null,
  docker: 'Runs in a Docker container.',
  kubernetes: 'Runs as a Kubernetes job.',
} satisfies Record<Script['provider'], string | null>;

/** What limits a run of a script, in words. */
export function scriptLimits(script: Script): string[] {
  const { concurrency_limit: atOnce, max_attempts: attempts } = script;
  return [
    `Is stopped after ${shortSpan(script.timeout_seconds)}.`,
    ...(atOnce === null ? [] : [atOnce === 1 ? 'One run at a time.' : `At most ${atOnce} runs at a time.`]),
    ...(attempts === 1 ? [] : [`Is started up to ${attempts} times, should it be lost with its worker.`]),
    ...(PLACES[script.provider] === null ? [] : [PLACES[script.provider] ?? '']),
  ];
}

/** `2 h`, `1 min 30 s`: whole seconds, without what is zero. */
export function shortSpan(seconds: number): string {
  const parts = [
    [Math.floor(seconds / 86_400), 'd'],
    [Math.floor(seconds / 3_600) % 24, 'h'],
    [Math.floor(seconds / 60) % 60, 'min'],
    [seconds % 60, 's'],
  ] as const;
  const said = parts.filter(([value]) => value > 0).map(([value, unit]) => `${value} ${unit}`);
  return said.length === 0 ? '0 s' : said.join(' ');
}

export interface ScriptGroup {
  name: string;
  scripts: Script[];
}

/** Scripts under their headings, in the order of the whitelist; those without one come last. */
export function grouped(scripts: Script[]): ScriptGroup[] {
  const groups = new Map<string, Script[]>();
  for (const script of scripts) {
    const name = script.group ?? '';
    groups.set(name, [...(groups.get(name) ?? []), script]);
  }
  const rest = groups.get('');
  groups.delete('');
  const named = [...groups].map(([name, of]) => ({ name, scripts: of }));
  return rest === undefined
    ? named
    : [...named, { name: named.length === 0 ? 'Scripts' : 'Other', scripts: rest }];
}

/** Scripts that have all the words of a search somewhere; those that have them in their name or key come first. */
export function matching(scripts: Script[], search: string): Script[] {
  const words = search.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const hasAll = (...parts: (string | null)[]) => {
    const text = parts.join(' ').toLocaleLowerCase();
    return words.every((word) => text.includes(word));
  };
  const named = scripts.filter((script) => hasAll(script.label, script.key));
  const others = scripts.filter(
    (script) => !named.includes(script) && hasAll(script.label, script.key, script.group, script.description),
  );
  return [...named, ...others];
}
