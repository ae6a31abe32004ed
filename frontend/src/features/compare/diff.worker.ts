import { compareLines, type DiffOptions } from './logDiff';

/** Compares away from the page, which stays quick meanwhile. */
self.onmessage = (event: MessageEvent<{ a: string[]; b: string[]; options: DiffOptions }>) => {
  const { a, b, options } = event.data;
  self.postMessage(compareLines(a, b, options));
};
