import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const NEEDED = 25;
const PARENTS = [
  '/usr/lib/jvm',
  '/usr/java',
  '/opt',
  join(process.env.HOME ?? '/', '.sdkman/candidates/java'),
];

/** A JDK that is new enough: that of JAVA_HOME, which `./runner` sets, or one found in the usual places. */
export function findJdk(): string {
  const named = process.env.JAVA_HOME;
  const homes = [
    ...(named ? [named] : []),
    ...PARENTS.filter((parent) => existsSync(parent)).flatMap((parent) =>
      readdirSync(parent).map((name) => join(parent, name)),
    ),
  ];
  const home = homes.find((candidate) => versionOf(candidate) >= NEEDED);
  if (home === undefined) throw new Error(`no JDK ${NEEDED} or newer found: set JAVA_HOME`);
  return home;
}

function versionOf(home: string): number {
  const release = join(home, 'release');
  if (!existsSync(join(home, 'bin', 'java')) || !existsSync(release)) return 0;
  return Number(/^JAVA_VERSION="(\d+)/m.exec(readFileSync(release, 'utf8'))?.[1] ?? 0);
}
