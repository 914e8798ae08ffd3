import { message } from '../errors/messages.ts';

/**
 * Minimum bits of randomness of a machine's token. It is stored under a fast hash, so it must be impossible to guess.
 */
const TOKEN_BITS = 128;
/** Minimum number of different characters. Fewer than one in a billion random tokens has less, even of digits only. */
export const TOKEN_VARIETY = 6;
/** Length of the pieces that are compared to find repetitions. */
const PIECE_LENGTH = 4;

/** The kinds of characters, and the size of each. */
const KINDS: readonly (readonly [RegExp, number])[] = [
  [/[0-9]/, 10],
  [/[a-z]/, 26],
  [/[A-Z]/, 26],
  [/[^0-9a-zA-Z]/, 8],
];

/**
 * Why a token that somebody entered is too weak; undefined if it is not. Randomness cannot be seen, so the rule
 * requires the marks of a random token of 128 bits: as many characters as these bits need in the kinds that occur (32
 * hexadecimal digits, 39 digits, 22 letters and digits), at least six different ones, few repeated pieces and few
 * counting sequences.
 */
export function tokenWeakness(token: string): string | undefined {
  const chars = [...token];
  const kinds = /^[0-9a-f]+$|^[0-9A-F]+$/.test(token) && /[a-fA-F]/.test(token) ? 16 : alphabetOf(token);
  const needed = Math.ceil(TOKEN_BITS / Math.log2(kinds));
  if (chars.length < needed) return message('min_length', needed);
  const pieces = new Set(chars.slice(PIECE_LENGTH - 1).map((_, i) => chars.slice(i, i + PIECE_LENGTH).join('')));
  const steps = chars.slice(1).map((char, i) => (char.codePointAt(0) ?? 0) - (chars[i]?.codePointAt(0) ?? 0));
  const evenSteps = steps.filter((step, i) => step === steps[i - 1]).length;
  const isPlain =
    new Set(chars).size < TOKEN_VARIETY ||
    pieces.size < (chars.length - PIECE_LENGTH + 1) * (3 / 4) ||
    evenSteps > chars.length / 2;
  return isPlain ? message('token_variety') : undefined;
}

const alphabetOf = (token: string): number =>
  KINDS.reduce((sum, [kind, size]) => (kind.test(token) ? sum + size : sum), 0) || 1;
