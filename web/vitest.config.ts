import { defineConfig } from 'vitest/config';
import { texts } from './build/texts.ts';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [texts()],
  test: { name: 'web', environment: 'node', include: ['src/**/*.test.ts'] },
});
