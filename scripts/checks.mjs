import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { NODE, ROOT } from './prepare.mjs';

/** @typedef {{ name: string, commands: readonly (readonly string[])[] }} Check */

const tool = (/** @type {string} */ file, /** @type {string[]} */ ...args) => [join('node_modules', file), ...args];

/** @type {readonly Check[]} What is checked without running the program; the commands of a check run one after the other. */
export const CHECKS = [
  {
    name: 'types',
    commands: [
      'tsconfig.json',
      'contract/tsconfig.json',
      'bench/tsconfig.json',
      'e2e/tsconfig.json',
      'web/tsconfig.json',
      'web/tsconfig.node.json',
    ].map((project) => tool('typescript/bin/tsc', '--noEmit', '-p', project)),
  },
  { name: 'lint', commands: [tool('oxlint/bin/oxlint', '--type-aware', '--deny-warnings')] },
  { name: 'format', commands: [tool('oxfmt/bin/oxfmt', '--check')] },
  {
    name: 'boundaries',
    commands: [
      tool(
        'dependency-cruiser/bin/dependency-cruiser.mjs',
        '--config',
        '.dependency-cruiser.cjs',
        'contract',
        'db',
        'api',
        'web',
        'e2e',
        'bench',
      ),
    ],
  },
  { name: 'unused code', commands: [tool('knip/bin/knip.js')] },
];

/**
 * Runs a check to its end.
 *
 * @param {Check} check
 * @returns {Promise<{ passed: boolean, output: string }>}
 */
export async function runCheck({ commands }) {
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
