import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { NODE, ROOT } from './prepare.mjs';

/** @typedef {{ name: string, commands: readonly (readonly string[])[] }} Check */

/** What a check has found out about files that have not changed since; a fresh clone has none of it. */
const FOUND = join('.cache', 'checks');
const tool = (/** @type {string} */ file, /** @type {string[]} */ ...args) => [join('node_modules', file), ...args];

/** Reads who imports whom, in all that is ours. */
export const BOUNDARIES = tool(
  'dependency-cruiser/bin/dependency-cruiser.mjs',
  '--config=.dependency-cruiser.cjs',
  `--cache=${join(FOUND, 'boundaries')}`,
  '--cache-strategy=content',
  'contract',
  'db',
  'api',
  'web',
  'e2e',
  'bench',
);

/** @type {readonly Check[]} What is checked without running the program; the commands of a check run one after the other. */
const CHECKS = [
  {
    name: 'types',
    commands: [
      'tsconfig.json',
      'web/tsconfig.json',
      'contract/tsconfig.json',
      'bench/tsconfig.json',
      'e2e/tsconfig.json',
      'web/tsconfig.node.json',
    ].map((project) => {
      const known = join(FOUND, `types-${project.replaceAll('/', '-')}`);
      return tool('typescript/bin/tsc', '--noEmit', '--incremental', '--tsBuildInfoFile', known, '-p', project);
    }),
  },
  { name: 'lint', commands: [tool('oxlint/bin/oxlint', '--type-aware', '--deny-warnings')] },
  { name: 'boundaries', commands: [BOUNDARIES] },
  { name: 'unused code', commands: [tool('knip/bin/knip.js', '--cache', '--cache-location', join(FOUND, 'unused'))] },
  { name: 'format', commands: [tool('oxfmt/bin/oxfmt', '--check')] },
];

/**
 * Runs all checks side by side, each with a line when it has ended, and what it says where it failed.
 *
 * @returns {Promise<number>} how many failed
 */
export async function runChecks() {
  const began = Date.now();
  const results = CHECKS.map(async (check) => {
    const { passed, output } = await runCheck(check);
    console.log(`${passed ? 'ok    ' : 'FAILED'} ${check.name} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
    if (!passed) console.log(output);
    return passed;
  });
  return (await Promise.all(results)).filter((passed) => !passed).length;
}

/**
 * Runs a check to its end.
 *
 * @param {Check} check
 * @returns {Promise<{ passed: boolean, output: string }>}
 */
async function runCheck({ commands }) {
  let output = '';
  let passed = true;
  for (const args of commands) {
    const child = spawn(NODE, args, {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, FORCE_COLOR: '0' },
    });
    const ended = new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
    const [stdout, stderr, status] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
    output += stdout + stderr;
    passed &&= status === 0;
  }
  return { passed, output };
}
