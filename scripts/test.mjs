import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { EVERYTHING, affectedSince } from './changed.mjs';
import { runChecks } from './checks.mjs';
import { ensureChromium } from './chromium.mjs';
import { startPlainServer } from './plain-server.mjs';
import { NODE, ROOT, ensureConsole, ensureInstalled, main, run } from './prepare.mjs';
import { startTestServer } from './test-server.mjs';

/** @typedef {{ passed: number, failed: number }} Count */
/** @typedef {Count & { titles: readonly string[] }} Outcome what a runner reports: its counts, and the title of each test */

/** A title that needs more says more than one promise. */
const TITLE_MAX = 100;

/**
 * `npm test`: everything, to the end, whatever fails on the way. `npm test -- --changed [commit]`: what the changes since
 * that commit, the last one by default, can break. The last line is `N passed, M failed`: the tests of both runners, and one
 * more for each check that failed.
 */
await main(async () => {
  await ensureInstalled();
  const chosen = await choose(process.argv.slice(2));
  const total = { passed: 0, failed: 0 };
  /** @type {string[]} */
  const times = [];
  const part = async (/** @type {string} */ name, /** @type {() => Promise<Count>} */ work) => {
    console.log(`\n=== ${name}`);
    const began = Date.now();
    const { passed, failed } = await work();
    total.passed += passed;
    total.failed += failed;
    times.push(`${name} ${Math.round((Date.now() - began) / 1000)} s`);
  };

  await part('checks', async () => ({ passed: 0, failed: await runChecks() }));
  const chromium = chosen.components || chosen.journeys ? await ensureChromium() : undefined;
  const needsServer = chosen.tests !== null || chosen.journeys !== null;
  const server = needsServer ? await startTestServer() : undefined;
  const env = {
    ...process.env,
    ...server?.variables,
    ...(chromium && { CHROMIUM: chromium }),
    ...(chosen.resources && { RESOURCES: chosen.resources.join(',') }),
  };
  try {
    const { tests, components, journeys } = chosen;
    if (tests) await part('API and database', () => runVitest(['--project=!console', ...tests], env));
    // As people get it: without the checks that React makes for a developer, which take a third of the time.
    if (components)
      await part('components', () =>
        inBrowser(() => runVitest(['--project=console', ...components], { ...env, NODE_ENV: 'production' })),
      );
    if (journeys) {
      await part('console', async () => ({ passed: 0, failed: (await ensureConsole()) ? 0 : 1 }));
      await part('journeys', () => inBrowser(() => runPlaywright(journeys, env)));
    }
  } finally {
    await server?.stop();
  }
  if (chosen === EVERYTHING) await onPlainServer();
  console.log(`\n${times.join(', ')}\n${total.passed} passed, ${total.failed} failed`);
  return total.failed === 0 ? 0 : 1;

  /** The oldest server that somebody may bring, with settings of its own. */
  async function onPlainServer() {
    const plain = await startPlainServer();
    if (!plain) return console.log("\nDebian's PostgreSQL 15 is not installed: the tests ran on ours alone.");
    const own = { ...process.env, TEST_DATABASE_URL: plain.url };
    try {
      await part("on Debian's PostgreSQL 15", () => runVitest(['--project=db', '--project=api'], own));
    } finally {
      await plain.stop();
    }
  }

  async function inBrowser(/** @type {() => Promise<Count>} */ work) {
    if (chromium) return work();
    console.log('None of these ran: there is no Chromium.');
    return { passed: 0, failed: 1 };
  }
});

async function choose(/** @type {string[]} */ [option, commit = 'HEAD']) {
  return option === '--changed' ? affectedSince(commit) : EVERYTHING;
}

function runVitest(/** @type {string[]} */ args, /** @type {NodeJS.ProcessEnv} */ env) {
  const report = join(ROOT, '.cache', 'vitest.json');
  const reporting = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  return runTests('vitest/vitest.mjs', ['run', ...reporting, ...args], report, countVitest, env);
}

function runPlaywright(/** @type {readonly string[]} */ files, /** @type {NodeJS.ProcessEnv} */ env) {
  const report = join(ROOT, '.cache', 'playwright.json');
  return runTests(
    '@playwright/test/cli.js',
    ['test', '-c', 'e2e/playwright.config.ts', '--reporter=list,json', ...files],
    report,
    countPlaywright,
    { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  );
}

/**
 * Runs a test runner and counts what it reports. A run without a single test, or one that fails without naming a test, is
 * a failure, and so is each title that nobody would read to its end.
 *
 * @param {string} runner below node_modules
 * @param {string[]} args
 * @param {string} report file
 * @param {(report: any) => Outcome} count
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<Count>}
 */
async function runTests(runner, args, report, count, env) {
  rmSync(report, { force: true });
  const status = await run(NODE, [join('node_modules', runner), ...args], { env });
  /** @type {Outcome} */
  let counted = { passed: 0, failed: 0, titles: [] };
  try {
    counted = count(JSON.parse(readFileSync(report, 'utf8')));
  } catch {
    console.log('The run ended without a report.');
  }
  const long = counted.titles.filter((title) => title.length >= TITLE_MAX);
  for (const title of long) console.log(`Too long for a title: ${title}`);
  const sound = status === 0 && counted.passed + counted.failed > 0;
  return { passed: counted.passed, failed: long.length + (sound ? counted.failed : Math.max(1, counted.failed)) };
}

/**
 * @param {{ numPassedTests: number, numFailedTests: number, testResults: { assertionResults: { title: string }[] }[] }} report
 * @returns {Outcome}
 */
function countVitest({ numPassedTests, numFailedTests, testResults }) {
  const titles = testResults.flatMap((file) => file.assertionResults.map(({ title }) => title));
  return { passed: numPassedTests, failed: numFailedTests, titles };
}

/** @typedef {{ specs: { title: string }[], suites?: Suite[] }} Suite */

/**
 * @param {{ stats: { expected: number, unexpected: number, flaky: number }, suites: Suite[] }} report
 * @returns {Outcome}
 */
function countPlaywright({ stats, suites }) {
  /** @type {(suite: Suite) => string[]} */
  const titlesOf = ({ specs, suites = [] }) => [...specs.map(({ title }) => title), ...suites.flatMap(titlesOf)];
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, titles: suites.flatMap(titlesOf) };
}
