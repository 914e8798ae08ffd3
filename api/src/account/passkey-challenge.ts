import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Db } from '@innkeeper/db';
import { sql } from 'kysely';
import { signingKey } from '../platform/files/signed-urls.ts';

/*
 * The challenge that a passkey signs: random bytes and the moment of expiry, signed by this server. It is not stored, so
 * requests that are never finished leave nothing. Its signature is stored once it was used, so that each works once
 * across all servers.
 */

const LIFETIME_MS = 5 * 60_000;
const RANDOM_BYTES = 16;
const EXPIRY_BYTES = 6;

/** What a challenge is for: one for signing in cannot add a passkey, and one of another user neither. */
export type ChallengePurpose = 'sign in' | `add for ${number}`;

const signatureOf = async (db: Db, purpose: ChallengePurpose, head: Buffer): Promise<Buffer> =>
  createHmac('sha256', await signingKey(db))
    .update(`passkey ${purpose}\n`)
    .update(head)
    .digest();

/** A challenge that is valid for five minutes. */
export async function createChallenge(db: Db, purpose: ChallengePurpose, now: Date): Promise<Uint8Array<ArrayBuffer>> {
  const expiry = Buffer.alloc(EXPIRY_BYTES);
  expiry.writeUIntBE(now.getTime() + LIFETIME_MS, 0, EXPIRY_BYTES);
  const head = Buffer.concat([randomBytes(RANDOM_BYTES), expiry]);
  return new Uint8Array([...head, ...(await signatureOf(db, purpose, head))]);
}

/** Marks a challenge, in base64url, as used. True if it is one of ours for this purpose, in time and for the first time. */
export async function consumeChallenge(
  db: Db,
  purpose: ChallengePurpose,
  challenge: string,
  now: Date,
): Promise<boolean> {
  const bytes = Buffer.from(challenge, 'base64url');
  const head = bytes.subarray(0, RANDOM_BYTES + EXPIRY_BYTES);
  const sentSignature = bytes.subarray(head.length);
  const signature = await signatureOf(db, purpose, head);
  if (sentSignature.length !== signature.length || !timingSafeEqual(sentSignature, signature)) return false;
  const expiresAt = new Date(head.readUIntBE(RANDOM_BYTES, EXPIRY_BYTES));
  if (expiresAt <= now) return false;
  const { rows } = await sql`
    insert into used_challenge values (${signature}, ${expiresAt}) on conflict do nothing returning 1`.execute(
    db.kysely,
  );
  return rows.length > 0;
}

/** Removes expired challenges. */
export async function deleteUsedChallenges(db: Db, now: Date): Promise<void> {
  await sql`delete from used_challenge where expires_at < ${now}`.execute(db.kysely);
}
