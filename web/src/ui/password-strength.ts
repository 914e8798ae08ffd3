import { PASSWORD_MIN_LENGTH } from '@innkeeper/contract';

export type Strength = 'short' | 'weak' | 'fair' | 'strong';

/** The minimum scores of a fair and of a strong password. */
const FAIR_SCORE = 10;
const STRONG_SCORE = 16;

/**
 * Estimates how hard a password is to guess. The score is its length without characters that equal or adjoin the
 * previous one (`aa`, `ab`, `21`), and at most twice the number of different characters. It only guides the user: the
 * server decides which passwords are accepted.
 */
export function estimateStrength(password: string): Strength {
  const characters = [...password];
  if (characters.length < PASSWORD_MIN_LENGTH) return 'short';
  const unpredictableCharacters = characters.filter((character, index) => {
    const previous = characters[index - 1];
    if (previous === undefined) return true;
    const step = (character.codePointAt(0) ?? 0) - (previous.codePointAt(0) ?? 0);
    return Math.abs(step) > 1;
  });
  const distinctCount = new Set(unpredictableCharacters).size;
  const score = Math.min(unpredictableCharacters.length, distinctCount * 2);
  if (score < FAIR_SCORE) return 'weak';
  return score < STRONG_SCORE ? 'fair' : 'strong';
}
