import { defineConfig } from '@playwright/test';
import { findChromium } from '../scripts/chromium.mjs';

/** The system's browser, kept from everything that it does on its own account. */
const launchOptions = {
  executablePath: findChromium() ?? 'chromium',
  args: [
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
  ],
};

export default defineConfig({
  testDir: 'src',
  outputDir: '../test-results',
  // A journey that fails once in ten runs is a defect, of the journey or of the product.
  retries: 0,
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  timeout: 60_000,
  reporter: 'list',
  use: { launchOptions, locale: 'en-GB', timezoneId: 'Asia/Jakarta', screenshot: 'only-on-failure', trace: 'retain-on-failure' },
});
