import { stripDigitSeparators } from '@innkeeper/contract';
import type { Db, Tx } from '@innkeeper/db';
import type { RawBuilder } from 'kysely';
import type { Actor } from './actor.ts';
import { type RateLimit, type Subject, countFailure, assertNotThrottled, waitSql } from './throttle.ts';

/**
 * Front desks misread cards, and search-as-you-type sends the beginnings of numbers: allow both, but not without limit.
 */
const LOOKUP_RATE_LIMIT: RateLimit = { freeAttempts: 30, firstWait: 30, maxWait: 3600, decaySeconds: 180 };
/**
 * A night's bills name dozens of cards of other programmes, and a job waiting for one lookup must not wait for an
 * hour.
 */
const INTEGRATION_LOOKUP_RATE_LIMIT: RateLimit = { freeAttempts: 300, firstWait: 30, maxWait: 300, decaySeconds: 5 };

/** Characters that people put inside a number. */
const SEPARATORS = /[().+]/g;
/** Has the length of the programme's card and voucher numbers and contains a digit, so it is no name or email. */
const isCardOrVoucherNumber = (text: string): boolean =>
  text.length >= 12 && /\d/.test(text) && !/[^0-9a-z]/i.test(text);

/**
 * Looks up a person by a search text. A possible card or voucher number that matches nothing counts as a guess. After
 * some free guesses the next lookup by number has to wait, and each further guess doubles the wait. Counted per user
 * across all servers. Throws a 429 during the wait.
 */
export async function limitFailedLookups<T>(
  { db, clock }: { readonly db: Db; readonly clock: () => Date },
  actor: Actor,
  inputText: string,
  search: () => Promise<T>,
  isFound: (result: T) => boolean,
): Promise<T> {
  if (!mayBeCardOrVoucherNumber(inputText)) return search();
  await assertLookupAllowed(db.kysely, actor, clock());
  const result = await search();
  if (!isFound(result)) await countFailedLookups(db, actor, 1, clock());
  return result;
}

/** Whether a text could be the number of a card or a voucher. */
export const mayBeCardOrVoucherNumber = (inputText: string): boolean =>
  isCardOrVoucherNumber(stripDigitSeparators(inputText).replaceAll(SEPARATORS, ''));

const lookupSubjects = ({ userId, integration }: Actor): readonly Subject[] => [
  { key: `guess ${userId}`, rateLimit: integration ? INTEGRATION_LOOKUP_RATE_LIMIT : LOOKUP_RATE_LIMIT },
];

/** A scalar for a select list: the seconds that the user has to wait after guesses. */
export const lookupWaitSql = (actor: Actor, now: Date): RawBuilder<unknown> => waitSql(lookupSubjects(actor), now);

/** Throws a 429 if the user has to wait after guesses. */
export const assertLookupAllowed = (db: Tx | Db['kysely'], actor: Actor, now: Date): Promise<void> =>
  assertNotThrottled(db, lookupSubjects(actor), now);

export async function countFailedLookups({ kysely }: Db, actor: Actor, count: number, now: Date): Promise<void> {
  for (let n = 0; n < count; n += 1) await countFailure(kysely, lookupSubjects(actor), now);
}
