import { randomBytes } from 'node:crypto';
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH, message } from '@innkeeper/contract';
import { hash, hashRaw, verify } from '@node-rs/argon2';
import { COMMON_WORDS, KEYBOARD_RUNS } from './common-passwords.ts';

/** Argon2id parameters of OWASP's password storage cheat sheet: 19 MiB, 2 passes, 1 lane; about 25 ms. */
const ARGON2ID = { algorithm: 2, memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 } as const;

/**
 * Normalizes texts that look the same: an accent typed on another keyboard gives the same password (NIST SP 800-63B).
 */
const normalizePassword = (password: string): string => password.normalize('NFKC');

/** The PHC string to store. The password must have passed `checkNewPassword`. */
export const hashPassword = (password: string): Promise<string> => hash(normalizePassword(password), ARGON2ID);

/** The raw hash of a secret with a salt, for secrets that are looked up by their hash. */
export const hashSalted = (secret: string, salt: Uint8Array): Promise<Buffer> => hashRaw(secret, { ...ARGON2ID, salt });

/** A hash that matches no password, so that a check for an unknown user takes as long as a real one. */
let dummyHash: Promise<string> | undefined;

/** Whether a password matches a hash. Takes the same time without a hash, as for an unknown user. */
export async function verifyPassword(storedHash: string | undefined, password: string): Promise<boolean> {
  dummyHash ??= hash(randomBytes(32), ARGON2ID);
  const isUsable = storedHash !== undefined && password.length <= PASSWORD_MAX_LENGTH * 4;
  const matches = await verify(
    isUsable ? storedHash : await dummyHash,
    normalizePassword(password.slice(0, PASSWORD_MAX_LENGTH * 4)),
  );
  return isUsable && matches;
}

/** The future owner of a password: their well-known details must not make up the password. */
export interface PasswordOwner {
  readonly name?: string;
  readonly username?: string;
  readonly email?: string;
}

/** The error of a new password as a message of the contract; undefined for an acceptable one. */
export function checkNewPassword(password: string, owner: PasswordOwner): string | undefined {
  if (!password.isWellFormed() || password.includes('\0')) return message('nul');
  const { length } = [...password];
  if (length < PASSWORD_MIN_LENGTH) return message('min_length', PASSWORD_MIN_LENGTH);
  if (length > PASSWORD_MAX_LENGTH) return message('max_length', PASSWORD_MAX_LENGTH);
  return isCommonPassword(password) || isAboutOwner(password, owner) ? message('common_password') : undefined;
}

const LOOK_ALIKES: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
  '|': 'l',
};
const replaceLookAlikes = (text: string): string => text.replace(/[0134579@$!|]/g, (c) => LOOK_ALIKES[c] ?? c);
const lettersOf = (text: string): string => text.replace(/[^\p{L}]/gu, '');

const commonWords = new Set(COMMON_WORDS);
const keyboardRuns = KEYBOARD_RUNS.flatMap((run) => [run, [...run].reverse().join('')]).map((run) => run + run);

/** The shortest text that gives this one when repeated: `hotel` for `hotelhotelhotel`. */
const repeatedUnitOf = (text: string): string => text.slice(0, (text + text).indexOf(text, 1));

const isCommonWord = (word: string): boolean =>
  commonWords.has(word) ||
  (word !== '' && commonWords.has(repeatedUnitOf(word))) ||
  (word.length >= 4 && keyboardRuns.some((run) => run.includes(word)));

const isMadeOfCommonWords = (text: string): boolean =>
  isCommonWord(text) ||
  Array.from(text, (_, splitIndex) => splitIndex).some(
    (splitIndex) => splitIndex > 2 && isCommonWord(text.slice(0, splitIndex)) && isCommonWord(text.slice(splitIndex)),
  );

/** A common word of at least this many letters counts even if other characters separate its letters. */
const MIN_LETTERS = 6;

/** Whether a password is one of the most frequent or a variant: padded, repeated, masked, or a keyboard run. */
export function isCommonPassword(password: string): boolean {
  const text = normalizePassword(password).toLowerCase();
  const unit = repeatedUnitOf(text);
  if (new Set(text).size < 5 || (unit !== text && unit.length < 8) || /^\d{1,16}$/.test(text) || isCommonWord(text))
    return true;
  const core = text.replace(/^\P{L}+|(?<!\P{L})\P{L}+$/gu, '');
  const embeddedWords = [lettersOf(text), lettersOf(replaceLookAlikes(text))].filter(
    (word) => word.length >= MIN_LETTERS,
  );
  return [lettersOf(core), lettersOf(replaceLookAlikes(core)), ...embeddedWords].some(isMadeOfCommonWords);
}

/** Minimum letters and digits that remain without the owner's name and address. */
const MIN_REMAINDER = 6;

function isAboutOwner(password: string, { name = '', username = '', email = '' }: PasswordOwner): boolean {
  const text = normalizePassword(password).toLowerCase();
  const ownerWords = [name, username, email, ...`${name} ${username} ${email}`.split(/[^\p{L}\p{N}]+/u)].map((part) =>
    part.toLowerCase(),
  );
  const remainder = ownerWords
    .filter((part) => part.length >= 3)
    .sort((a, b) => b.length - a.length)
    .reduce((remaining, part) => remaining.replaceAll(part, ''), text);
  return remainder !== text && remainder.replace(/[^\p{L}\p{N}]/gu, '').length < MIN_REMAINDER;
}
