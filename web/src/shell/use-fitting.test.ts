import { expect, test } from 'vitest';
import { countFitting } from './use-fitting.ts';

test('all stand where all fit, to the pixel', () => {
  expect(countFitting([100, 100, 100], 308)).toBe(3);
});

test('if one is too many, “More” takes its place and as many as it needs', () => {
  expect(countFitting([100, 100, 100], 307)).toBe(1);
  expect(countFitting([100, 100, 100, 100], 328)).toBe(2);
  expect(countFitting([100, 100, 100, 100], 327)).toBe(1);
});

test('a bar without room has “More” alone, and one without entries nothing', () => {
  expect(countFitting([100, 100], 50)).toBe(0);
  expect(countFitting([], 0)).toBe(0);
});
