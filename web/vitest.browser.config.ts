import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { CHROMIUM_ARGS, findChromium } from '../scripts/chromium.mjs';
import { buildInformation } from './build/build-information.ts';
import { styles } from './build/styles.ts';
import { texts } from './build/texts.ts';
import { commands } from './src/testing/commands.ts';

/** Component tests in a real Chromium, with the real styles and texts. The mock server is in src/testing/. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), texts(), styles(), buildInformation('0.0.0', '2026-01-01T00:00:00.000Z')],
  // Finds all packages before the first test: Vite reloads every page when it discovers one during the run.
  optimizeDeps: { entries: ['src/**/*.{ts,tsx}', '!src/**/*.test.ts'] },
  cacheDir: '../node_modules/.vite/console',
  test: {
    name: 'console',
    include: ['src/**/*.test.tsx'],
    setupFiles: ['src/testing/setup.ts'],
    maxWorkers: 3,
    // A page imports the console once, not once per file. Tests must not leave state to the next one, so
    // open-console.tsx clears it.
    isolate: false,
    provide: {
      // Delays each response by a random time of up to this many milliseconds, which no test may depend on.
      slowness: Number(process.env['SLOW_ANSWERS'] ?? 0),
      // The resources that conformance tests cover, null for all.
      resources: process.env['RESOURCES']?.split(',') ?? null,
      // The rotation of variants and widths that this run covers, null for all: src/testing/rotation.ts.
      rotation: process.env['TURN'] ? Number(process.env['TURN']) : null,
    },
    testTimeout: 120_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 8_000 } },
    browser: {
      enabled: true,
      headless: true,
      ui: false,
      screenshotFailures: true,
      // As in Playwright: locators match a part of a name or text, unless a test sets `exact`.
      locators: { exact: false },
      provider: playwright({
        launchOptions: { executablePath: findChromium() ?? 'chromium', args: [...CHROMIUM_ARGS] },
        contextOptions: { locale: 'en-GB', timezoneId: 'Asia/Jakarta' },
        actionTimeout: 10_000,
      }),
      instances: [{ browser: 'chromium' }],
      viewport: { width: 1440, height: 900 },
      commands,
    },
  },
});
