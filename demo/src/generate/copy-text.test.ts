import { expect, it } from 'vitest';
import { copyLine } from './copy-text.ts';

it('escapes what ends a value or a line', () => {
  expect(copyLine(['a\tb', 'c\nd', 'e\\N', 'f\r'])).toBe('a\\tb\tc\\nd\te\\\\N\tf\\r\n');
});

it('writes nothing, numbers, flags and moments as PostgreSQL reads them', () => {
  expect(copyLine([null, undefined, 7, true, false, new Date(0)])).toBe('\\N\t\\N\t7\tt\tf\t1970-01-01 00:00:00Z\n');
});
