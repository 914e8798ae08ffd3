import { expect, test } from 'vitest';
import { countFitting } from './use-fitting.ts';

test('all entries fit into exactly their width', () => {
  expect(countFitting([100, 100, 100], 308)).toBe(3);
});

test('one entry too many leaves room for “More”', () => {
  expect(countFitting([100, 100, 100], 307)).toBe(1);
  expect(countFitting([100, 100, 100, 100], 328)).toBe(2);
  expect(countFitting([100, 100, 100, 100], 327)).toBe(1);
});

test('a bar without room has only “More”, and one without entries has nothing', () => {
  expect(countFitting([100, 100], 50)).toBe(0);
  expect(countFitting([], 0)).toBe(0);
});
