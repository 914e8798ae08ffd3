import { expect, it } from 'vitest';
import { formatSize } from './file-size.ts';

it.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1 kB'],
  [12_345, '12 kB'],
  [999_400, '999 kB'],
  [3_449_000, '3.4 MB'],
  [24_000_000, '24.0 MB'],
])('formats %i bytes as %s', (bytes, expectedText) => {
  expect(formatSize(bytes)).toBe(expectedText);
});
