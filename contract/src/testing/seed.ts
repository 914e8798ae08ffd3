import { expect, onTestFailed } from 'vitest';

/**
 * The seed by which the current test draws its cases. `TEST_SEED`, an integer, draws others: for each test by its name, so that
 * no two draw alike. Without it a test always draws those of `fixed`. One that fails says how its cases are drawn again.
 */
export function testSeed(fixed = 1): number {
  const chosen = process.env['TEST_SEED'];
  if (chosen === undefined) return fixed;
  if (!/^-?\d+$/.test(chosen)) throw new Error(`TEST_SEED is an integer, not ${chosen}`);
  const { currentTestName } = expect.getState();
  onTestFailed(() => console.error(`The same cases again: TEST_SEED=${chosen} npx vitest run …`));
  return hash(`${chosen} ${currentTestName}`);
}

/** FNV-1a, as a positive number of 31 bits. */
function hash(text: string): number {
  let sum = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) sum = Math.imul(sum ^ byte, 0x01000193);
  return sum >>> 1;
}
