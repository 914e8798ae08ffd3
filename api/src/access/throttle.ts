import { createHash } from 'node:crypto';
import type { Label } from '@innkeeper/contract';
import type { Db, Tx } from '@innkeeper/db';
import { type RawBuilder, sql } from 'kysely';
import { type ApiError, apiError } from '../platform/http/api-error.ts';
import { networkOf } from '../platform/http/network.ts';

/*
 * Rate limits for failed attempts. Failures are counted in the database, so all servers share them. After some failures
 * the next attempt has to wait, and each further failure doubles the wait. Failures are forgiven one by one over time.
 * An attempt during the wait gets a 429 whether it was right or wrong, and does not count. Exception: the right
 * password is accepted from a network from which the user signed in before. See
 * docs/decisions/0009-delay-sign-ins-after-failed-attempts.md.
 */

/** Times are in seconds. */
export interface RateLimit {
  /** Failures allowed without a wait. */
  readonly freeAttempts: number;
  readonly firstWait: number;
  readonly maxWait: number;
  /** One failure is forgiven each time this much time has passed. */
  readonly decaySeconds: number;
}

/** More failures than typing errors cause. An attacker can lock a user out for at most an hour. */
export const ACCOUNT_RATE_LIMIT: RateLimit = { freeAttempts: 5, firstWait: 30, maxWait: 3600, decaySeconds: 3600 };
/** A hotel's whole front office shares one address, where twenty failures an hour are normal. */
export const ADDRESS_RATE_LIMIT: RateLimit = { freeAttempts: 20, firstWait: 30, maxWait: 3600, decaySeconds: 180 };
/**
 * Applies to the user's own network while the account waits, so that an attacker cannot lock the user out. It still
 * limits guesses by colleagues on that network. Allows as many guesses a day as an address.
 */
export const KNOWN_NETWORK_RATE_LIMIT: RateLimit = {
  freeAttempts: 100,
  firstWait: 30,
  maxWait: 3600,
  decaySeconds: 180,
};
/** A stranger cannot make us send one mail after another. */
export const MAIL_RATE_LIMIT: RateLimit = { freeAttempts: 3, firstWait: 60, maxWait: 3600, decaySeconds: 1200 };
/** Staff may resend a mail that a guest did not find: five of one kind an hour. */
export const RESEND_RATE_LIMIT: RateLimit = { freeAttempts: 5, firstWait: 3600, maxWait: 3600, decaySeconds: 720 };
/** Each approval request mails all users who may decide it: thirty in a row, then thirty an hour. */
export const APPROVAL_RATE_LIMIT: RateLimit = { freeAttempts: 30, firstWait: 120, maxWait: 3600, decaySeconds: 120 };

/** The account, address or other key against which failures are counted. */
export interface Subject {
  readonly key: string;
  readonly rateLimit: RateLimit;
}

/** The subject of calls of a kind from the network of this address. */
export const callerSubject = (kind: string, ip: string): Subject => ({
  key: `${kind}:${networkOf(ip)}`,
  rateLimit: ADDRESS_RATE_LIMIT,
});

/** A key for text sent by strangers. The hash has a fixed length and does not reveal the text. */
export const hashSubject = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** Throws a 429 with the seconds to wait if any of the subjects has to wait. */
export const assertNotThrottled = async (
  tx: Tx | Db['kysely'],
  subjects: readonly Subject[],
  now: Date,
): Promise<void> => assertNoWait(await readWait(tx, subjects, now));

/**
 * Counts one use in the caller's transaction, so a use that is rolled back does not count. Throws a 429 while the
 * subject has to wait; `messageFor` gets the minutes until then.
 */
export async function limitRate(
  tx: Tx,
  subject: Subject,
  now: Date,
  messageFor: (minutes: number) => Label,
): Promise<void> {
  await lockSubject(tx, subject.key);
  const seconds = await readWait(tx, [subject], now);
  if (seconds > 0) throw tooManyAttemptsError(seconds, messageFor(Math.ceil(seconds / 60)));
  await countFailure(tx, [subject], now);
}

/** The longest remaining wait of the subjects in seconds, or 0. */
export async function readWait(tx: Tx | Db['kysely'], subjects: readonly Subject[], now: Date): Promise<number> {
  const { rows } = await sql<{ seconds: number | null }>`select ${waitSql(subjects, now)} as seconds`.execute(tx);
  return Math.max(rows[0]?.seconds ?? 0, 0);
}

/**
 * SQL scalar for a select list: the longest remaining wait of the subjects in seconds. The limit's longest wait caps
 * it, in case the clock was set back.
 */
export const waitSql = (subjects: readonly Subject[], now: Date): RawBuilder<unknown> => sql`(
    select ceil(extract(epoch from max(least(blocked_until,
              ${now}::timestamptz + ${longestWait(subjects)}::int * interval '1 second')) - ${now}::timestamptz))::int
    from throttle where subject = any(${subjects.map((s) => s.key)}::text[]))`;

const longestWait = (subjects: readonly Subject[]): number =>
  Math.max(0, ...subjects.map(({ rateLimit }) => rateLimit.maxWait));

/** Throws a 429 if the remaining wait is above zero. */
export function assertNoWait(seconds: number | null | undefined): void {
  if (seconds && seconds > 0) throw tooManyAttemptsError(seconds);
}

export const tooManyAttemptsError = (seconds: number, message?: Label): ApiError =>
  apiError('too_many_requests', { headers: { 'retry-after': String(seconds) }, ...(message && { message }) });

export async function countFailure(tx: Tx | Db['kysely'], subjects: readonly Subject[], now: Date): Promise<void> {
  for (const { key, rateLimit } of subjects) {
    // Time spent waiting forgives nothing; otherwise the wait of a patient attacker would never grow.
    const since = sql`greatest(throttle.last_at, throttle.blocked_until)`;
    const forgiven = sql`greatest(floor(extract(epoch from ${now}::timestamptz - ${since}) / ${rateLimit.decaySeconds}::int), 0)::int`;
    const remaining = sql`greatest(throttle.attempts - ${forgiven}, 0)`;
    // `last_at` advances by whole intervals, so time towards the next forgiveness still counts.
    await sql`
      insert into throttle (subject, attempts, last_at, blocked_until)
      values (${key}, 1, ${now}, ${now}::timestamptz + ${blockIntervalSql(sql`1`, rateLimit)})
      on conflict (subject) do update set
        attempts = ${remaining} + 1,
        last_at = case when ${remaining} = 0 then ${now}::timestamptz
                       else ${since} + ${forgiven} * ${rateLimit.decaySeconds}::int * interval '1 second' end,
        blocked_until = ${now}::timestamptz + ${blockIntervalSql(sql`(${remaining} + 1)`, rateLimit)}`.execute(tx);
  }
}

const blockIntervalSql = (
  attempts: RawBuilder<unknown>,
  { freeAttempts, firstWait, maxWait }: RateLimit,
): RawBuilder<unknown> => sql`
  case when ${attempts} < ${freeAttempts}::int then interval '0'
       else least(${firstWait}::int * 2 ^ least(${attempts} - ${freeAttempts}::int, 30),
           ${maxWait}::int) * interval '1 second' end`;

/** A success clears the failures of its subject. */
export async function clearFailures(tx: Tx | Db['kysely'], key: string): Promise<void> {
  await sql`delete from throttle where subject = ${key}`.execute(tx);
}

/**
 * Serializes attempts at a subject until the transaction ends, so that none slips through between the count and the
 * wait.
 */
export async function lockSubject(tx: Tx, key: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx);
}
