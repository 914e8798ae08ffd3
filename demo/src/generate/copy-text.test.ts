import { expect, it } from 'vitest';
import { formatCopyLine } from './copy-text.ts';

it('the text escapes separators of values and lines', () => {
  expect(formatCopyLine(['a\tb', 'c\nd', 'e\\N', 'f\r'])).toBe('a\\tb\tc\\nd\te\\\\N\tf\\r\n');
});

it('the text has nulls, numbers, booleans and timestamps in the format of PostgreSQL', () => {
  expect(formatCopyLine([null, undefined, 7, true, false, new Date(0)])).toBe(
    '\\N\t\\N\t7\tt\tf\t1970-01-01 00:00:00Z\n',
  );
});
