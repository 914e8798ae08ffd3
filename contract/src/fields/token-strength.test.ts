import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { testSeed } from '../testing/seed.ts';
import { TOKEN_VARIETY, findTokenWeakness } from './token-strength.ts';

/** As random as `randomBytes`, but repeatable with the same seed. */
type Draw = (size: number) => Buffer;
const createDraw = (seed: number): Draw => {
  let drawCount = 0;
  return (outputLength) =>
    createHash('shake256', { outputLength })
      .update(`${seed} ${(drawCount += 1)}`)
      .digest();
};
const drawText = (draw: Draw, alphabet: string, length: number): string =>
  Array.from({ length }, () => alphabet[draw(6).readUIntBE(0, 6) % alphabet.length]).join('');
const DIGITS = '0123456789';
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

describe('a token of 128 random bits', () => {
  test.each([
    ['hexadecimal digits', (draw: Draw) => draw(16).toString('hex')],
    ['upper-case hexadecimal digits', (draw: Draw) => draw(16).toString('hex').toUpperCase()],
    ['digits', (draw: Draw) => drawText(draw, DIGITS, 39)],
    ['lower-case letters', (draw: Draw) => drawText(draw, LETTERS, 32)],
    ['letters and digits', (draw: Draw) => drawText(draw, DIGITS + LETTERS + LETTERS.toUpperCase(), 32)],
    ['base64url', (draw: Draw) => draw(24).toString('base64url')],
    ['a hash', (draw: Draw) => createHash('sha256').update(draw(8)).digest('hex')],
    ['our own', (draw: Draw) => `ink_it_${draw(32).toString('base64url')}`],
  ])('is accepted as %s', (_, generate) => {
    const draw = createDraw(testSeed());
    for (let i = 0; i < 300; i += 1) {
      const token = generate(draw);
      expect(findTokenWeakness(token), token).toBeUndefined();
    }
  });
});

/**
 * The probability that a token of this length, drawn from an alphabet of this size, has too few different characters.
 */
function probabilityOfFew(length: number, alphabet: number): number {
  let probabilities = [1];
  for (let n = 0; n < length; n += 1)
    probabilities = Array.from({ length: alphabet + 1 }, (_, distinctCount) => {
      const [repeatProbability, newProbability] = [
        probabilities[distinctCount] ?? 0,
        probabilities[distinctCount - 1] ?? 0,
      ];
      return (repeatProbability * distinctCount + newProbability * (alphabet - distinctCount + 1)) / alphabet;
    });
  return probabilities.slice(0, TOKEN_VARIETY).reduce((sum, probability) => sum + probability, 0);
}

test.each([
  [39, 10],
  [32, 16],
  [32, 26],
  [22, 62],
  [22, 64],
])('fewer than one in a billion random tokens of $0 characters out of $1 lacks variety', (length, alphabet) => {
  expect(probabilityOfFew(length, alphabet)).toBeGreaterThan(0);
  expect(probabilityOfFew(length, alphabet)).toBeLessThan(1e-9);
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
])('a token that is not random is rejected: %s', (token) => {
  expect(findTokenWeakness(token)).toBeDefined();
});
