import { defineConfig } from 'vitest/config';
import { LongestFirst } from './scripts/longest-first.ts';
import { TestReport } from './scripts/test-report.ts';

interface ProjectOptions {
  readonly globalSetup?: string;
}

const createProject = (name: string, options: ProjectOptions = {}) => ({
  extends: true as const,
  test: { name, root: import.meta.dirname, include: [`${name}/**/*.test.ts`], ...options },
});
/** Creates a project whose tests wait for the database server. All others start immediately. */
const createDatabaseProject = (name: string) => createProject(name, { globalSetup: 'db/src/testing-setup.ts' });

/** File from which `npm test` reads the results. */
const reportFile = process.env['TEST_REPORT'];

export default defineConfig({
  test: {
    reporters: ['default', ...(reportFile ? [new TestReport(reportFile)] : [])],
    // The console has its own configuration because its texts are compiled.
    projects: [
      ...['contract', 'bench', 'scripts'].map((name) => createProject(name)),
      ...['db', 'demo', 'api'].map(createDatabaseProject),
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
