import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { EVERYTHING, affectedSince, testsThatReach } from './changed.mjs';
import { runChecks } from './checks.mjs';
import { ensureChromium } from './chromium.mjs';
import { startPlainServer } from './plain-server.mjs';
import { startPooler } from './pooler.mjs';
import { NODE, ROOT, ensureConsole, ensureInstalled, main, run } from './prepare.mjs';
import { startTestServer } from './test-server.mjs';

/** @typedef {import('./checks.mjs').Failure} Failure */
/** @typedef {{ passed: number, failures: readonly Failure[] }} Count */
/** @typedef {Count & { titles: readonly string[] }} Outcome the report of a runner: its counts, and the title of each test */

/** A title that needs more says more than one promise. */
const TITLE_MAX = 100;

/**
 * Tests of features that a pooler could break: settings, work that is broken off, cursors, keys that serve once, long
 * transactions.
 */
const POOLED = [
  'db/src/session.test.ts',
  'api/src/engine/resources/bulk-edit.test.ts',
  'api/src/engine/resources/conformance/once.test.ts',
  'api/src/engine/exchange/export.test.ts',
];

/** All that tests have of the server of their run they have by this file. */
const TEST_DATABASES = 'db/src/testing.ts';

/** The lines of a failure that are repeated at the end. */
const REPEATED_LINES = 20;

/**
 * `npm test`: everything, to the end, whatever fails on the way. `npm test -- --changed [commit]`: the tests that the changes
 * since that commit, the last one by default, can break. The last line is `N passed, M failed`: the tests of both runners, and
 * one more for each check that failed. Before it the failures stand again, as far as they fit a screen.
 */
await main(async () => {
  await ensureInstalled();
  const chosen = await choose(process.argv.slice(2));
  let passed = 0;
  /** @type {Failure[]} */
  const failures = [];
  /** @type {string[]} */
  const times = [];
  const part = async (/** @type {string} */ name, /** @type {() => Promise<Count>} */ work) => {
    console.log(`\n=== ${name}`);
    const began = Date.now();
    const counted = await work();
    passed += counted.passed;
    failures.push(...counted.failures);
    times.push(`${name} ${Math.round((Date.now() - began) / 1000)} s`);
  };

  // While a runner waits, for a clock or for its last file, other work goes on: an idle processor is lost time.
  const checks = part('checks', async () => ({ passed: 0, failures: await runChecks() }));
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
    await checks;
    const built = journeys
      ? part('console', async () => ((await ensureConsole()) ? failed() : failed('The console cannot be built.')))
      : undefined;
    // As people get it: without the checks that React makes for a developer, which take a third of the time.
    if (components)
      await part('components', () =>
        inBrowser(() => runVitest(['--project=console', ...components], { ...env, NODE_ENV: 'production' })),
      );
    await built;
    if (journeys) await part('journeys', () => inBrowser(() => runPlaywright(journeys, env)));
  } finally {
    await server?.stop();
  }
  if (chosen === EVERYTHING) await onPlainServer();
  for (const { name, message } of failures)
    console.log(`\nFAILED ${name}\n${message.split('\n').slice(0, REPEATED_LINES).join('\n')}`);
  console.log(`\n${times.join(', ')}\n${passed} passed, ${failures.length} failed`);
  return failures.length === 0 ? 0 : 1;

  /**
   * The oldest server that somebody may bring, with settings of its own. Tests that never ask for the server of their run, because
   * they need none or start our own, would do the same again: they ran before.
   */
  async function onPlainServer() {
    const plain = await startPlainServer();
    if (!plain) return console.log("\nDebian's PostgreSQL 15 is not installed: the tests ran on ours alone.");
    const own = { ...process.env, TEST_DATABASE_URL: plain.url };
    try {
      await part("on Debian's PostgreSQL 15", async () => {
        const tests = testsThatReach(TEST_DATABASES).filter((test) => /^(?:db|api)\//.test(test));
        if (tests.length === 0) return failed(`No test reaches ${TEST_DATABASES}.`);
        return runVitest(['--project=db', '--project=api', ...tests], own);
      });
      await throughPooler(plain.url);
    } finally {
      await plain.stop();
    }
  }

  /** Tests through a pooler, where each transaction may meet another session. */
  async function throughPooler(/** @type {string} */ url) {
    const pooler = await startPooler(url);
    if (!pooler) return console.log("\nDebian's PgBouncer is not installed: no test went through a pooler.");
    const own = { ...process.env, TEST_DATABASE_URL: pooler.url, TEST_POOLED: '1' };
    try {
      await part('through PgBouncer', () => runVitest(['--project=db', '--project=api', ...POOLED], own));
    } finally {
      await pooler.stop();
    }
  }

  async function inBrowser(/** @type {() => Promise<Count>} */ work) {
    if (chromium) return work();
    console.log('None of these ran: there is no Chromium.');
    return failed('There is no Chromium.');
  }
});

async function choose(/** @type {string[]} */ [option, commit = 'HEAD']) {
  return option === '--changed' ? affectedSince(commit) : EVERYTHING;
}

/** @returns {Count} for failures outside of tests */
function failed(/** @type {string[]} */ ...names) {
  return { passed: 0, failures: names.map((name) => ({ name, message: '' })) };
}

function runVitest(/** @type {string[]} */ args, /** @type {NodeJS.ProcessEnv} */ env) {
  const report = join(ROOT, '.cache', 'vitest.json');
  const own = { ...env, TEST_REPORT: report };
  return runTests('vitest/vitest.mjs', ['run', ...args], report, (outcome) => outcome, own);
}

function runPlaywright(/** @type {readonly string[]} */ files, /** @type {NodeJS.ProcessEnv} */ env) {
  const report = join(ROOT, '.cache', 'playwright.json');
  const args = ['test', '-c', 'e2e/playwright.config.ts', ...files];
  return runTests('@playwright/test/cli.js', args, report, outcomeOfPlaywright, { ...env, TEST_REPORT: report });
}

/**
 * Runs a test runner and reads its report. A run without a single test, or one that fails without naming a test, is a failure,
 * and so is each title that is too long to be read.
 *
 * @param {string} runner below node_modules
 * @param {string[]} args
 * @param {string} report file
 * @param {(report: any) => Outcome} read
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<Count>}
 */
async function runTests(runner, args, report, read, env) {
  rmSync(report, { force: true });
  const status = await run(NODE, [join('node_modules', runner), ...args], { env });
  /** @type {Outcome} */
  let { passed, failures, titles } = { passed: 0, failures: [], titles: [] };
  try {
    ({ passed, failures, titles } = read(JSON.parse(readFileSync(report, 'utf8'))));
  } catch {
    console.log('The run ended without a report.');
  }
  const long = titles.filter((title) => title.length >= TITLE_MAX).map((title) => `Too long for a title: ${title}`);
  const sound = status === 0 && titles.length > 0;
  const unnamed = sound || failures.length > 0 ? [] : [`${runner} ended with status ${status}, and names no failure.`];
  return { passed, failures: [...failures, ...failed(...long, ...unnamed).failures] };
}

/** @typedef {{ message?: string }} Fault */
/** @typedef {{ title: string, file: string, ok: boolean, tests: { results: { errors: Fault[] }[] }[] }} Spec */
/** @typedef {{ specs: Spec[], suites?: Suite[] }} Suite */

/**
 * @param {{ stats: { expected: number }, suites: Suite[], errors: Fault[] }} report
 * @returns {Outcome}
 */
function outcomeOfPlaywright({ stats, suites, errors }) {
  /** @type {(suite: Suite) => Spec[]} */
  const specsOf = ({ specs, suites: inner = [] }) => [...specs, ...inner.flatMap(specsOf)];
  const specs = suites.flatMap(specsOf);
  /** @type {(name: string, faults: Fault[]) => Failure} */
  const failure = (name, faults) => ({
    name,
    message: stripVTControlCharacters(faults.map(({ message = '' }) => message).join('\n')),
  });
  return {
    passed: stats.expected,
    failures: [
      ...specs
        .filter(({ ok }) => !ok)
        .map(({ file, title, tests }) =>
          failure(
            `${file} › ${title}`,
            tests.flatMap(({ results }) => results.flatMap((result) => result.errors)),
          ),
        ),
      ...(errors.length > 0 ? [failure('journeys', errors)] : []),
    ],
    titles: specs.map(({ title }) => title),
  };
}
