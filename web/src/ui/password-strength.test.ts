import { expect, it } from 'vitest';
import { estimateStrength } from './password-strength.ts';

it.each([
  ['elevenchars', 'short'],
  ['aaaaaaaaaaaaaaaa', 'weak'],
  ['abcdefghijklmnop', 'weak'],
  ['1234567890123', 'weak'],
  ['ababababababab', 'weak'],
  ['garuda-malam7', 'fair'],
  ['hujan sore di kota tua', 'strong'],
])('the password %s is rated %s', (password, strength) => {
  expect(estimateStrength(password)).toBe(strength);
});
