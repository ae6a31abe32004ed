import { defineConfig } from 'vitest/config';

/** Measurements in a real browser; `npm run bench:browser`. Not part of any test run. */
export default defineConfig({
  test: {
    environment: 'node',
    include: ['browser/bench/*.ts'],
    fileParallelism: false,
    reporters: ['default'],
    disableConsoleIntercept: true,
  },
});
