import { message } from './messages.ts';

/** Bits of chance that a machine's token has at least: it is stored under a fast hash, and must not be guessed. */
const TOKEN_BITS = 128;
/** How many different characters a token has at least: of a billion random ones less than one has fewer, of digits too. */
export const TOKEN_VARIETY = 6;
/** Characters that go together, to find repeated pieces. */
const PIECE = 4;

/** The kinds of characters, and how many there are of each. */
const KINDS: readonly (readonly [RegExp, number])[] = [
  [/[0-9]/, 10],
  [/[a-z]/, 26],
  [/[A-Z]/, 26],
  [/[^0-9a-zA-Z]/, 8],
];

/**
 * The reason why a token that somebody typed is too weak; undefined where there is none. Nobody can tell chance from its look, so the rule asks for
 * the marks of a random token of 128 bits: as many characters as these bits take in the kinds that occur (32 of hexadecimal
 * digits, 39 of digits, 22 of letters and digits), six different ones at least, mostly no piece twice, and mostly no counting on.
 */
export function tokenWeakness(token: string): string | undefined {
  const chars = [...token];
  const kinds = /^[0-9a-f]+$|^[0-9A-F]+$/.test(token) && /[a-fA-F]/.test(token) ? 16 : alphabetOf(token);
  const needed = Math.ceil(TOKEN_BITS / Math.log2(kinds));
  if (chars.length < needed) return message('min_length', needed);
  const pieces = new Set(chars.slice(PIECE - 1).map((_, i) => chars.slice(i, i + PIECE).join('')));
  const steps = chars.slice(1).map((char, i) => (char.codePointAt(0) ?? 0) - (chars[i]?.codePointAt(0) ?? 0));
  const evenSteps = steps.filter((step, i) => step === steps[i - 1]).length;
  const isPlain =
    new Set(chars).size < TOKEN_VARIETY ||
    pieces.size < (chars.length - PIECE + 1) * (3 / 4) ||
    evenSteps > chars.length / 2;
  return isPlain ? message('token_variety') : undefined;
}

const alphabetOf = (token: string): number =>
  KINDS.reduce((sum, [kind, size]) => (kind.test(token) ? sum + size : sum), 0) || 1;
