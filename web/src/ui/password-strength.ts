import { PASSWORD_MIN_LENGTH } from '@innkeeper/contract';

export type Strength = 'short' | 'weak' | 'fair' | 'strong';

/** Characters, repeats and runs aside, from which on a password counts as fair, and as strong. */
const FAIR = 10;
const STRONG = 16;

/**
 * How hard a password is to guess, roughly: length counts, but a character that repeats the one before it, or follows it in the
 * alphabet or on the digits, adds nothing. The server decides which password is accepted; this only guides.
 */
export function passwordStrength(password: string): Strength {
  const characters = [...password];
  if (characters.length < PASSWORD_MIN_LENGTH) return 'short';
  const distinctive = characters.filter((character, at) => {
    const before = characters[at - 1];
    if (before === undefined) return true;
    const step = (character.codePointAt(0) ?? 0) - (before.codePointAt(0) ?? 0);
    return Math.abs(step) > 1;
  });
  const different = new Set(distinctive).size;
  const score = Math.min(distinctive.length, different * 2);
  if (score < FAIR) return 'weak';
  return score < STRONG ? 'fair' : 'strong';
}
