import { type ReporterDescription, defineConfig } from '@playwright/test';
import { CHROMIUM_ARGS, findChromium } from '../scripts/chromium.mjs';

/** File, where the results are read by a program. */
const report = process.env.TEST_REPORT;

export default defineConfig({
  testDir: 'journeys',
  outputDir: '../.cache/e2e',
  globalSetup: './src/program.ts',
  fullyParallel: true,
  workers: 2,
  // A journey that fails once in ten runs is a defect, of the journey or of the product.
  retries: 0,
  forbidOnly: true,
  reporter: [
    ['list'],
    ['./src/where-time-went.ts'],
    ...(report ? [['json', { outputFile: report }] satisfies ReporterDescription] : []),
  ],
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    baseURL: process.env.BASE_URL ?? '',
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Asia/Jakarta',
    // The screen, and the steps to it; with the page as it stood at every step it would cost a quarter of the time.
    screenshot: 'only-on-failure',
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
    launchOptions: { executablePath: findChromium() ?? 'chromium', args: CHROMIUM_ARGS },
  },
});
