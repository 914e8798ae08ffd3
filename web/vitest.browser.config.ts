import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { CHROMIUM_ARGS, findChromium } from '../scripts/chromium.mjs';
import { buildInformation } from './build/build-information.ts';
import { styles } from './build/styles.ts';
import { texts } from './build/texts.ts';
import { commands } from './src/testing/commands.ts';

/** The console's components in a real Chromium, with the real styles and texts; src/testing/ plays the server. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), texts(), styles(), buildInformation('0.0.0', '2026-01-01T00:00:00.000Z')],
  // Found out before the first test begins: a package that is found in the middle would load every page anew.
  optimizeDeps: { entries: ['src/**/*.{ts,tsx}', '!src/**/*.test.ts'] },
  cacheDir: '../node_modules/.vite/console',
  test: {
    name: 'console',
    include: ['src/**/*.test.tsx'],
    setupFiles: ['src/testing/setup.ts'],
    maxWorkers: 3,
    // A page imports the console once, not once a file. The next test would find the remains of the last one: see
    // open-console.tsx.
    isolate: false,
    // Milliseconds by which answers are held back at random: a test must not care.
    provide: {
      slowness: Number(process.env['SLOW_ANSWERS'] ?? 0),
      resources: process.env['RESOURCES']?.split(',') ?? null,
      // Which looks and widths are looked at, if not all of them: src/testing/turn.ts.
      turn: process.env['TURN'] ? Number(process.env['TURN']) : null,
    },
    testTimeout: 120_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 8_000 } },
    browser: {
      enabled: true,
      headless: true,
      ui: false,
      screenshotFailures: true,
      // As in journeys: a name or a text is found by a part of it, unless a test asks for the whole.
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
