import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [react()],
  test: {
    environment: 'jsdom',
    environmentOptions: { jsdom: { url: 'http://runner.test/' } },
    include: ['src/**/*.test.{ts,tsx}', 'scripts/*.test.ts'],
    setupFiles: ['src/test/setup.ts'],
    restoreMocks: true,
    testTimeout: 60_000,
    css: false,
    // A zone that is neither the developer's nor UTC, so that a hidden default shows.
    env: { TZ: 'Pacific/Chatham' },
    reporters: ['default', ['junit', { outputFile: 'target/surefire-reports/TEST-vitest.xml' }]],
  },
});
