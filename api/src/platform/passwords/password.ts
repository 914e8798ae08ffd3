import { randomBytes } from 'node:crypto';
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH, message } from '@innkeeper/contract';
import { hash, hashRaw, verify } from '@node-rs/argon2';
import { COMMON_WORDS, RUNS } from './common-passwords.ts';

/** Argon2id parameters of OWASP's password storage cheat sheet: 19 MiB, 2 passes, 1 lane; about 25 ms. */
const ARGON2ID = { algorithm: 2, memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 } as const;

/**
 * Normalizes texts that look the same: an accent typed on another keyboard gives the same password (NIST SP 800-63B).
 */
const normalise = (password: string): string => password.normalize('NFKC');

/** The PHC string to store. The password must have passed `checkNewPassword`. */
export const hashPassword = (password: string): Promise<string> => hash(normalise(password), ARGON2ID);

/** The raw hash of a secret with a salt, for secrets that are looked up by their hash. */
export const hashSalted = (secret: string, salt: Uint8Array): Promise<Buffer> => hashRaw(secret, { ...ARGON2ID, salt });

/** A hash that matches no password: verifying against it takes as long as a real check. */
let dummyHash: Promise<string> | undefined;

/** Whether a password matches a hash. Takes the same time without a hash, that is for an unknown user. */
export async function verifyPassword(storedHash: string | undefined, password: string): Promise<boolean> {
  dummyHash ??= hash(randomBytes(32), ARGON2ID);
  const usable = storedHash !== undefined && password.length <= PASSWORD_MAX_LENGTH * 4;
  const matches = await verify(
    usable ? storedHash : await dummyHash,
    normalise(password.slice(0, PASSWORD_MAX_LENGTH * 4)),
  );
  return usable && matches;
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

const words = new Set(COMMON_WORDS);
const runs = RUNS.flatMap((run) => [run, [...run].reverse().join('')]).map((run) => run + run);

/** The shortest text that gives this one when repeated: `hotel` for `hotelhotelhotel`. */
const unitOf = (text: string): string => text.slice(0, (text + text).indexOf(text, 1));

const isCommonWord = (word: string): boolean =>
  words.has(word) ||
  (word !== '' && words.has(unitOf(word))) ||
  (word.length >= 4 && runs.some((run) => run.includes(word)));

const isMadeOfCommonWords = (text: string): boolean =>
  isCommonWord(text) ||
  Array.from(text, (_, cut) => cut).some(
    (cut) => cut > 2 && isCommonWord(text.slice(0, cut)) && isCommonWord(text.slice(cut)),
  );

/** A common word of at least this many letters counts even if it is scattered over a password. */
const MIN_LETTERS = 6;

/** Whether a password is one of the most frequent or a variant: padded, repeated, masked, or a keyboard run. */
export function isCommonPassword(password: string): boolean {
  const text = normalise(password).toLowerCase();
  const unit = unitOf(text);
  if (new Set(text).size < 5 || (unit !== text && unit.length < 8) || /^\d{1,16}$/.test(text) || isCommonWord(text))
    return true;
  const core = text.replace(/^\P{L}+|(?<!\P{L})\P{L}+$/gu, '');
  const scattered = [lettersOf(text), lettersOf(replaceLookAlikes(text))].filter((word) => word.length >= MIN_LETTERS);
  return [lettersOf(core), lettersOf(replaceLookAlikes(core)), ...scattered].some(isMadeOfCommonWords);
}

/** Minimum letters and digits besides the owner's own name or address. */
const MIN_REMAINDER = 6;

function isAboutOwner(password: string, { name = '', username = '', email = '' }: PasswordOwner): boolean {
  const text = normalise(password).toLowerCase();
  const own = [name, username, email, ...`${name} ${username} ${email}`.split(/[^\p{L}\p{N}]+/u)].map((part) =>
    part.toLowerCase(),
  );
  const nameParts = own
    .filter((part) => part.length >= 3)
    .sort((a, b) => b.length - a.length)
    .reduce((rest, part) => rest.replaceAll(part, ''), text);
  return nameParts !== text && nameParts.replace(/[^\p{L}\p{N}]/gu, '').length < MIN_REMAINDER;
}
