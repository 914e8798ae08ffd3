import { expect, onTestFailed } from 'vitest';

/**
 * The seed for the cases of the current test. Without `TEST_SEED`, it is always `fixed`. With `TEST_SEED`, an integer,
 * each test derives its own seed from its name. A failing test prints how to repeat its cases.
 */
export function testSeed(defaultSeed = 1): number {
  const seedText = process.env['TEST_SEED'];
  if (seedText === undefined) return defaultSeed;
  if (!/^-?\d+$/.test(seedText)) throw new Error(`TEST_SEED is an integer, not ${seedText}`);
  const { currentTestName } = expect.getState();
  onTestFailed(() => console.error(`The same cases again: TEST_SEED=${seedText} npx vitest run …`));
  return hash(`${seedText} ${currentTestName}`);
}

/** The FNV-1a hash as a non-negative number of 31 bits. */
function hash(text: string): number {
  let hashValue = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hashValue = Math.imul(hashValue ^ byte, 0x01000193);
  return hashValue >>> 1;
}
