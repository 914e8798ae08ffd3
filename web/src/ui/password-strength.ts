import { PASSWORD_MIN_LENGTH } from '@innkeeper/contract';

export type Strength = 'short' | 'weak' | 'fair' | 'strong';

/** The minimum scores of a fair and of a strong password. */
const FAIR = 10;
const STRONG = 16;

/**
 * Estimates how hard a password is to guess. The score is its length without characters that equal or adjoin the one
 * before them (`aa`, `ab`, `21`), and at most twice the number of different characters. The server decides which
 * password is accepted; this only guides.
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
