import { defineConfig } from 'vitest/config';
import { texts } from './build/texts.ts';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [texts()],
  // All projects share one pool, so the number of workers is the same as in ../vitest.config.ts.
  test: {
    name: 'web',
    environment: 'node',
    include: ['src/**/*.test.ts', 'build/**/*.test.ts'],
    isolate: false,
    maxWorkers: 3,
    testTimeout: 120_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
