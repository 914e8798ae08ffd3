import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { WORKER_FILES, renderBuiltUrl } from './build/asset-urls.ts';
import { buildInformation } from './build/build-information.ts';
import { chunkGroups } from './build/chunks.ts';
import { precompress } from './build/precompress.ts';
import { preloadConsole } from './build/preload-console.ts';
import { styles } from './build/styles.ts';
import { texts } from './build/texts.ts';
import manifest from '../package.json' with { type: 'json' };

const apiOrigin = process.env['API_ORIGIN'] ?? 'http://127.0.0.1:8000';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    texts(),
    styles(),
    buildInformation(manifest.version, new Date().toISOString()),
    preloadConsole(),
    precompress(),
  ],
  experimental: { renderBuiltUrl },
  worker: { rolldownOptions: { output: { entryFileNames: WORKER_FILES } } },
  build: {
    outDir: 'dist',
    target: 'es2023',
    // Assets inlined as `data:` URLs would need an exception in the content security policy.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // The styles of lists and of formatted texts are 3 kB; files of their own would cost a request each.
    cssCodeSplit: false,
    rolldownOptions: {
      // No warnings about slow plugins: they appear on slow machines, where operators cannot act on them.
      checks: { bundlerTimings: false },
      output: {
        codeSplitting: { groups: chunkGroups() },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(
      [
        '/api',
        '/oauth',
        '/auth/register',
        '/auth/single-sign-on/',
        '/storage',
        '/sign-in.json',
        '/altcha-challenge',
        '/docs',
        '/openapi.json',
      ].map((path) => [path, apiOrigin]),
    ),
  },
});
