/** Texts that are known to have broken programs. All of them can be stored unchanged. */
export const STORABLE: readonly string[] = [
  "'; drop table users; --",
  "1' or '1'='1",
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '{{ 7 | times: 7 }}',
  "{% include 'secret' %}",
  '${7*7}',
  "=cmd|' /C calc'!A0",
  '+1+1',
  '-1+1',
  '@SUM(1)',
  '../../etc/passwd',
  '%00%0a',
  '%s%n%x',
  'a\r\nSet-Cookie: a=1',
  'null',
  'undefined',
  'NaN',
  'true',
  '0',
  '__proto__',
  'constructor',
  '[object Object]',
  '\u202Egnp.exe',
  'مَرْحَبًا',
  '👩‍👩‍👧‍👦🏨',
  'e\u0301\u0327',
  '\u200b\u2060',
  '\ufeffbom',
  '\\',
  '"',
  '{"a":1}',
  '\u0001\u001b[31m',
  '\ufffe\uffff',
];

/** Texts that PostgreSQL cannot store, and blank ones. */
export const UNSTORABLE: readonly string[] = ['a\0b', '\0', 'a\ud800b', '\udfff', 'x'.repeat(30_000)];
export const BLANK_TEXTS: readonly string[] = ['', ' ', '\t\n', '\u00a0'];

/** JSON values that are not texts. */
export const NON_TEXTS: readonly unknown[] = [
  0,
  -1,
  1.5,
  1e308,
  -1e308,
  2 ** 53,
  true,
  false,
  [],
  ['x'],
  [[[[]]]],
  {},
  { toString: 'x' },
  { valueOf: 1, toJSON: 'x' },
  { length: 1e9 },
  { $gt: '' },
  createNestedValue(30),
];

function createNestedValue(levels: number): unknown {
  let value: unknown = 'x';
  for (let i = 0; i < levels; i += 1) value = i % 2 === 0 ? [value] : { a: value };
  return value;
}
