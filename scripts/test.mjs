import { constants } from 'node:os';
import { testsReaching } from './changed.mjs';
import { CHECKS_PART, runChecks } from './checks.mjs';
import { ensureChromium } from './chromium.mjs';
import { startPlainServer } from './plain-server.mjs';
import { startPooler } from './pooler.mjs';
import { PrepareError, ensureConsole, ensureInstalled, main } from './prepare.mjs';
import { cpuOfPart, stopParts, runInPart, startSampling } from './processes.mjs';
import { failed, runPlaywright, runVitest } from './test-runners.mjs';
import {
  CONSOLE_PART,
  POOLED,
  hasHistory,
  selectChanged,
  selectEverything,
  selectShard,
  writeCosts,
} from './test-selection.mjs';
import { startTestServer } from './test-server.mjs';

/** @typedef {import('./test-runners.mjs').Count} Count */
/** @typedef {import('./test-selection.mjs').Batch} Batch */

/** Tests reach the run's database server only through this file. */
const TEST_DATABASES = 'db/src/testing.ts';
/** The servers of a run are a separate part: their usage counts towards the tests that run at the same time. */
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
await main(async () => {
  let passed = 0;
  /** @type {import('./checks.mjs').Failure[]} */
  const failures = [];
  /** CPU seconds. @type {Record<string, number>} */
  const costs = {};
  /** CPU seconds. @type {Record<string, number>} */
  const costOfFile = {};
  /** @type {NodeJS.Signals | undefined} */
  let ended;
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.on(signal, () => {
      ended ??= signal;
      void stopParts(SERVERS_PART);
    });

  await ensureInstalled();
  const startedAt = Date.now();
  startSampling();
  const selection = select(process.argv.slice(2));
  for (const line of selection.lines) console.log(line);

  // Runners often wait for a clock or their last file, so run other work meanwhile: an idle processor is lost time.
  const checks = part(CHECKS_PART, async () => ({ passed: 0, failures: await runChecks() }));
  checks.catch(() => undefined); // handled where it is awaited, unless the run ends before
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
        await part(`API and database, ${name}`, () =>
          runVitest(['--project=!console', ...tests], { ...env, ...variables }),
        );
    const built = journeys
      ? part(CONSOLE_PART, async () => ((await ensureConsole()) ? failed() : failed('The console cannot be built.')))
      : Promise.resolve();
    built.catch(() => undefined);
    // As in production: without React's development checks, which take a third of the time.
    for (const { name, components, variables } of batches)
      if (components)
        await part(`components, ${name}`, () =>
          inBrowser(() =>
            runVitest(['--project=console', ...components], { ...env, ...variables, NODE_ENV: 'production' }),
          ),
        );
    await built;
    if (journeys) await part('journeys', () => inBrowser(() => runPlaywright(journeys, env)));
    await checks;
  } finally {
    await server?.stop();
  }
  if (selection.plain) await onPlainServer(selection.plain);

  for (const { name, message } of failures)
    console.log(`\nFAILED ${name}\n${message.split('\n').slice(0, REPEATED_LINES).join('\n')}`);
  console.log('');
  for (const line of selection.lines) console.log(line);
  const parts = Object.entries(costs).map(([name, cost]) => `${name} ${Math.round(cost)}`);
  const cpu = Object.values(costs).reduce((sum, cost) => sum + cost, 0);
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  console.log(`CPU seconds: ${parts.join(', ')}; in all ${Math.round(cpu)}, in ${seconds} s`);
  const isWhole = process.argv.includes('--all');
  if (isWhole && hasHistory()) writeCosts({ parts: costs, files: costOfFile }, failures.length === 0);
  console.log(`${passed} passed, ${failures.length} failed`);
  return failures.length === 0 ? 0 : 1;

  async function part(/** @type {string} */ name, /** @type {() => Promise<Count>} */ work) {
    stopIfEnded();
    console.log(`\n=== ${name}`);
    const serverCpuBefore = cpuOfPart(SERVERS_PART);
    const counted = await runInPart(name, work);
    stopIfEnded();
    passed += counted.passed;
    failures.push(...counted.failures);
    // Checks and the build use no server and run in parallel with a part that does.
    const usesServers = counted.seconds !== undefined;
    const cost = cpuOfPart(name) + (usesServers ? cpuOfPart(SERVERS_PART) - serverCpuBefore : 0);
    costs[name] = cost;
    const all = Object.entries(counted.seconds ?? {});
    const total = all.reduce((sum, [, some]) => sum + some, 0);
    for (const [file, some] of all) costOfFile[file] ??= (some / total) * cost;
  }

  function stopIfEnded() {
    if (ended) throw new PrepareError(`Ended by ${ended}.`, { cause: 128 + constants.signals[ended] });
  }

  /**
   * Runs tests on the oldest server that an operator may bring, with its own settings. Excludes tests that never use
   * the run's server, because they need none or start our own: they would only repeat themselves.
   */
  async function onPlainServer(/** @type {NonNullable<typeof selection.plain>} */ chosen) {
    const plain = await runInPart(SERVERS_PART, startPlainServer);
    if (!plain) return console.log("\nDebian's PostgreSQL 15 is not installed: the tests ran on ours alone.");
    const own = { ...process.env, ...(chosen !== 'everything' && chosen.variables), TEST_DATABASE_URL: plain.url };
    try {
      await part('PostgreSQL 15', async () => {
        const reachingTests = testsReaching(TEST_DATABASES).filter((test) => /^(?:db|api)\//.test(test));
        const tests = reachingTests.filter((test) => chosen === 'everything' || chosen.tests.includes(test));
        if (tests.length === 0) return failed(`No test reaches ${TEST_DATABASES}.`);
        return runVitest(['--project=db', '--project=api', ...tests], own);
      });
      await throughPooler(plain.url, own);
    } finally {
      await plain.stop();
    }
  }

  /** Tests through a pooler, where each transaction may get a different session. */
  async function throughPooler(/** @type {string} */ url, /** @type {NodeJS.ProcessEnv} */ own) {
    const pooler = await runInPart(SERVERS_PART, () => startPooler(url));
    if (!pooler) return console.log("\nDebian's PgBouncer is not installed: no test went through a pooler.");
    const poolerEnv = { ...own, TEST_DATABASE_URL: pooler.url, TEST_POOLED: '1' };
    try {
      await part('PgBouncer', () => runVitest(['--project=db', '--project=api', ...POOLED], poolerEnv));
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

function select(/** @type {string[]} */ [option, value]) {
  if (option === '--changed') return selectChanged(value ?? 'HEAD');
  if (option === '--all' || !hasHistory()) return selectEverything();
  return selectShard(option === '--turn' ? Number(value) : undefined);
}

/** Merges the files of several batches: an empty list means all of them, null none. */
function mergeFiles(/** @type {readonly (readonly string[] | null)[]} */ lists) {
  const some = lists.filter((list) => list !== null);
  if (some.length === 0) return null;
  return some.some((list) => list.length === 0) ? [] : [...new Set(some.flat())];
}
