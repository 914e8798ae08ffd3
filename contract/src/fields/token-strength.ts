import { message } from '../errors/messages.ts';

/**
 * Minimum bits of randomness of a machine's token. It is stored under a fast hash, so it must be impossible to guess.
 */
const TOKEN_BITS = 128;
/** Minimum number of different characters. Fewer than one in a billion random tokens has less, even of digits only. */
export const TOKEN_VARIETY = 6;
/** Length of the substrings that are compared to find repetitions. */
const SUBSTRING_LENGTH = 4;

/** The character classes, with their sizes. */
const CHARACTER_CLASSES: readonly (readonly [RegExp, number])[] = [
  [/[0-9]/, 10],
  [/[a-z]/, 26],
  [/[A-Z]/, 26],
  [/[^0-9a-zA-Z]/, 8],
];

/**
 * Why a token that somebody entered is too weak; undefined if it is not. Randomness cannot be seen, so the rule
 * requires the marks of a random token of 128 bits: enough characters for these bits in the character classes that
 * occur (32 hexadecimal digits, 39 digits, 22 letters and digits), at least six different characters, few repeated
 * substrings and few counting sequences.
 */
export function findTokenWeakness(token: string): string | undefined {
  const chars = [...token];
  const alphabetSize =
    /^[0-9a-f]+$|^[0-9A-F]+$/.test(token) && /[a-fA-F]/.test(token) ? 16 : estimateAlphabetSize(token);
  const minLength = Math.ceil(TOKEN_BITS / Math.log2(alphabetSize));
  if (chars.length < minLength) return message('min_length', minLength);
  const substrings = new Set(
    chars.slice(SUBSTRING_LENGTH - 1).map((_, i) => chars.slice(i, i + SUBSTRING_LENGTH).join('')),
  );
  const codePointSteps = chars.slice(1).map((char, i) => (char.codePointAt(0) ?? 0) - (chars[i]?.codePointAt(0) ?? 0));
  const repeatedSteps = codePointSteps.filter((step, i) => step === codePointSteps[i - 1]).length;
  const isPredictable =
    new Set(chars).size < TOKEN_VARIETY ||
    substrings.size < (chars.length - SUBSTRING_LENGTH + 1) * (3 / 4) ||
    repeatedSteps > chars.length / 2;
  return isPredictable ? message('token_variety') : undefined;
}

const estimateAlphabetSize = (token: string): number =>
  CHARACTER_CLASSES.reduce((sum, [kind, size]) => (kind.test(token) ? sum + size : sum), 0) || 1;
