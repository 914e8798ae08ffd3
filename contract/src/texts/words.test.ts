import { expect, test } from 'vitest';
import { normalizeHeading, normalizeWords } from './words.ts';

test.each([
  [' Sri  AYU ', 'sri ayu'],
  ['Sri\u00a0Ayu', 'sri ayu'],
  ['\u200eＹａ\ufeff', 'ya'],
])('compares %j as %j', (text, words) => {
  expect(normalizeWords(text)).toBe(words);
});

test.each(['Email', 'Email *', 'E-MAIL', 'e mail', 'E-\nmail:', '*Email'])('the heading %j is email', (heading) => {
  expect(normalizeHeading(heading)).toBe('email');
});

test('a heading of marks alone is none', () => {
  expect(normalizeHeading(' * ')).toBe('');
});
