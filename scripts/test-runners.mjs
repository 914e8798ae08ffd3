import { readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { NODE, ROOT, run } from './prepare.mjs';

/** @typedef {import('./checks.mjs').Failure} Failure */
/**
 * `seconds`: by test file.
 *
 * @typedef {{ passed: number, failures: readonly Failure[], seconds?: Readonly<Record<string, number>> }} Count
 */

/** @returns {Count} for failures outside of tests */
export function failed(/** @type {string[]} */ ...names) {
  return { passed: 0, failures: names.map((name) => ({ name, message: '' })) };
}

export function runVitest(/** @type {string[]} */ args, /** @type {NodeJS.ProcessEnv} */ env) {
  const report = join(ROOT, '.cache', 'vitest.json');
  const own = { ...env, TEST_REPORT: report };
  return runTests('vitest/vitest.mjs', ['run', ...args], report, (outcome) => outcome, own);
}

export function runPlaywright(/** @type {readonly string[]} */ files, /** @type {NodeJS.ProcessEnv} */ env) {
  const report = join(ROOT, '.cache', 'playwright.json');
  const args = ['test', '-c', 'e2e/playwright.config.ts', ...files];
  return runTests('@playwright/test/cli.js', args, report, outcomeOfPlaywright, { ...env, TEST_REPORT: report });
}

/**
 * Runs a test runner and reads its report. Counts as failures: a run in which no test passed, and a run that fails
 * without naming a test.
 *
 * @param {string} runner below node_modules
 * @param {string[]} args
 * @param {string} report file
 * @param {(report: any) => Count} read
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<Count>}
 */
async function runTests(runner, args, report, read, env) {
  rmSync(report, { force: true });
  const status = await run(NODE, [join('node_modules', runner), ...args], { env });
  /** @type {Count} */
  let { passed, failures, seconds } = { passed: 0, failures: [], seconds: {} };
  try {
    ({ passed, failures, seconds } = read(JSON.parse(readFileSync(report, 'utf8'))));
  } catch {
    console.log('The run ended without a report.');
  }
  const sound = status === 0 && passed > 0;
  const unnamed = sound || failures.length > 0 ? [] : [`${runner} ended with status ${status}, and names no failure.`];
  return { passed, failures: [...failures, ...failed(...unnamed).failures], seconds };
}

/** @typedef {{ message?: string }} Fault */
/**
 * @typedef {{ title: string, file: string, ok: boolean,
 *   tests: { results: { errors: Fault[], duration: number }[] }[] }} Spec
 */
/** @typedef {{ specs: Spec[], suites?: Suite[] }} Suite */

/**
 * @param {{ config: { rootDir: string }, stats: { expected: number }, suites: Suite[], errors: Fault[] }} report
 * @returns {Count}
 */
function outcomeOfPlaywright({ config, stats, suites, errors }) {
  /** @type {(suite: Suite) => Spec[]} */
  const specsOf = ({ specs, suites: inner = [] }) => [...specs, ...inner.flatMap(specsOf)];
  const specs = suites.flatMap(specsOf);
  const resultsOf = (/** @type {Spec} */ { tests }) => tests.flatMap(({ results }) => results);
  /** @type {(name: string, faults: Fault[]) => Failure} */
  const failure = (name, faults) => ({
    name,
    message: stripVTControlCharacters(faults.map(({ message = '' }) => message).join('\n')),
  });
  /** @type {Record<string, number>} */
  const seconds = {};
  for (const spec of specs) {
    const file = relative(ROOT, join(config.rootDir, spec.file));
    for (const { duration } of resultsOf(spec)) seconds[file] = (seconds[file] ?? 0) + duration / 1000;
  }
  return {
    passed: stats.expected,
    failures: [
      ...specs
        .filter(({ ok }) => !ok)
        .map((spec) => {
          const faults = resultsOf(spec).flatMap((result) => result.errors);
          return failure(`${spec.file} › ${spec.title}`, faults);
        }),
      ...(errors.length > 0 ? [failure('journeys', errors)] : []),
    ],
    seconds,
  };
}
