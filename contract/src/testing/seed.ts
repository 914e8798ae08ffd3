import { expect, onTestFailed } from 'vitest';

/**
 * The seed for the cases of the current test. Without `TEST_SEED` it is always `fixed`. With `TEST_SEED`, an integer,
 * each test gets a seed of its own, derived from its name. A failing test prints how to repeat its cases.
 */
export function testSeed(fixed = 1): number {
  const chosen = process.env['TEST_SEED'];
  if (chosen === undefined) return fixed;
  if (!/^-?\d+$/.test(chosen)) throw new Error(`TEST_SEED is an integer, not ${chosen}`);
  const { currentTestName } = expect.getState();
  onTestFailed(() => console.error(`The same cases again: TEST_SEED=${chosen} npx vitest run …`));
  return hash(`${chosen} ${currentTestName}`);
}

/** FNV-1a hash, as a positive number of 31 bits. */
function hash(text: string): number {
  let sum = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) sum = Math.imul(sum ^ byte, 0x01000193);
  return sum >>> 1;
}
