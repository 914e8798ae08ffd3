import { readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { NODE, ROOT, run } from './prepare.mjs';

/** @typedef {import('./checks.mjs').Failure} Failure */
/**
 * `seconds`: by test file.
 *
 * @typedef {{ passed: number, failures: readonly Failure[], seconds?: Readonly<Record<string, number>> }} TestResult
 */

/** @returns {TestResult} for failures outside of tests */
export function createFailedResult(/** @type {string[]} */ ...names) {
  return { passed: 0, failures: names.map((name) => ({ name, message: '' })) };
}

export function runVitest(/** @type {string[]} */ args, /** @type {NodeJS.ProcessEnv} */ env) {
  const report = join(ROOT, '.cache', 'vitest.json');
  const testEnv = { ...env, TEST_REPORT: report };
  return runTests('vitest/vitest.mjs', ['run', ...args], report, (outcome) => outcome, testEnv);
}

export function runPlaywright(/** @type {readonly string[]} */ files, /** @type {NodeJS.ProcessEnv} */ env) {
  const report = join(ROOT, '.cache', 'playwright.json');
  const args = ['test', '-c', 'e2e/playwright.config.ts', ...files];
  return runTests('@playwright/test/cli.js', args, report, parsePlaywrightReport, { ...env, TEST_REPORT: report });
}

/**
 * Runs a test runner and reads its report. Counts as failures: a run in which no test passed, and a run that fails
 * without naming a test.
 *
 * @param {string} runner below node_modules
 * @param {string[]} args
 * @param {string} report file
 * @param {(report: any) => TestResult} parseReport
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<TestResult>}
 */
async function runTests(runner, args, report, parseReport, env) {
  rmSync(report, { force: true });
  const status = await run(NODE, [join('node_modules', runner), ...args], { env });
  /** @type {TestResult} */
  let { passed, failures, seconds } = { passed: 0, failures: [], seconds: {} };
  try {
    ({ passed, failures, seconds } = parseReport(JSON.parse(readFileSync(report, 'utf8'))));
  } catch {
    console.log('The run ended without a report.');
  }
  const isSound = status === 0 && passed > 0;
  const unnamedFailures =
    isSound || failures.length > 0 ? [] : [`${runner} ended with status ${status}, and names no failure.`];
  return { passed, failures: [...failures, ...createFailedResult(...unnamedFailures).failures], seconds };
}

/** @typedef {{ message?: string }} ReportedError */
/**
 * @typedef {{ title: string, file: string, ok: boolean,
 *   tests: { results: { errors: ReportedError[], duration: number }[] }[] }} Spec
 */
/** @typedef {{ specs: Spec[], suites?: Suite[] }} Suite */

/**
 * @param {{ config: { rootDir: string }, stats: { expected: number }, suites: Suite[], errors: ReportedError[] }} report
 * @returns {TestResult}
 */
function parsePlaywrightReport({ config, stats, suites, errors }) {
  /** @type {(suite: Suite) => Spec[]} */
  const listSpecs = ({ specs, suites: childSuites = [] }) => [...specs, ...childSuites.flatMap(listSpecs)];
  const specs = suites.flatMap(listSpecs);
  const listResults = (/** @type {Spec} */ { tests }) => tests.flatMap(({ results }) => results);
  /** @type {(name: string, errors: ReportedError[]) => Failure} */
  const createFailure = (name, errors) => ({
    name,
    message: stripVTControlCharacters(errors.map(({ message = '' }) => message).join('\n')),
  });
  /** @type {Record<string, number>} */
  const seconds = {};
  for (const spec of specs) {
    const file = relative(ROOT, join(config.rootDir, spec.file));
    for (const { duration } of listResults(spec)) seconds[file] = (seconds[file] ?? 0) + duration / 1000;
  }
  return {
    passed: stats.expected,
    failures: [
      ...specs
        .filter(({ ok }) => !ok)
        .map((spec) => {
          const errors = listResults(spec).flatMap((result) => result.errors);
          return createFailure(`${spec.file} › ${spec.title}`, errors);
        }),
      ...(errors.length > 0 ? [createFailure('journeys', errors)] : []),
    ],
    seconds,
  };
}
