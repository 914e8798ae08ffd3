import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { CHECKS, runCheck } from './checks.mjs';
import { ensureChromium } from './chromium.mjs';
import { NODE, ROOT, ensureConsole, ensureInstalled, main, run } from './prepare.mjs';

/** @typedef {{ passed: number, failed: number }} Count */

const VITEST = join(ROOT, '.cache', 'vitest.json');
const PLAYWRIGHT = join(ROOT, '.cache', 'playwright.json');
const heading = (/** @type {string} */ name) => console.log(`\n=== ${name}`);

/**
 * `npm test`: everything, to the end, whatever fails on the way. The last line is `N passed, M failed`: the tests of both
 * runners, and one more for each check that failed.
 */
await main(async () => {
  await ensureInstalled();
  const total = { passed: 0, failed: 0 };
  const add = (/** @type {Count} */ { passed, failed }) => {
    total.passed += passed;
    total.failed += failed;
  };

  for (const check of CHECKS) {
    heading(check.name);
    const { passed, output } = await runCheck(check);
    console.log(passed ? 'ok' : output);
    if (!passed) total.failed += 1;
  }
  heading('tests');
  add(
    await runTests(
      'vitest/vitest.mjs',
      ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${VITEST}`],
      VITEST,
      countVitest,
    ),
  );
  heading('console');
  const built = await ensureConsole();
  heading('browser');
  const chromium = built ? await ensureChromium() : undefined;
  if (chromium) {
    const env = { CHROMIUM: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: PLAYWRIGHT };
    add(
      await runTests(
        '@playwright/test/cli.js',
        ['test', '-c', 'e2e/playwright.config.ts', '--reporter=list,json'],
        PLAYWRIGHT,
        countPlaywright,
        env,
      ),
    );
  } else {
    console.log(
      built ? 'No browser test ran: there is no Chromium.' : 'No browser test ran: the console could not be built.',
    );
    total.failed += 1;
  }
  console.log(`\n${total.passed} passed, ${total.failed} failed`);
  return total.failed === 0 ? 0 : 1;
});

/**
 * Runs a test runner and counts what it reports. A run without a single test, or one that fails without naming a test, is
 * a failure.
 *
 * @param {string} runner below node_modules
 * @param {string[]} args
 * @param {string} report file
 * @param {(report: any) => Count} count
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<Count>}
 */
async function runTests(runner, args, report, count, env) {
  rmSync(report, { force: true });
  const status = await run(NODE, [join('node_modules', runner), ...args], { env: { ...process.env, ...env } });
  /** @type {Count} */
  let counted = { passed: 0, failed: 0 };
  try {
    counted = count(JSON.parse(readFileSync(report, 'utf8')));
  } catch {
    console.log('The run ended without a report.');
  }
  const sound = status === 0 && counted.passed + counted.failed > 0;
  return { passed: counted.passed, failed: sound ? counted.failed : Math.max(1, counted.failed) };
}

/** @returns {Count} */
function countVitest(/** @type {{ numPassedTests: number, numFailedTests: number }} */ report) {
  return { passed: report.numPassedTests, failed: report.numFailedTests };
}

/** @returns {Count} */
function countPlaywright(/** @type {{ stats: { expected: number, unexpected: number, flaky: number } }} */ { stats }) {
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky };
}
