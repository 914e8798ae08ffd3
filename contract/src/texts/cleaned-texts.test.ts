import { expect, test } from 'vitest';
import { cleanCode, cleanPhone, stripDigitSeparators } from './invisible-characters.ts';

test.each([
  ['\u202a+62\u00a0812\u20113456\u20117890\u202c', '+62 812-3456-7890'],
  [' (021)  5550123 ', '(021) 5550123'],
  ['０８１２ ３４５６ ７８９０', '0812 3456 7890'],
  ['0812\u2013345\ufeff', '0812-345'],
])('the phone number %j is %s', (text, phone) => {
  expect(cleanPhone(text)).toBe(phone);
});

test.each([
  [']C10000123412341234', '0000123412341234'],
  ['*0000123412341234*', '0000123412341234'],
  ['\ufeff]E0A-12\u200b', 'A-12'],
  ['A*12*', 'A*12*'],
  ['*', '*'],
  ['**', '**'],
  [']C1', ']C1'],
])('the scanned code %j is %s', (text, code) => {
  expect(cleanCode(text)).toBe(code);
});

test('a scanned number is found as the number itself', () => {
  expect(stripDigitSeparators(']C10000 1234-5678')).toBe('000012345678');
  expect(stripDigitSeparators('*000012345678*')).toBe('000012345678');
});
