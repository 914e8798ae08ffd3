import { isIP } from 'node:net';
import type { Db } from '@innkeeper/db';
import { type RawBuilder, sql } from 'kysely';
import { apiError } from '../platform/http/api-error.ts';
import type { Actor } from './actor.ts';
import { countFailedLookups, lookupWaitSql } from './enumeration-guard.ts';
import { assertNoWait } from './throttle.ts';

/*
 * Lookups across hotels. Every hotel serves every member: a card, voucher or telephone number or an address finds them
 * anywhere. Each lookup outside the user's own hotels is logged, and lookups per minute are limited, so that a front
 * desk can work but nobody can browse the programme. A user may serve a guest whom they have looked up. Without a
 * number, other guests remain invisible.
 */

/** The lookups of one request: the numbers counted, and the records found. */
export interface RequestLookups {
  readonly countedNumbers: Set<string>;
  readonly foundRecords: Set<string>;
}

/** Lookups per user and minute, across all servers. */
export const LOOKUPS_PER_MINUTE = 60;
/** The same for an integration, which posts for all front desks of its hotel. A batch has a thousand bills at most. */
const INTEGRATION_LOOKUPS_PER_MINUTE = 2_000;

export type LookupOrigin = 'front_desk' | 'search' | 'number' | 'import';

/** The user who looks up, and their IP address. */
interface LookupCaller {
  readonly actor: Actor;
  readonly now: Date;
  readonly ip: string;
  readonly requestId: string;
}

/**
 * Logs lookups, each with the members of other hotels that it reveals. Commits immediately, because a call that is
 * rolled back reveals them too. Throws a 429 above the limit; then the caller must not reveal anything. See
 * docs/decisions/0042-find-guests-of-other-hotels-by-number-and-log-each-look-up.md.
 */
export async function countLookups(
  db: Db,
  { actor, now, ip, requestId }: LookupCaller,
  origin: LookupOrigin,
  memberIdsByNumber: readonly (readonly number[])[],
): Promise<void> {
  if (memberIdsByNumber.length === 0) return;
  const { rows } = await sql<{ seconds: number }>`
    select record_member_lookups(${actor.userId}, ${now}, ${isIP(ip) ? ip : null}::inet, ${requestId}, ${origin}, ${JSON.stringify(memberIdsByNumber)}::jsonb, ${actor.integration ? INTEGRATION_LOOKUPS_PER_MINUTE : LOOKUPS_PER_MINUTE}::integer) as seconds`.execute(
    db.kysely,
  );
  const seconds = rows[0]?.seconds ?? 0;
  if (seconds > 0) throw apiError('too_many_requests', { headers: { 'retry-after': String(seconds) } });
}

/**
 * Aborts a transaction that used numbers of other hotels or unknown numbers, or values that another record has. They
 * are counted outside the transaction, because it may roll back; then it runs again. See `runInTransaction`.
 */
export class UncountedLookups extends Error {
  readonly origin: LookupOrigin;
  readonly #memberIdsByNumber: ReadonlyMap<string, readonly number[]>;
  readonly #failedLookups: readonly string[];
  readonly #isFree: RawBuilder<unknown>;

  /**
   * `isFree`: SQL condition under which nothing is counted. Needed because a transaction aborted by a constraint
   * violation cannot run queries.
   */
  constructor(
    origin: LookupOrigin,
    memberIdsByNumber: ReadonlyMap<string, readonly number[]>,
    failedLookups: readonly string[],
    isFree: RawBuilder<unknown> = sql`false`,
  ) {
    super('look-ups');
    this.origin = origin;
    this.#memberIdsByNumber = memberIdsByNumber;
    this.#failedLookups = failedLookups;
    this.#isFree = isFree;
  }

  /** Throws a 429 if there are too many lookups, or if the user must wait. */
  async count(db: Db, lookupCaller: LookupCaller, { countedNumbers }: RequestLookups): Promise<void> {
    const { actor, now } = lookupCaller;
    const { rows } = await sql<{ is_free: boolean; seconds: number | null }>`
      select ${this.#isFree} as is_free, ${lookupWaitSql(actor, now)} as seconds`.execute(db.kysely);
    if (rows[0]?.is_free !== true) {
      if (this.#failedLookups.length > 0) assertNoWait(rows[0]?.seconds);
      // Count failed attempts first: a 429 for too many lookups would reveal that a value is taken.
      await countFailedLookups(db, actor, this.#failedLookups.length, now);
      await countLookups(db, lookupCaller, this.origin, [...this.#memberIdsByNumber.values()]);
    }
    for (const number of [...this.#memberIdsByNumber.keys(), ...this.#failedLookups]) countedNumbers.add(number);
  }
}

/**
 * Counts a value that another record has, unless the actor can see that record (`isVisible`, SQL). Returns if the value
 * is counted already; then the rejection may name its reason.
 */
export function countConflict(
  { lookups }: { readonly lookups: RequestLookups },
  name: string,
  isVisible: RawBuilder<unknown>,
): void {
  if (!lookups.countedNumbers.has(name)) throw new UncountedLookups('number', new Map([[name, []]]), [name], isVisible);
}
