import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { buildInformation } from '../build/build-information.ts';
import { styles } from '../build/styles.ts';
import { texts } from '../build/texts.ts';

/** `npm run stories`: shows every state of every page. The mock server runs in the page itself. */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: join(import.meta.dirname, '../public'),
  plugins: [react(), texts(), styles(), buildInformation('0.0.0', new Date().toISOString())],
});
