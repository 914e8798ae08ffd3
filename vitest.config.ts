import { defineConfig } from 'vitest/config';

const onNode = (name: string) => ({
  extends: true as const,
  test: { name, root: import.meta.dirname, include: [`${name}/**/*.test.ts`] },
});

export default defineConfig({
  test: {
    // The console has a configuration of its own: its texts are compiled.
    projects: [...['contract', 'db', 'api', 'bench', 'scripts'].map(onNode), 'web/vitest.config.ts'],
    globalSetup: 'db/src/testing-setup.ts',
    pool: 'forks',
    maxWorkers: 2,
    // A test that takes longer is stuck, not slow.
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
