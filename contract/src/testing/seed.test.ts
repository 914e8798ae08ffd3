import { afterEach, expect, test, vi } from 'vitest';
import { testSeed } from './seed.ts';

afterEach(() => void vi.unstubAllEnvs());
const seedBy = (chosen: string | undefined, fixed?: number) => {
  vi.stubEnv('TEST_SEED', chosen);
  return testSeed(fixed);
};
const drawn = new Set<number>();

test('a test without TEST_SEED uses its fixed seed', () => {
  expect(seedBy(undefined, 43)).toBe(43);
});

test.each(['one', 'two'])('TEST_SEED creates different, repeatable cases for each test: %s', () => {
  for (const chosen of ['0', '1', '-1', '20261125']) {
    const seed = seedBy(chosen, 43);
    expect(seedBy(chosen, 7)).toBe(seed);
    expect(drawn.has(seed)).toBe(false);
    drawn.add(seed);
  }
});

test.each(['', 'x', '1.5'])('a TEST_SEED that is not an integer is rejected: "%s"', (chosen) => {
  expect(() => seedBy(chosen)).toThrow('TEST_SEED is an integer');
});
