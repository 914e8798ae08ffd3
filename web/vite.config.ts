import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { buildInformation } from './build/build-information.ts';
import { precompress } from './build/precompress.ts';
import { texts } from './build/texts.ts';
import manifest from './package.json' with { type: 'json' };

const api = process.env['API_ORIGIN'] ?? 'http://127.0.0.1:8000';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    texts(),
    tailwindcss(),
    buildInformation(manifest.version, new Date().toISOString()),
    precompress(),
  ],
  build: {
    outDir: 'dist',
    target: 'es2023',
    // Data addresses would need an exception in the content security policy.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        chunkFileNames: ({ name }) => `assets/${name.startsWith('shared~') ? 'shared' : name}-[hash].js`,
        codeSplitting: {
          groups: [
            // One request for the sign-in page: over a slow line every further one costs a round trip.
            { name: 'start', tags: ['$initial'], priority: 2 },
            { name: 'icons', test: /lucide-react/, priority: 1 },
            // Each page loads only what it uses; parts too small to be worth a request join their nearest neighbour. A larger
            // threshold was tried: at 5 kB lists carry the validation of forms, 170 kB more.
            { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 3000 },
          ],
        },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(
      ['/api', '/oauth', '/storage', '/demo.json', '/docs', '/openapi.json'].map((path) => [path, api]),
    ),
  },
});
