import type { Worker } from '../../api/diagnostics';

/** Two missed heartbeats: worth a look before the API counts the worker as gone. */
const LATE_MS = 75_000;

export type WorkerState = 'launcher' | 'standby' | 'sharing' | 'refusing' | 'late' | 'silent' | 'stopped';

/** What a worker is doing, judged by the database's clock; what is wrong with it comes before what it does. */
export function stateOf(worker: Worker, databaseTime: string): WorkerState {
  if (worker.stopped_at !== null) return 'stopped';
  if (!worker.alive) return 'silent';
  if (worker.refusing_reason !== null) return 'refusing';
  if (Date.parse(databaseTime) - Date.parse(worker.last_seen_at) > LATE_MS) return 'late';
  if (worker.launcher) return 'launcher';
  return worker.mode === 'shared' ? 'sharing' : 'standby';
}

/** In words and a colour of the theme; the word is the sign, the colour repeats it. */
export const WORKER_LOOK = {
  launcher: { label: 'Launcher', color: 'green', meaning: 'Holds the launcher lock and starts runs.' },
  sharing: { label: 'Working', color: 'green', meaning: 'Starts runs; the launcher lock is with another.' },
  standby: { label: 'Standby', color: 'blue', meaning: 'Takes over within seconds if the launcher dies.' },
  refusing: { label: 'Refusing', color: 'red', meaning: 'Is alive but starts nothing.' },
  late: { label: 'Late', color: 'yellow', meaning: 'Missed a heartbeat.' },
  silent: { label: 'Silent', color: 'red', meaning: 'Has not been heard of for two minutes.' },
  stopped: { label: 'Stopped', color: 'gray', meaning: 'Ended in good order.' },
} satisfies Record<WorkerState, { label: string; color: string; meaning: string }>;

/** What the modes mean, after their name. */
export const MODE_WORDS = {
  exclusive: 'one starts runs, the others stand by',
  shared: 'all of them start runs',
} satisfies Record<Worker['mode'], string>;

/** Those that work now, and those that stopped in good order. */
export function parted(workers: Worker[]): { present: Worker[]; stopped: Worker[] } {
  return {
    present: workers
      .filter((worker) => worker.stopped_at === null)
      .sort((a, b) => Number(b.launcher) - Number(a.launcher) || Number(b.alive) - Number(a.alive)),
    stopped: workers.filter((worker) => worker.stopped_at !== null),
  };
}

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'];

/** `840 MB`, `12.4 GB`; powers of 1000, as disks are sold. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${value < 10 && unit > 0 ? value.toFixed(1) : Math.round(value)} ${UNITS[unit] ?? ''}`;
}

export interface Disk {
  free: number;
  total: number;
  /** With less than this free, the worker starts nothing. */
  floor: number | null;
}

/** The worker's disk, if it told of one. */
export function diskOf(worker: Worker): Disk | null {
  const { disk_free_bytes: free, disk_total_bytes: total, disk_floor_bytes: floor } = worker;
  return free === null || total === null || total <= 0 ? null : { free, total, floor };
}

/** Red below the floor, yellow when less than twice the floor is left. */
export function diskColor({ free, floor }: Disk): string {
  if (floor === null || free >= 2 * floor) return 'blue';
  return free >= floor ? 'yellow' : 'red';
}
