import { expect, test } from 'vitest';
import { trimEndCharacters } from './trim-end.ts';

test.each([
  ['12.500', '0', '12.5'],
  ['12.050', '0', '12.05'],
  ['0', '0', ''],
  ['', '0', ''],
  ['a / b //', '/', 'a / b '],
  ['Gone. For good ..', '. ', 'Gone. For good'],
])('%j without trailing %j is %j', (text, characters, expected) => {
  expect(trimEndCharacters(text, characters)).toBe(expected);
});

test('a long text is stripped in linear time', () => {
  expect(trimEndCharacters(`${'/'.repeat(1_000_000)}a`, '/')).toHaveLength(1_000_001);
  expect(trimEndCharacters('/'.repeat(1_000_000), '/')).toBe('');
});
