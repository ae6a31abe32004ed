import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findJdk } from './jdk';
import { noteOwner, PREFIX, stopLeftovers } from './leftovers';
import { Program } from './program';

const HERE = dirname(fileURLToPath(import.meta.url));
const ROOT = join(HERE, '..', '..');
const API = join(ROOT, 'runner-api/target/runner-api/bin/runner-api');
const WORKER = join(ROOT, 'runner-worker/target/runner-worker/bin/runner-worker');
const WEB = join(ROOT, 'frontend/dist');

const READY_MS = 120_000;
const LOOK_AGAIN_MS = 100;

/** Starts in half the time, and the suite asks for little. */
const SMALL_JVM = '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xmx256m';

const run = promisify(execFile);

export interface StackOptions {
  /** Settings for both programs, on top of what they need. */
  settings?: Record<string, string>;
  javaOptions?: string;
}

/**
 * The real thing for the tests: embedded PostgreSQL, API and worker from their distributions, the demo scripts and some
 * more, in a folder of their own and on free ports. Whatever was started is stopped by {@link stop}, in whichever state
 * the start was.
 */
export class Stack {
  readonly folder = mkdtempSync(join(tmpdir(), PREFIX));
  readonly workspace = join(this.folder, 'workspace');
  readonly logDir = join(this.folder, 'job-logs');
  readonly username = 'admin';
  password = '';
  url = '';
  database = '';
  private readonly programs: Program[] = [];
  private api!: Program;
  private worker!: Program;

  private constructor(private readonly options: StackOptions) {}

  static async start(options: StackOptions = {}): Promise<Stack> {
    for (const [path, command] of [
      [API, './runner build'],
      [WORKER, './runner build'],
      [join(WEB, 'index.html'), 'npm run build'],
    ] as const) {
      if (!existsSync(path)) throw new Error(`${path} is missing: run ${command} first`);
    }
    stopLeftovers();
    const stack = new Stack(options);
    noteOwner(stack.folder);
    const onExit = () => stack.programs.forEach((program) => program.stopWithoutWaiting());
    process.once('exit', onExit);
    try {
      await stack.startEverything();
      return stack;
    } catch (e) {
      const output = stack.output(30);
      await stack.stop();
      throw new Error(`the stack did not start: ${e instanceof Error ? e.message : String(e)}\n${output}`);
    }
  }

  async stopApi(how: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    await this.api.stop(how);
  }

  /** On the same port as before, as after a restart by a service manager. */
  async startApi(): Promise<void> {
    this.api.start();
    await until('the API is ready', () => answers(`${this.url}/readyz`), this.api);
  }

  async stopWorker(how: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    await this.worker.stop(how);
  }

  startWorker(): void {
    this.worker.start();
  }

  /** First those who use something, then what they use. */
  async stop(): Promise<void> {
    for (const program of [...this.programs].reverse()) await program.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** What the programs said last, for whoever has to find out why a test failed. */
  output(lines: number, of = ['database', 'api', 'worker']): string {
    return this.programs
      .filter((program) => of.includes(program.command.name))
      .map((program) => `--- ${program.log}\n${program.tail(lines)}`)
      .join('\n');
  }

  private async startEverything(): Promise<void> {
    const java = findJdk();
    makeWorkspace(this.workspace);
    mkdirSync(this.logDir, { mode: 0o700 });
    this.database = await this.startDatabase(java);
    const port = await freePort();
    this.url = `http://127.0.0.1:${port}`;
    const env: Record<string, string> = {
      ...cleanEnvironment(),
      JAVA_HOME: java,
      JAVA_OPTS: this.options.javaOptions ?? SMALL_JVM,
      RUNNER_DATABASE_URL: this.database,
      RUNNER_REGISTRY: join(this.folder, 'registry.yml'),
      RUNNER_LOG_DIR: this.logDir,
      RUNNER_ALLOWED_REPO_PATHS: JSON.stringify([this.workspace]),
      RUNNER_JWT_SECRET: randomBytes(32).toString('hex'),
      RUNNER_MAX_CONCURRENCY: '3',
      ...this.options.settings,
    };
    const forApi = {
      ...env,
      RUNNER_API_PORT: String(port),
      RUNNER_MANAGEMENT_PORT: '0',
      RUNNER_WEB_DIR: WEB,
    };
    // What still runs at the end is of no use to anybody.
    const forWorker = { ...env, RUNNER_DRAIN: 'false' };
    writeRegistry(join(this.folder, 'registry.yml'));

    await run(WORKER, ['migrate'], { env: forWorker });
    const { stdout } = await run(API, ['first-login'], { env: forApi });
    this.password = /^password: (.*)$/m.exec(stdout)?.[1] ?? '';

    this.api = this.program({ name: 'api', file: API, args: [], env: forApi });
    this.worker = this.program({ name: 'worker', file: WORKER, args: ['run'], env: forWorker });
    this.worker.start();
    await this.startApi();
  }

  private async startDatabase(java: string): Promise<string> {
    const jar = readdirSync(join(ROOT, 'db/target')).find((name) => /^runner-db-.*\.jar$/.test(name));
    if (jar === undefined) throw new Error('db/target holds no runner-db jar: run ./runner build first');
    const ready = join(this.folder, 'database.url');
    const database = this.program({
      name: 'database',
      file: join(java, 'bin/java'),
      args: [
        '--enable-native-access=ALL-UNNAMED',
        '-Xmx128m',
        '-XX:TieredStopAtLevel=1',
        '-cp',
        `${join(ROOT, 'db/target', jar)}:${join(ROOT, 'db/target/dev-server/lib')}/*`,
        'dev.runner.db.embedded.DevelopmentServer',
        join(this.folder, 'data'),
        String(await freePort()),
        ready,
      ],
      env: cleanEnvironment(),
    });
    database.start();
    await until('the database is ready', () => Promise.resolve(existsSync(ready)), database);
    return readFileSync(ready, 'utf8');
  }

  private program(command: ConstructorParameters<typeof Program>[0]): Program {
    const made = new Program(command, this.folder);
    this.programs.push(made);
    return made;
  }
}

/** The caller's settings are for the caller's own installation. */
function cleanEnvironment(): Record<string, string> {
  const entries = Object.entries(process.env).filter(
    (entry): entry is [string, string] => !entry[0].startsWith('RUNNER_') && entry[1] !== undefined,
  );
  return Object.fromEntries(entries);
}

/** Twenty times as fast as they are for people. */
const QUICKLY = { DEMO_SPEED: '20' };

/** How the demo scripts behave that start from now on; the switches are those of the workspace's README. */
export function demoSwitches(workspace: string, switches: Record<string, string> = QUICKLY): void {
  const lines = Object.entries(switches).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(join(workspace, '.demo'), lines.join(''));
}

/** The demo repo at a higher speed, and the suite's own scripts beside it. */
function makeWorkspace(folder: string): void {
  cpSync(join(ROOT, 'examples/workspace'), folder, { recursive: true });
  cpSync(join(HERE, 'workspace'), join(folder, 'suite'), { recursive: true });
  demoSwitches(folder);
}

/** The project's whitelist, whose last part is the list of scripts, with those of the suite after it. */
function writeRegistry(file: string): void {
  const own = readFileSync(join(HERE, 'scripts.yml'), 'utf8').replace(/^(?=.)/gm, '  ');
  writeFileSync(file, `${readFileSync(join(ROOT, 'runner.yml'), 'utf8')}\n${own}`);
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}

async function answers(address: string): Promise<boolean> {
  try {
    return (await fetch(address)).ok;
  } catch {
    return false;
  }
}

async function until(what: string, check: () => Promise<boolean>, needed: Program): Promise<void> {
  const deadline = Date.now() + READY_MS;
  while (!(await check())) {
    if (!needed.isRunning) throw new Error(`it stopped before ${what}`);
    if (Date.now() > deadline) throw new Error(`it took more than ${READY_MS / 1000} s until ${what}`);
    await new Promise((done) => setTimeout(done, LOOK_AGAIN_MS));
  }
}
