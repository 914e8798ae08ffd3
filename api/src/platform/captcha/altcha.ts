import { createHmac, randomInt } from 'node:crypto';
import type { Db } from '@innkeeper/db';
import { type Challenge, type Payload, createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { sql } from 'kysely';

/*
 * ALTCHA: a puzzle of our own. The browser tries numbers until one of them, stretched, gives the key that was asked for; that
 * costs it about half a second, and us one stretching. Nothing is kept of a challenge: it is signed. Of an answer its
 * signature is kept until the challenge expires, so that each serves once, whichever server it meets.
 */

const LIFETIME_SECONDS = 600;
/** Rounds of PBKDF2 for one number. */
const COST = 1_000;
/** The number that is sought: every one before it is tried in vain. */
const COUNTER = { min: 1_000, max: 3_000 };
/** A solved challenge is about 600 characters. */
const MAX_ANSWER = 4_000;

interface Keys {
  readonly hmacSignatureSecret: string;
  readonly hmacKeySignatureSecret: string;
}

/** The keys follow from the secret, so that every server takes every other's challenges. */
function keysOf(secret: string): Keys {
  const derive = (purpose: string) => createHmac('sha256', secret).update(purpose).digest('hex');
  return { hmacSignatureSecret: derive('altcha challenge'), hmacKeySignatureSecret: derive('altcha key') };
}

/** A challenge that serves for ten minutes. */
export const newChallenge = (secret: string, now: Date): Promise<Challenge> =>
  createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: COST,
    counter: randomInt(COUNTER.min, COUNTER.max),
    deriveKey,
    expiresAt: Math.floor(now.getTime() / 1000) + LIFETIME_SECONDS,
    ...keysOf(secret),
  });

/** Whether this is the solution of one of our challenges, in time and for the first time; it serves no more from then on. */
export async function isSolved(db: Db, secret: string, answer: string, now: Date): Promise<boolean> {
  const payload = readPayload(answer);
  if (!payload) return false;
  const { verified } = await verifySolution({ ...payload, deriveKey, ...keysOf(secret) });
  const expiresAt = new Date((payload.challenge.parameters.expiresAt ?? 0) * 1000);
  if (!verified || expiresAt <= now) return false;
  const { rows } = await sql`
    insert into captcha_used values (${Buffer.from(payload.challenge.signature ?? '', 'hex')}, ${expiresAt})
    on conflict do nothing returning 1`.execute(db.kysely);
  return rows.length > 0;
}

/** Base64 of JSON. Its parameters are looked at only once the signature has shown that they are ours. */
function readPayload(answer: string): Payload | undefined {
  if (answer.length > MAX_ANSWER) return undefined;
  try {
    const payload: unknown = JSON.parse(Buffer.from(answer, 'base64').toString());
    return isPayload(payload) ? payload : undefined;
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const isPayload = (value: unknown): value is Payload =>
  isObject(value) &&
  isObject(value.challenge) &&
  isObject(value.challenge.parameters) &&
  typeof value.challenge.signature === 'string' &&
  isObject(value.solution);

/** Removes expired answers. */
export async function forgetUsedAnswers(db: Db, now: Date): Promise<void> {
  await sql`delete from captcha_used where expires_at < ${now}`.execute(db.kysely);
}
