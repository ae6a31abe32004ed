import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { noteProcess } from './leftovers';

interface Command {
  name: string;
  file: string;
  args: string[];
  env: Record<string, string>;
}

/** Asked to stop, a program may take this long before it is killed. */
const PATIENCE_MS = 30_000;

/** One program of the stack: started, stopped and started again; its output goes to a file. */
export class Program {
  private child: ChildProcess | null = null;
  readonly log: string;
  private readonly note: string;

  constructor(
    readonly command: Command,
    folder: string,
  ) {
    mkdirSync(join(folder, 'run'), { recursive: true });
    mkdirSync(join(folder, 'output'), { recursive: true });
    this.log = join(folder, 'output', `${command.name}.log`);
    this.note = join(folder, 'run', `${command.name}.pid`);
  }

  start(): void {
    const output = openSync(this.log, 'a');
    const { file, args, env } = this.command;
    // Not in a session of its own: whoever ends the suite's whole group ends this, too.
    this.child = spawn(file, args, { env, stdio: ['ignore', output, output] });
    closeSync(output);
    const pid = this.child.pid;
    if (pid === undefined) throw new Error(`${file} cannot be started`);
    noteProcess(this.note, pid);
  }

  get isRunning(): boolean {
    return this.child !== null && this.child.exitCode === null && this.child.signalCode === null;
  }

  /** Asks, waits, and only then insists. */
  async stop(how: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    const child = this.child;
    if (child === null || !this.isRunning) return;
    const gone = once(child, 'exit');
    child.kill(how);
    const insist = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
    await gone;
    clearTimeout(insist);
    rmSync(this.note, { force: true });
  }

  /** For the moment in which this process itself ends and nothing can be waited for. */
  stopWithoutWaiting(): void {
    if (this.isRunning) this.child?.kill('SIGTERM');
  }

  /** The end of what it printed. */
  tail(lines: number): string {
    if (!existsSync(this.log)) return '';
    return readFileSync(this.log, 'utf8').trimEnd().split('\n').slice(-lines).join('\n');
  }
}
