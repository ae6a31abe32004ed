import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const PREFIX = 'runner-browser-';
const OWNER = 'owner.pid';

/** Something that differs when a process id was given to another process: when the process began. */
function identity(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may hold blanks; state and start are the 1st and 20th fields after it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? null : (fields[19] ?? null);
  } catch {
    return null;
  }
}

/** Writes down a process so that it can be found again, and nobody else in its place. */
export function noteProcess(file: string, pid: number): void {
  writeFileSync(file, `${pid} ${identity(pid) ?? ''}`);
}

/** Says to whom a stack's folder belongs. */
export function noteOwner(folder: string): void {
  noteProcess(join(folder, OWNER), process.pid);
}

function noted(file: string): number | null {
  if (!existsSync(file)) return null;
  const [pid = '', began = ''] = readFileSync(file, 'utf8').split(' ');
  return began !== '' && identity(Number(pid)) === began ? Number(pid) : null;
}

/** Stops what a suite that was killed without a chance to clean up has left behind. */
export function stopLeftovers(): void {
  const folders = readdirSync(tmpdir())
    .filter((name) => name.startsWith(PREFIX))
    .map((name) => join(tmpdir(), name));
  for (const folder of folders) {
    if (!existsSync(join(folder, OWNER)) || noted(join(folder, OWNER)) !== null) continue;
    const run = join(folder, 'run');
    const pids = existsSync(run) ? readdirSync(run).map((name) => noted(join(run, name))) : [];
    const alive = pids.filter((pid) => pid !== null);
    alive.forEach((pid) => process.kill(pid, 'SIGTERM'));
    // What still stops may yet write; the next suite removes the rest.
    if (alive.length === 0) rmSync(folder, { recursive: true, force: true });
  }
}
