import { ungrouped } from '@innkeeper/contract';
import type { Db, Tx } from '@innkeeper/db';
import type { RawBuilder } from 'kysely';
import type { Actor } from './actor.ts';
import { type RateLimit, type Subject, countFailure, assertNotThrottled, waitSql } from './throttle.ts';

/**
 * Front desks misread cards, and search-as-you-type sends the beginnings of numbers: allow both, but not without limit.
 */
const LOOKUP_RATE_LIMIT: RateLimit = { free: 30, firstWait: 30, maxWait: 3600, decaySeconds: 180 };
/**
 * A night's bills name dozens of cards of other programmes, and a job waiting for one lookup must not wait for an
 * hour.
 */
const INTEGRATION_LOOKUP_RATE_LIMIT: RateLimit = { free: 300, firstWait: 30, maxWait: 300, decaySeconds: 5 };

/** Characters that people put inside a number. */
const BETWEEN = /[().+]/g;
/** As long as the programme's card and voucher numbers, with a digit in it, so neither a name nor an email. */
const isCardOrVoucherNumber = (text: string): boolean =>
  text.length >= 12 && /\d/.test(text) && !/[^0-9a-z]/i.test(text);

/**
 * Looks up a person by a search text. A text that could be a card or voucher number but matches nothing counts as a
 * guess: after some free ones, the next lookup by number has to wait, and each further guess doubles the wait. Counted
 * per user across all servers. Throws a 429 during the wait.
 */
export async function limitFailedLookups<T>(
  { db, clock }: { readonly db: Db; readonly clock: () => Date },
  actor: Actor,
  inputText: string,
  find: () => Promise<T>,
  isFound: (found: T) => boolean,
): Promise<T> {
  if (!mayBeCardOrVoucherNumber(inputText)) return find();
  await assertLookupAllowed(db.kysely, actor, clock());
  const found = await find();
  if (!isFound(found)) await countFailedLookups(db, actor, 1, clock());
  return found;
}

/** Whether a text could be the number of a card or a voucher. */
export const mayBeCardOrVoucherNumber = (inputText: string): boolean =>
  isCardOrVoucherNumber(ungrouped(inputText).replaceAll(BETWEEN, ''));

const lookupSubjects = ({ userId, integration }: Actor): readonly Subject[] => [
  { key: `guess ${userId}`, rateLimit: integration ? INTEGRATION_LOOKUP_RATE_LIMIT : LOOKUP_RATE_LIMIT },
];

/** A scalar for a select list: the seconds that the user has to wait after guesses. */
export const lookupWaitSql = (actor: Actor, now: Date): RawBuilder<unknown> => waitSql(lookupSubjects(actor), now);

/** Throws a 429 if the user has to wait after guesses. */
export const assertLookupAllowed = (db: Tx | Db['kysely'], actor: Actor, now: Date): Promise<void> =>
  assertNotThrottled(db, lookupSubjects(actor), now);

export async function countFailedLookups(
  { kysely }: Db,
  actor: Actor,
  failedLookups: number,
  now: Date,
): Promise<void> {
  for (let n = 0; n < failedLookups; n += 1) await countFailure(kysely, lookupSubjects(actor), now);
}
