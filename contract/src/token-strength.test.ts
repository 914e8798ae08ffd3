import { createHash, randomBytes, randomInt } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { tokenWeakness } from './token-strength.ts';

const draw = (alphabet: string, length: number): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
const DIGITS = '0123456789';
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

describe('a token of 128 random bits is taken', () => {
  test.each([
    ['hexadecimal digits', () => randomBytes(16).toString('hex')],
    ['capital hexadecimal digits', () => randomBytes(16).toString('hex').toUpperCase()],
    ['digits', () => draw(DIGITS, 39)],
    ['small letters', () => draw(LETTERS, 32)],
    ['letters and digits', () => draw(DIGITS + LETTERS + LETTERS.toUpperCase(), 32)],
    ['base64url', () => randomBytes(24).toString('base64url')],
    ['a hash', () => createHash('sha256').update(randomBytes(8)).digest('hex')],
    ['our own', () => `ink_it_${randomBytes(32).toString('base64url')}`],
  ])('as %s', (_, make) => {
    for (let i = 0; i < 300; i += 1) {
      const token = make();
      expect(tokenWeakness(token), token).toBeUndefined();
    }
  });
});

test.each([
  'a'.repeat(40),
  'abababababababababababababababababababab',
  'abcdefghijkl'.repeat(4),
  'abcdefghijklmnopqrstuvwxyz0123456789',
  '0123456789012345678901234567890123456789',
  '9876543210987654321098765432109876543210',
  'password1password1password1password1',
  'hotel-hotel-hotel-hotel-hotel-hotel-hotel',
  '1111111111111111111111111111111111112345678',
  '3141592653589793238462643383279',
  'deadbeefdeadbeefdeadbeefdeadbeef',
  '00000000000000000000000000000000000000000000ab',
])('a token without chance is too weak: %s', (token) => {
  expect(tokenWeakness(token)).toBeDefined();
});
