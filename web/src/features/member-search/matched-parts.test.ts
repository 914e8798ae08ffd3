import { expect, test } from 'vitest';
import { splitByMatch } from './matched-parts.ts';

const markMatches = (text: string, searchText: string): string =>
  splitByMatch(text, searchText)
    .map((part) => (part.isMatched ? `[${part.text}]` : part.text))
    .join('');

test('the search words are marked everywhere, in any case and order', () => {
  expect(markMatches('Sari Dewi Wijaya', 'wij SARI')).toBe('[Sari] Dewi [Wij]aya');
  expect(markMatches('Banana', 'an')).toBe('B[anan]a');
  expect(markMatches('Sari', 'budi')).toBe('Sari');
  expect(markMatches('Sari', '  ')).toBe('Sari');
  expect(markMatches('', 'sari')).toBe('');
});

test('accents are ignored when matching, and preserved in the text', () => {
  expect(markMatches('Renée Ñoño', 'renee nono')).toBe('[Renée] [Ñoño]');
  expect(markMatches('Rene\u0301e', 'née')).toBe('Re[née]');
  expect(markMatches('李小龍 𐐷𐐷', '小 𐐷')).toBe('李[小]龍 [𐐷𐐷]');
});
