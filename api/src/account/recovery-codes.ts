import { randomBytes, randomInt } from 'node:crypto';
import { RECOVERY_CODE_COUNT } from '@innkeeper/contract';
import type { Tx } from '@innkeeper/db';
import { sql } from 'kysely';
import { hashSalted } from '../platform/passwords/password.ts';

/** Crockford's alphabet: no letters that look like digits, and no U, to avoid accidental words. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** 50 bits: too few for a fast hash, but enough with rate-limited attempts. */
const CODE_LENGTH = 10;

/** The salt, stored as the prefix of a code's hash. */
export const createSalt = (): Buffer => randomBytes(16);

/** New codes, formatted for people: `7K2QM-0XW4T`. */
export function createRecoveryCodes(): string[] {
  const codes = new Set<string>();
  while (codes.size < RECOVERY_CODE_COUNT) {
    const text = Array.from({ length: CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
    codes.add(`${text.slice(0, CODE_LENGTH / 2)}-${text.slice(CODE_LENGTH / 2)}`);
  }
  return [...codes];
}

/** Normalizes an entered code: any case, with or without dashes, O for 0. Undefined if it cannot be a code. */
function normalizeCode(inputText: string): string | undefined {
  const text = inputText.replace(/[\s-]/g, '').toUpperCase().replaceAll('O', '0').replace(/[IL]/g, '1');
  return text.length === CODE_LENGTH && [...text].every((character) => ALPHABET.includes(character)) ? text : undefined;
}

/** The stored hashes of codes. Computed one at a time, because each takes 19 MiB. */
export async function hashRecoveryCodes(codes: readonly string[], salt: Buffer): Promise<Buffer[]> {
  const hashes: Buffer[] = [];
  for (const code of codes) hashes.push(await hashSalted(normalizeCode(code) ?? '', salt));
  return hashes;
}

/** Replaces all of a user's codes. */
export async function replaceRecoveryCodes(tx: Tx, userId: number, hashes: readonly Buffer[]): Promise<void> {
  await tx.deleteFrom('recovery_code').where('user_id', '=', userId).execute();
  await sql`insert into recovery_code select ${userId}, unnest(${hashes}::bytea[])`.execute(tx);
}

/** Uses up a code: of two concurrent attempts, one gets true. */
export async function consumeRecoveryCode(tx: Tx, userId: number, inputText: string, salt: Buffer): Promise<boolean> {
  const code = normalizeCode(inputText);
  if (code === undefined) return false;
  const hash = await hashSalted(code, salt);
  const { rows } =
    await sql`delete from recovery_code where user_id = ${userId} and code_hash = ${hash} returning 1`.execute(tx);
  return rows.length > 0;
}
