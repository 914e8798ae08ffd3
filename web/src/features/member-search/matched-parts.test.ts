import { expect, test } from 'vitest';
import { matchedParts } from './matched-parts.ts';

const shown = (text: string, searchText: string): string =>
  matchedParts(text, searchText)
    .map((part) => (part.isMatched ? `[${part.text}]` : part.text))
    .join('');

test('the search words are marked everywhere, in any case and order', () => {
  expect(shown('Sari Dewi Wijaya', 'wij SARI')).toBe('[Sari] Dewi [Wij]aya');
  expect(shown('Banana', 'an')).toBe('B[anan]a');
  expect(shown('Sari', 'budi')).toBe('Sari');
  expect(shown('Sari', '  ')).toBe('Sari');
  expect(shown('', 'sari')).toBe('');
});

test('accents are ignored when matching, and preserved in the text', () => {
  expect(shown('Renée Ñoño', 'renee nono')).toBe('[Renée] [Ñoño]');
  expect(shown('Rene\u0301e', 'née')).toBe('Re[née]');
  expect(shown('李小龍 𐐷𐐷', '小 𐐷')).toBe('李[小]龍 [𐐷𐐷]');
});
