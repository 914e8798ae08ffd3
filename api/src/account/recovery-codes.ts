import { randomBytes, randomInt } from 'node:crypto';
import { RECOVERY_CODE_COUNT } from '@innkeeper/contract';
import type { Tx } from '@innkeeper/db';
import { sql } from 'kysely';
import { hashSalted } from '../platform/passwords/password.ts';

/** Crockford's alphabet: no letter that looks like a digit, none to make a word of. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** 50 bits: too few for a fast hash, many for an attempt that has to wait. */
const LENGTH = 10;

/** The salt, with which a code's hash begins. */
export const createSalt = (): Buffer => randomBytes(16);

/** New codes, as people copy them: `7K2QM-0XW4T`. */
export function createRecoveryCodes(): string[] {
  const codes = new Set<string>();
  while (codes.size < RECOVERY_CODE_COUNT) {
    const text = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
    codes.add(`${text.slice(0, LENGTH / 2)}-${text.slice(LENGTH / 2)}`);
  }
  return [...codes];
}

/** A code however it was typed: any case, with or without dashes, O for 0. Undefined for a text that cannot be a code. */
function readCode(typed: string): string | undefined {
  const text = typed.replace(/[\s-]/g, '').toUpperCase().replaceAll('O', '0').replace(/[IL]/g, '1');
  return text.length === LENGTH && [...text].every((letter) => ALPHABET.includes(letter)) ? text : undefined;
}

/** The stored hashes of codes. One after the other: each takes 19 MiB. */
export async function hashRecoveryCodes(codes: readonly string[], salt: Buffer): Promise<Buffer[]> {
  const hashes: Buffer[] = [];
  for (const code of codes) hashes.push(await hashSalted(readCode(code) ?? '', salt));
  return hashes;
}

/** Puts codes into the place of all that a user had. */
export async function replaceRecoveryCodes(tx: Tx, userId: number, hashes: readonly Buffer[]): Promise<void> {
  await tx.deleteFrom('recovery_code').where('user_id', '=', userId).execute();
  await sql`insert into recovery_code select ${userId}, unnest(${hashes}::bytea[])`.execute(tx);
}

/** Uses a code up: of two that come with it at once, one gets true. */
export async function takeRecoveryCode(tx: Tx, userId: number, typed: string, salt: Buffer): Promise<boolean> {
  const code = readCode(typed);
  if (code === undefined) return false;
  const hash = await hashSalted(code, salt);
  const { rows } =
    await sql`delete from recovery_code where user_id = ${userId} and code_hash = ${hash} returning 1`.execute(tx);
  return rows.length > 0;
}
