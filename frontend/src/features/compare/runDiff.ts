import { compareLines, type DiffOptions, type DiffRow } from './logDiff';

/** Compares in a worker; an aborted comparison ends there, too. Where there are no workers, right here. */
export function runDiff(
  a: string[],
  b: string[],
  options: DiffOptions,
  signal: AbortSignal,
): Promise<DiffRow[]> {
  if (typeof Worker === 'undefined') return Promise.resolve(compareLines(a, b, options));
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./diff.worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = (event: MessageEvent<DiffRow[]>) => {
      worker.terminate();
      resolve(event.data);
    };
    worker.onerror = () => {
      worker.terminate();
      reject(new Error('The logs could not be compared.'));
    };
    signal.addEventListener('abort', () => {
      worker.terminate();
      reject(new DOMException('The comparison was left.', 'AbortError'));
    });
    worker.postMessage({ a, b, options });
  });
}
