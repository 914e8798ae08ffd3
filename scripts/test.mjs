import { constants } from 'node:os';
import { findTestsImporting } from './changed.mjs';
import { CHECKS_PART, runChecks } from './checks.mjs';
import { ensureChromium } from './chromium.mjs';
import { startPlainServer } from './plain-server.mjs';
import { startPooler } from './pooler.mjs';
import { PrepareError, ensureConsole, ensureInstalled, runMain } from './prepare.mjs';
import { measurePartCpu, stopParts, runInPart, startSampling } from './processes.mjs';
import { createFailedResult, runPlaywright, runVitest } from './test-runners.mjs';
import {
  CONSOLE_PART,
  POOLED_TESTS,
  hasHistory,
  selectChanged,
  selectAllTests,
  selectShard,
  writeCosts,
} from './test-selection.mjs';
import { startTestServer } from './test-server.mjs';

/** @typedef {import('./test-runners.mjs').TestResult} TestResult */
/** @typedef {import('./test-selection.mjs').Batch} Batch */

/** Tests use the run's database server only through this file. */
const TEST_DATABASE_MODULE = 'db/src/testing.ts';
/** The servers of a run are a separate part: their CPU time counts towards the tests that run at the same time. */
const SERVERS_PART = 'servers';
/** Number of lines of a failure repeated at the end. */
const REPEATED_LINES = 20;

/**
 * `npm test`: affected tests, a fixed core, and a third of the rest; `--turn N` repeats a run's third and seeds. `npm
 * run test:all` (`--all`): every test, also on PostgreSQL 15 and through PgBouncer. `npm test -- --changed [commit]`:
 * only tests that the changes since that commit can break. Always runs to the end, whatever fails. The last line is `N
 * passed, M failed`: the tests of both runners, plus one for each failed check. Before it, the failures are repeated as
 * far as they fit a screen.
 */
await runMain(async () => {
  let passed = 0;
  /** @type {import('./checks.mjs').Failure[]} */
  const failures = [];
  /** CPU seconds. @type {Record<string, number>} */
  const costs = {};
  /** CPU seconds. @type {Record<string, number>} */
  const costByFile = {};
  /** @type {NodeJS.Signals | undefined} */
  let endSignal;
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.on(signal, () => {
      endSignal ??= signal;
      void stopParts(SERVERS_PART);
    });

  await ensureInstalled();
  const startedAt = Date.now();
  startSampling();
  const selection = selectTests(process.argv.slice(2));
  for (const line of selection.lines) console.log(line);

  // Runners often wait for a clock or their last file, so other work runs meanwhile instead of leaving processors idle.
  const checks = runPart(CHECKS_PART, async () => ({ passed: 0, failures: await runChecks() }));
  checks.catch(() => undefined); // errors are handled where it is awaited, unless the run ends before
  const { batches } = selection;
  const needsBrowser = batches.some(({ components, journeys }) => components ?? journeys);
  const chromium = needsBrowser ? await ensureChromium() : undefined;
  const journeys = mergeFiles(batches.map((batch) => batch.journeys));
  const needsServer = journeys !== null || batches.some(({ tests }) => tests);
  const server = needsServer ? await runInPart(SERVERS_PART, startTestServer) : undefined;
  const env = { ...process.env, ...server?.variables, ...(chromium && { CHROMIUM: chromium }) };
  try {
    for (const { name, tests, variables } of batches)
      if (tests)
        await runPart(`API and database, ${name}`, () =>
          runVitest(['--project=!console', ...tests], { ...env, ...variables }),
        );
    const consoleBuild = journeys
      ? runPart(CONSOLE_PART, async () =>
          (await ensureConsole()) ? createFailedResult() : createFailedResult('The console cannot be built.'),
        )
      : Promise.resolve();
    consoleBuild.catch(() => undefined);
    // Runs as in production: React's development checks would take a third of the time.
    for (const { name, components, variables } of batches)
      if (components)
        await runPart(`components, ${name}`, () =>
          runInBrowser(() =>
            runVitest(['--project=console', ...components], { ...env, ...variables, NODE_ENV: 'production' }),
          ),
        );
    await consoleBuild;
    if (journeys) await runPart('journeys', () => runInBrowser(() => runPlaywright(journeys, env)));
    await checks;
  } finally {
    await server?.stop();
  }
  if (selection.plain) await runOnPlainServer(selection.plain);

  for (const { name, message } of failures)
    console.log(`\nFAILED ${name}\n${message.split('\n').slice(0, REPEATED_LINES).join('\n')}`);
  console.log('');
  for (const line of selection.lines) console.log(line);
  const parts = Object.entries(costs).map(([name, cost]) => `${name} ${Math.round(cost)}`);
  const totalCpu = Object.values(costs).reduce((sum, cost) => sum + cost, 0);
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  console.log(`CPU seconds: ${parts.join(', ')}; in all ${Math.round(totalCpu)}, in ${seconds} s`);
  const isFullRun = process.argv.includes('--all');
  if (isFullRun && hasHistory()) writeCosts({ parts: costs, files: costByFile }, failures.length === 0);
  console.log(`${passed} passed, ${failures.length} failed`);
  return failures.length === 0 ? 0 : 1;

  async function runPart(/** @type {string} */ name, /** @type {() => Promise<TestResult>} */ work) {
    throwIfEnded();
    console.log(`\n=== ${name}`);
    const serverCpuBefore = measurePartCpu(SERVERS_PART);
    const result = await runInPart(name, work);
    throwIfEnded();
    passed += result.passed;
    failures.push(...result.failures);
    // Checks and the build use no server and run in parallel with a part that does.
    const usesServers = result.seconds !== undefined;
    const cost = measurePartCpu(name) + (usesServers ? measurePartCpu(SERVERS_PART) - serverCpuBefore : 0);
    costs[name] = cost;
    const fileSeconds = Object.entries(result.seconds ?? {});
    const total = fileSeconds.reduce((sum, [, duration]) => sum + duration, 0);
    for (const [file, duration] of fileSeconds) costByFile[file] ??= (duration / total) * cost;
  }

  function throwIfEnded() {
    if (endSignal) throw new PrepareError(`Ended by ${endSignal}.`, { cause: 128 + constants.signals[endSignal] });
  }

  /**
   * Runs tests on the oldest server that an operator may bring, with its own settings. Excludes tests that never use
   * the run's server, because they need none or start our own: their result would be the same.
   */
  async function runOnPlainServer(/** @type {NonNullable<typeof selection.plain>} */ plainSelection) {
    const plainServer = await runInPart(SERVERS_PART, startPlainServer);
    if (!plainServer) return console.log("\nDebian's PostgreSQL 15 is not installed: the tests ran on ours alone.");
    const testEnv = {
      ...process.env,
      ...(plainSelection !== 'everything' && plainSelection.variables),
      TEST_DATABASE_URL: plainServer.url,
    };
    try {
      await runPart('PostgreSQL 15', async () => {
        const databaseTests = findTestsImporting(TEST_DATABASE_MODULE).filter((test) => /^(?:db|api)\//.test(test));
        const tests = databaseTests.filter(
          (test) => plainSelection === 'everything' || plainSelection.tests.includes(test),
        );
        if (tests.length === 0) return createFailedResult(`No test reaches ${TEST_DATABASE_MODULE}.`);
        return runVitest(['--project=db', '--project=api', ...tests], testEnv);
      });
      await runThroughPooler(plainServer.url, testEnv);
    } finally {
      await plainServer.stop();
    }
  }

  /** Runs tests through a pooler, where each transaction may get a different session. */
  async function runThroughPooler(/** @type {string} */ url, /** @type {NodeJS.ProcessEnv} */ testEnv) {
    const pooler = await runInPart(SERVERS_PART, () => startPooler(url));
    if (!pooler) return console.log("\nDebian's PgBouncer is not installed: no test went through a pooler.");
    const poolerEnv = { ...testEnv, TEST_DATABASE_URL: pooler.url, TEST_POOLED: '1' };
    try {
      await runPart('PgBouncer', () => runVitest(['--project=db', '--project=api', ...POOLED_TESTS], poolerEnv));
    } finally {
      await pooler.stop();
    }
  }

  async function runInBrowser(/** @type {() => Promise<TestResult>} */ work) {
    if (chromium) return work();
    console.log('None of these ran: there is no Chromium.');
    return createFailedResult('There is no Chromium.');
  }
});

function selectTests(/** @type {string[]} */ [option, value]) {
  if (option === '--changed') return selectChanged(value ?? 'HEAD');
  if (option === '--all' || !hasHistory()) return selectAllTests();
  return selectShard(option === '--turn' ? Number(value) : undefined);
}

/** Merges the files of several batches: an empty list means all of them, null none. */
function mergeFiles(/** @type {readonly (readonly string[] | null)[]} */ fileLists) {
  const limitedLists = fileLists.filter((list) => list !== null);
  if (limitedLists.length === 0) return null;
  return limitedLists.some((list) => list.length === 0) ? [] : [...new Set(limitedLists.flat())];
}
