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
/** Only tests that need a database wait for one: the components of the console begin at once. */
const onDatabase = (name: string) => onNode(name, { globalSetup: 'db/src/testing-setup.ts' });

/** The file in which `npm test` reads the results. */
const report = process.env['TEST_REPORT'];

export default defineConfig({
  test: {
    reporters: ['default', ...(report ? [new TestReport(report)] : [])],
    // The console has a configuration of its own: its texts are compiled.
    projects: [
      ...['contract', 'bench', 'scripts'].map((name) => onNode(name)),
      ...['db', 'demo', 'api'].map(onDatabase),
      'web/vitest.config.ts',
      'web/vitest.browser.config.ts',
    ],
    pool: 'forks',
    // A worker imports the program once, not once a file: that was a quarter of its time. No file leaves anything behind in
    // a module, and each has a database of its own.
    isolate: false,
    // The screen of a test of the console that failed.
    attachmentsDir: '.cache/console',
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // Well above what the slowest machine needs: a test that takes longer is stuck, not slow.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
