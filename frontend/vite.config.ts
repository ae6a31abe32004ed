import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Where `npm run dev` finds an API: the one that `./runner up` starts, unless told otherwise. */
const api = process.env.RUNNER_API ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [react()],
  build: {
    target: 'es2022',
    // A source map for whoever debugs an installation; browsers fetch it only with their tools open.
    sourcemap: true,
    // Everything in a file of its own: the content policy allows no data: scripts, and fonts are cached by name.
    assetsInlineLimit: 0,
  },
  server: {
    proxy: {
      '/api': { target: api, ws: true },
      '/healthz': api,
      '/readyz': api,
    },
  },
});
