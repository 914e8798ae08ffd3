import { createHmac, randomInt } from 'node:crypto';
import type { Db } from '@innkeeper/db';
import { type Challenge, type Payload, createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { sql } from 'kysely';
import { isObject } from '../http/body.ts';

/*
 * ALTCHA: our own proof-of-work captcha. The browser tries numbers until the derived key matches, which takes it about
 * half a second; verifying takes one derivation. Challenges are signed and not stored. The signature of a solution is
 * stored until the challenge expires, so that each works once across all servers.
 */

const LIFETIME_SECONDS = 600;
/** PBKDF2 iterations per number. */
const ITERATIONS = 1_000;
/** Range of the number that the browser has to find by trying all smaller ones. */
const COUNTER_RANGE = { min: 1_000, max: 3_000 };
/** A solved challenge is about 600 characters. */
const MAX_SOLUTION_LENGTH = 4_000;

interface AltchaKeys {
  readonly hmacSignatureSecret: string;
  readonly hmacKeySignatureSecret: string;
}

/** The keys are derived from the secret, so that every server accepts challenges of the others. */
function deriveKeys(secret: string): AltchaKeys {
  const hmacOf = (purpose: string) => createHmac('sha256', secret).update(purpose).digest('hex');
  return { hmacSignatureSecret: hmacOf('altcha challenge'), hmacKeySignatureSecret: hmacOf('altcha key') };
}

/** A challenge that is valid for ten minutes. */
export const createSignedChallenge = (secret: string, now: Date): Promise<Challenge> =>
  createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: ITERATIONS,
    counter: randomInt(COUNTER_RANGE.min, COUNTER_RANGE.max),
    deriveKey,
    expiresAt: Math.floor(now.getTime() / 1000) + LIFETIME_SECONDS,
    ...deriveKeys(secret),
  });

/** Marks a solution as used. True if it solves one of our challenges in time, and for the first time. */
export async function consumeSolution(db: Db, secret: string, captchaResponse: string, now: Date): Promise<boolean> {
  const payload = parsePayload(captchaResponse);
  if (!payload) return false;
  const { verified } = await verifySolution({ ...payload, deriveKey, ...deriveKeys(secret) });
  const expiresAt = new Date((payload.challenge.parameters.expiresAt ?? 0) * 1000);
  if (!verified || expiresAt <= now) return false;
  const { rows } = await sql`
    insert into used_captcha values (${Buffer.from(payload.challenge.signature ?? '', 'hex')}, ${expiresAt})
    on conflict do nothing returning 1`.execute(db.kysely);
  return rows.length > 0;
}

/** Parses the base64 of a JSON payload. Its parameters must not be used before the signature is verified. */
function parsePayload(captchaResponse: string): Payload | undefined {
  if (captchaResponse.length > MAX_SOLUTION_LENGTH) return undefined;
  try {
    const payload: unknown = JSON.parse(Buffer.from(captchaResponse, 'base64').toString());
    return isPayload(payload) ? payload : undefined;
  } catch {
    return undefined;
  }
}

const isPayload = (value: unknown): value is Payload =>
  isObject(value) &&
  isObject(value.challenge) &&
  isObject(value.challenge.parameters) &&
  typeof value.challenge.signature === 'string' &&
  isObject(value.solution);

/** Removes expired solutions. */
export async function deleteUsedSolutions(db: Db, now: Date): Promise<void> {
  await sql`delete from used_captcha where expires_at < ${now}`.execute(db.kysely);
}
