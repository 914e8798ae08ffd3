import type { Tx } from '@innkeeper/db';
import { Secret, TOTP } from 'otpauth';
import { takeRecoveryCode } from './recovery-codes.ts';
import {
  ACCOUNT_BRAKE,
  type Subject,
  countFailure,
  forgetFailures,
  lockSubject,
  refuseEarly,
} from '../access/throttle.ts';

/** Every app knows these; many know no others. */
const PERIOD_SECONDS = 30;
const DIGITS = 6;
/** Steps by which a telephone's clock may be off, either way. */
const SKEW = 1;

/** The generator of a secret's codes (RFC 6238), with the text of its QR code: user and program. */
export const authenticator = (secret: Buffer, label = ''): TOTP =>
  new TOTP({
    issuer: 'Innkeeper',
    label,
    algorithm: 'SHA1',
    digits: DIGITS,
    period: PERIOD_SECONDS,
    secret: new Secret({ buffer: new Uint8Array(secret).buffer }),
  });

/** The step that a code belongs to, around now; undefined for a code of none. */
export function stepOf(secret: Buffer, typed: string, now: Date): number | undefined {
  const token = typed.replace(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return undefined;
  const timestamp = now.getTime();
  const distance = authenticator(secret).validate({ token, timestamp, window: SKEW });
  return distance === null ? undefined : Math.floor(timestamp / 1000 / PERIOD_SECONDS) + distance;
}

/** Failures at codes count apart from those at passwords: a right password, or a new one by mail, does not make them good. */
const codeSubject = (userId: number): Subject => ({ key: `second_factor:${userId}`, brake: ACCOUNT_BRAKE });

/** The judgement of a second factor. */
type CodeState = 'off' | 'missing' | 'right' | 'wrong';

/**
 * Judges a code of the app, each of which serves once, or a recovery code, which is used up. Failures count; throws a 429 while
 * the user has to wait. For a transaction that holds a slot and commits also where the answer is no.
 * See docs/decisions/0029-second-factor.md.
 */
export async function checkCode(tx: Tx, userId: number, typed: string | undefined, now: Date): Promise<CodeState> {
  const factor = await tx
    .selectFrom('two_factor')
    .select(['secret', 'recovery_salt'])
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  if (!factor) return 'off';
  if (typed === undefined) return 'missing';
  const isRight = await atCode(tx, userId, now, async () => {
    const step = stepOf(factor.secret, typed, now);
    return step === undefined ? takeRecoveryCode(tx, userId, typed, factor.recovery_salt) : takeStep(tx, userId, step);
  });
  return isRight ? 'right' : 'wrong';
}

/** One attempt at a user's codes at a time, and none while the user has to wait. */
export async function atCode(
  tx: Tx,
  userId: number,
  now: Date,
  check: () => Promise<boolean> | boolean,
): Promise<boolean> {
  const subject = codeSubject(userId);
  await lockSubject(tx, subject.key);
  await refuseEarly(tx, [subject], now);
  const isRight = await check();
  await (isRight ? forgetFailures(tx, subject.key) : countFailure(tx, [subject], now));
  return isRight;
}

/** Uses up a step and all before it: of two codes of one step, also at once, one gets true. */
async function takeStep(tx: Tx, userId: number, step: number): Promise<boolean> {
  const rows = await tx
    .updateTable('two_factor')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .returning('user_id')
    .execute();
  return rows.length > 0;
}
