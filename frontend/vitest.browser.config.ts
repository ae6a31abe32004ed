import { defineConfig } from 'vitest/config';

/** The suite that drives a real browser against the real stack; `npm run test:browser`. */
export default defineConfig({
  test: {
    environment: 'node',
    include: ['browser/**/*.test.ts'],
    globalSetup: ['browser/globalSetup.ts'],
    // One stack for all: what one test starts, another one sees.
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    teardownTimeout: 120_000,
    reporters: ['default', ['junit', { outputFile: 'target/failsafe-reports/TEST-browser.xml' }]],
  },
});
