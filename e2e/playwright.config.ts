import { type ReporterDescription, defineConfig } from '@playwright/test';
import { CHROMIUM_ARGS, findChromium } from '../scripts/chromium.mjs';

/** The path of a JSON file for the results; no file if unset. */
const report = process.env.TEST_REPORT;

export default defineConfig({
  testDir: 'journeys',
  outputDir: '../.cache/e2e',
  globalSetup: './src/app.ts',
  fullyParallel: true,
  workers: 2,
  // No retries: if a test fails in one of ten runs, it has a defect, or the product has one.
  retries: 0,
  forbidOnly: true,
  reporter: [
    ['list'],
    ['./src/step-time-reporter.ts'],
    ...(report ? [['json', { outputFile: report }] satisfies ReporterDescription] : []),
  ],
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    baseURL: process.env.BASE_URL ?? '',
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Asia/Jakarta',
    // Records the steps, and a screenshot of each failure. Page snapshots of every step would take a quarter of the
    // time.
    screenshot: 'only-on-failure',
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
    launchOptions: { executablePath: findChromium() ?? 'chromium', args: CHROMIUM_ARGS },
  },
});
