import { defineConfig } from 'vitest/config';
import { LongestFirst } from './scripts/longest-first.ts';
import { TestReport } from './scripts/test-report.ts';

interface Options {
  readonly globalSetup?: string;
}

const onNode = (name: string, options: Options = {}) => ({
  extends: true as const,
  test: { name, root: import.meta.dirname, include: [`${name}/**/*.test.ts`], ...options },
});
/** Only tests that need a database wait for one; the console's component tests start immediately. */
const onDatabase = (name: string) => onNode(name, { globalSetup: 'db/src/testing-setup.ts' });

/** File from which `npm test` reads the results. */
const report = process.env['TEST_REPORT'];

export default defineConfig({
  test: {
    reporters: ['default', ...(report ? [new TestReport(report)] : [])],
    // The console has its own configuration because its texts are compiled.
    projects: [
      ...['contract', 'bench', 'scripts'].map((name) => onNode(name)),
      ...['db', 'demo', 'api'].map(onDatabase),
      'web/vitest.config.ts',
      'web/vitest.browser.config.ts',
    ],
    pool: 'forks',
    // A worker imports the program once, not once per file, which took a quarter of its time. Safe because no file
    // leaves state in a module and each has its own database.
    isolate: false,
    // Screenshots of failed console tests.
    attachmentsDir: '.cache/console',
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // Milliseconds, well above what the slowest machine needs: a test that takes longer hangs.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
