import { createHash } from 'node:crypto';
import type { Label } from '@innkeeper/contract';
import type { Db, Tx } from '@innkeeper/db';
import { type RawBuilder, sql } from 'kysely';
import { type ApiError, fail } from '../platform/http/fail.ts';
import { networkOf } from '../platform/http/network.ts';

/*
 * Brakes against guessing. Failures are counted in the database, so that every server knows of them: after some of
 * them the next attempt has to wait, and each further failure doubles the wait. Time forgives them, one after the other. An
 * attempt that comes too early is answered with 429, whether it was right or not, and does not count; but a right password is taken
 * from a network from which its user signed in before.
 * See docs/decisions/0009-growing-delays.md.
 */

/** Times are seconds. */
export interface Brake {
  /** Failures without a wait. */
  readonly free: number;
  readonly firstWait: number;
  readonly longestWait: number;
  /** One failure is forgiven each time this has passed. */
  readonly forgives: number;
}

/** Nobody mistypes a password more often than this; an hour is the longest that anybody can be kept from an account by others. */
export const ACCOUNT_BRAKE: Brake = { free: 5, firstWait: 30, longestWait: 3600, forgives: 3600 };
/** A hotel's whole front office shares one address: twenty failures an hour are everyday life there. */
export const ADDRESS_BRAKE: Brake = { free: 20, firstWait: 30, longestWait: 3600, forgives: 180 };
/**
 * Of a user's own network while others wait: it must not be locked out with them, and a colleague beside must not guess without end. As
 * many guesses a day as an address has.
 */
export const KNOWN_NETWORK_BRAKE: Brake = { free: 100, firstWait: 30, longestWait: 3600, forgives: 180 };
/** Nobody is sent mail after mail by a stranger. */
export const MAIL_BRAKE: Brake = { free: 3, firstWait: 60, longestWait: 3600, forgives: 1200 };
/** Staff send a mail again to a guest who did not find it: five of one kind an hour. */
export const RESEND_BRAKE: Brake = { free: 5, firstWait: 3600, longestWait: 3600, forgives: 720 };
/** Each request for an approval is a mail to all users who may decide it: thirty in a row, and as many an hour. */
export const APPROVAL_BRAKE: Brake = { free: 30, firstWait: 120, longestWait: 3600, forgives: 120 };

/** The thing that failures are counted against. */
export interface Subject {
  readonly key: string;
  readonly brake: Brake;
}

/** The network from which calls of a kind come, by its address. */
export const callersOf = (kind: string, ip: string): Subject => ({
  key: `${kind}:${networkOf(ip)}`,
  brake: ADDRESS_BRAKE,
});

/** A key of a text that strangers send: bounded, and nothing that is worth reading. */
export const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** Throws a 429 with the seconds to wait while any of the subjects has to. */
export const refuseEarly = async (tx: Tx | Db['kysely'], subjects: readonly Subject[], now: Date): Promise<void> =>
  refuseWaiting(await readWait(tx, subjects, now));

/**
 * Counts a use of something that is limited, in the transaction of the use itself: one that is rolled back does not count. Throws a 429
 * while its subject has to wait; `says` gets the minutes until then.
 */
export async function limitRate(tx: Tx, subject: Subject, now: Date, says: (minutes: number) => Label): Promise<void> {
  await lockSubject(tx, subject.key);
  const seconds = await readWait(tx, [subject], now);
  if (seconds > 0) throw tooEarly(seconds, says(Math.ceil(seconds / 60)));
  await countFailure(tx, [subject], now);
}

/** The seconds that any of the subjects has to wait, 0 where none has to. */
export async function readWait(tx: Tx | Db['kysely'], subjects: readonly Subject[], now: Date): Promise<number> {
  const { rows } = await sql<{ seconds: number | null }>`select ${waitSql(subjects, now)} as seconds`.execute(tx);
  return Math.max(rows[0]?.seconds ?? 0, 0);
}

/**
 * A scalar for a select list: the seconds that any of the subjects has to wait, in the round trip of the statement itself. A clock that was
 * set back makes nobody wait longer than the longest wait.
 */
export const waitSql = (subjects: readonly Subject[], now: Date): RawBuilder<unknown> => sql`(
    select ceil(extract(epoch from max(least(blocked_until, ${now}::timestamptz + ${longestWait(subjects)}::int * interval '1 second')) - ${now}::timestamptz))::int
    from throttle where subject = any(${subjects.map((s) => s.key)}::text[]))`;

const longestWait = (subjects: readonly Subject[]): number =>
  Math.max(0, ...subjects.map(({ brake }) => brake.longestWait));

/** Throws a 429 where seconds are left to wait. */
export function refuseWaiting(seconds: number | null | undefined): void {
  if (seconds && seconds > 0) throw tooEarly(seconds);
}

export const tooEarly = (seconds: number, message?: Label): ApiError =>
  fail('too_many_requests', { headers: { 'retry-after': String(seconds) }, ...(message && { message }) });

/** Counts a failure against each of the subjects. */
export async function countFailure(tx: Tx | Db['kysely'], subjects: readonly Subject[], now: Date): Promise<void> {
  for (const { key, brake } of subjects) {
    // Time that was waited for forgives nothing, or a patient guesser would never wait longer.
    const since = sql`greatest(throttle.last_at, throttle.blocked_until)`;
    const forgiven = sql`greatest(floor(extract(epoch from ${now}::timestamptz - ${since}) / ${brake.forgives}::int), 0)::int`;
    const left = sql`greatest(throttle.attempts - ${forgiven}, 0)`;
    // Time towards the next forgiveness still counts: `last_at` moves on by whole ones.
    await sql`
      insert into throttle (subject, attempts, last_at, blocked_until)
      values (${key}, 1, ${now}, ${now}::timestamptz + ${waitAfter(sql`1`, brake)})
      on conflict (subject) do update set
        attempts = ${left} + 1,
        last_at = case when ${left} = 0 then ${now}::timestamptz
                       else ${since} + ${forgiven} * ${brake.forgives}::int * interval '1 second' end,
        blocked_until = ${now}::timestamptz + ${waitAfter(sql`(${left} + 1)`, brake)}`.execute(tx);
  }
}

const waitAfter = (attempts: RawBuilder<unknown>, { free, firstWait, longestWait }: Brake): RawBuilder<unknown> => sql`
  case when ${attempts} < ${free}::int then interval '0'
       else least(${firstWait}::int * 2 ^ least(${attempts} - ${free}::int, 30), ${longestWait}::int) * interval '1 second' end`;

/** A success clears the failures of its subject. */
export async function forgetFailures(tx: Tx | Db['kysely'], key: string): Promise<void> {
  await sql`delete from throttle where subject = ${key}`.execute(tx);
}

/** One attempt at a subject at a time: of many at once none slips through between the count and the wait. Until the transaction ends. */
export async function lockSubject(tx: Tx, key: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx);
}
