import { type ReporterDescription, defineConfig } from '@playwright/test';
import { CHROMIUM_ARGS, findChromium } from '../scripts/chromium.mjs';

/** File for results that a program reads. */
const report = process.env.TEST_REPORT;

export default defineConfig({
  testDir: 'journeys',
  outputDir: '../.cache/e2e',
  globalSetup: './src/app.ts',
  fullyParallel: true,
  workers: 2,
  // A journey that fails once in ten runs is a defect in the journey or in the product.
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
    // Record only the screen and the steps: page snapshots for every step would take a quarter of the time.
    screenshot: 'only-on-failure',
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
    launchOptions: { executablePath: findChromium() ?? 'chromium', args: CHROMIUM_ARGS },
  },
});
