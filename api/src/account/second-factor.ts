import type { Tx } from '@innkeeper/db';
import { Secret, TOTP } from 'otpauth';
import { consumeRecoveryCode } from './recovery-codes.ts';
import {
  ACCOUNT_RATE_LIMIT,
  type Subject,
  countFailure,
  clearFailures,
  lockSubject,
  assertNotThrottled,
} from '../access/throttle.ts';

/** All authenticator apps support these values, and many support no others. */
const PERIOD_SECONDS = 30;
const CODE_DIGITS = 6;
/** Steps by which a phone's clock may be off in either direction. */
const MAX_SKEW_STEPS = 1;

/** The generator of a secret's codes (RFC 6238), with the label of its QR code: user and program. */
export const createAuthenticator = (secret: Buffer, label = ''): TOTP =>
  new TOTP({
    issuer: 'Innkeeper',
    label,
    algorithm: 'SHA1',
    digits: CODE_DIGITS,
    period: PERIOD_SECONDS,
    secret: new Secret({ buffer: new Uint8Array(secret).buffer }),
  });

/** The time step of a code, around now; undefined if the code matches none. */
export function findStep(secret: Buffer, inputText: string, now: Date): number | undefined {
  const token = inputText.replace(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return undefined;
  const timestamp = now.getTime();
  const distance = createAuthenticator(secret).validate({ token, timestamp, window: MAX_SKEW_STEPS });
  return distance === null ? undefined : Math.floor(timestamp / 1000 / PERIOD_SECONDS) + distance;
}

/**
 * Failed codes are counted separately from failed passwords: neither a right password nor a password reset clears them.
 */
const codeSubject = (userId: number): Subject => ({ key: `second_factor:${userId}`, rateLimit: ACCOUNT_RATE_LIMIT });

/** The outcome of a second-factor check. */
type CodeState = 'off' | 'missing' | 'right' | 'wrong';

/**
 * Checks a code of the app or a recovery code; either works once. Counts failures, and throws a 429 while the user has
 * to wait. Call it within `limitHashing`, in a transaction that commits even if the code is wrong. See
 * docs/decisions/0029-two-factor-sign-in-by-app-or-recovery-code.md.
 */
export async function checkCode(tx: Tx, userId: number, inputText: string | undefined, now: Date): Promise<CodeState> {
  const factor = await tx
    .selectFrom('two_factor')
    .select(['secret', 'recovery_salt'])
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  if (!factor) return 'off';
  if (inputText === undefined) return 'missing';
  const isValid = await attemptCode(tx, userId, now, async () => {
    const step = findStep(factor.secret, inputText, now);
    return step === undefined
      ? consumeRecoveryCode(tx, userId, inputText, factor.recovery_salt)
      : consumeStep(tx, userId, step);
  });
  return isValid ? 'right' : 'wrong';
}

/** Serializes attempts at a user's codes, and allows none while the user has to wait. */
export async function attemptCode(
  tx: Tx,
  userId: number,
  now: Date,
  verify: () => Promise<boolean> | boolean,
): Promise<boolean> {
  const subject = codeSubject(userId);
  await lockSubject(tx, subject.key);
  await assertNotThrottled(tx, [subject], now);
  const isValid = await verify();
  await (isValid ? clearFailures(tx, subject.key) : countFailure(tx, [subject], now));
  return isValid;
}

/** Uses up a step and all earlier ones: of two codes of one step, even concurrent, one gets true. */
async function consumeStep(tx: Tx, userId: number, step: number): Promise<boolean> {
  const rows = await tx
    .updateTable('two_factor')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .returning('user_id')
    .execute();
  return rows.length > 0;
}
