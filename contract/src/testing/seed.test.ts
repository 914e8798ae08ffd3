import { afterEach, expect, test, vi } from 'vitest';
import { testSeed } from './seed.ts';

afterEach(() => void vi.unstubAllEnvs());
const getSeed = (seedText: string | undefined, defaultSeed?: number) => {
  vi.stubEnv('TEST_SEED', seedText);
  return testSeed(defaultSeed);
};
const seeds = new Set<number>();

test('a test without TEST_SEED uses its fixed seed', () => {
  expect(getSeed(undefined, 43)).toBe(43);
});

test.each(['one', 'two'])('TEST_SEED creates different, repeatable cases for each test: %s', () => {
  for (const seedText of ['0', '1', '-1', '20261125']) {
    const seed = getSeed(seedText, 43);
    expect(getSeed(seedText, 7)).toBe(seed);
    expect(seeds.has(seed)).toBe(false);
    seeds.add(seed);
  }
});

test.each(['', 'x', '1.5'])('a TEST_SEED that is not an integer is rejected: "%s"', (seedText) => {
  expect(() => getSeed(seedText)).toThrow('TEST_SEED is an integer');
});
