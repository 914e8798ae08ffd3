import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { NODE, ROOT } from './prepare.mjs';
import { measurePartCpu, trackProcess, runInPart } from './processes.mjs';

/** @typedef {{ name: string, command: readonly string[], env?: NodeJS.ProcessEnv }} Check */
/** @typedef {{ name: string, message: string }} Failure */

/** The cached check results of unchanged files; missing in a fresh clone. */
const CACHE_FOLDER = join('.cache', 'checks');
const createCommand = (/** @type {string} */ file, /** @type {string[]} */ ...args) => [
  join('node_modules', file),
  ...args,
];

/** Checks the imports of all our own files. */
export const BOUNDARY_CHECK = createCommand(
  'dependency-cruiser/bin/dependency-cruiser.mjs',
  '--config=.dependency-cruiser.cjs',
  `--cache=${join(CACHE_FOLDER, 'boundaries')}`,
  '--cache-strategy=content',
  'contract',
  'db',
  'demo',
  'api',
  'web',
  'e2e',
  'bench',
);

/** The name of the checks' part of a run. */
export const CHECKS_PART = 'checks';

/** @type {readonly Check[]} The checks that need no running program. */
const CHECKS = [
  // A single pass does both: the linter's type-aware rules need everything that the compiler determines.
  {
    name: 'types and lint',
    command: createCommand('oxlint/bin/oxlint', '--type-aware', '--type-check', '--deny-warnings'),
    // All types are needed until the end, so collecting garbage less often saves a third of the CPU time.
    env: { GOGC: '800', GOMEMLIMIT: '4GiB' },
  },
  { name: 'boundaries', command: BOUNDARY_CHECK },
  {
    name: 'unused code',
    command: createCommand('knip/bin/knip.js', '--cache', '--cache-location', join(CACHE_FOLDER, 'unused')),
  },
  { name: 'format', command: createCommand('oxfmt/bin/oxfmt', '--check') },
  { name: 'words', command: [join('scripts', 'words.mjs')] },
];

/**
 * Runs all checks in parallel. Prints a line when each ends, and its output if it failed.
 *
 * @returns {Promise<Failure[]>} the failures
 */
export async function runChecks() {
  const results = CHECKS.map(async (check) => {
    const part = `${CHECKS_PART}/${check.name}`;
    const { passed, output } = await runInPart(part, () => runCheck(check));
    console.log(`${passed ? 'ok    ' : 'FAILED'} ${check.name} (${measurePartCpu(part).toFixed(1)} CPU-s)`);
    if (!passed) console.log(output);
    return passed ? [] : [{ name: check.name, message: output }];
  });
  return (await Promise.all(results)).flat();
}

/**
 * Runs one check.
 *
 * @param {Check} check
 * @returns {Promise<{ passed: boolean, output: string }>}
 */
async function runCheck({ command, env }) {
  const child = spawn(NODE, command, {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...env, ...process.env, FORCE_COLOR: '0' },
  });
  trackProcess(child);
  const exited = new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
  const [stdout, stderr, status] = await Promise.all([text(child.stdout), text(child.stderr), exited]);
  return { passed: status === 0, output: stdout + stderr };
}
