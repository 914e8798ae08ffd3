import { ungrouped } from '@innkeeper/contract';
import type { Db, Tx } from '@innkeeper/db';
import type { RawBuilder } from 'kysely';
import type { Actor } from './actor.ts';
import { type Brake, type Subject, countFailure, refuseEarly, waitSql } from './throttle.ts';

/** Cards are misread at a counter, and a search that follows the typing asks for the beginning of a number, but not without end. */
const GUESS_BRAKE: Brake = { free: 30, firstWait: 30, longestWait: 3600, forgives: 180 };
/** A night's bills name cards of other programmes by the dozen, and work that waits for one of them must not wait for an hour. */
const SYSTEM_BRAKE: Brake = { free: 300, firstWait: 30, longestWait: 300, forgives: 5 };

/** Characters that people put inside a number. */
const BETWEEN = /[().+]/g;
/** As long as the numbers that the programme gives to cards and vouchers, with a digit in it: no name, no email. */
const isNumber = (text: string): boolean => text.length >= 12 && /\d/.test(text) && !/[^0-9a-z]/i.test(text);

/**
 * Looks up the person whom a text means. A text that could be the number of a card or a voucher, and is nobody's, is a guess: as with
 * passwords some are free, then the next look-up by a number waits, and each further guess doubles the wait. Counted by user, on
 * whichever server. Throws a 429 while it waits.
 */
export async function lookUp<T>(
  { db, clock }: { readonly db: Db; readonly clock: () => Date },
  actor: Actor,
  typed: string,
  find: () => Promise<T>,
  isFound: (found: T) => boolean,
): Promise<T> {
  if (!couldBeGuess(typed)) return find();
  await refuseGuesser(db.kysely, actor, clock());
  const found = await find();
  if (!isFound(found)) await countGuesses(db, actor, 1, clock());
  return found;
}

/** Whether a text could be the number of a card or a voucher. */
export const couldBeGuess = (typed: string): boolean => isNumber(ungrouped(typed).replaceAll(BETWEEN, ''));

const guesser = ({ userId, integration }: Actor): readonly Subject[] => [
  { key: `guess ${userId}`, brake: integration ? SYSTEM_BRAKE : GUESS_BRAKE },
];

/** A scalar for a select list: the seconds that a user who guessed has to wait. */
export const guesserWaitSql = (actor: Actor, now: Date): RawBuilder<unknown> => waitSql(guesser(actor), now);

/** Throws a 429 while a user who guessed has to wait. */
export const refuseGuesser = (db: Tx | Db['kysely'], actor: Actor, now: Date): Promise<void> =>
  refuseEarly(db, guesser(actor), now);

export async function countGuesses({ kysely }: Db, actor: Actor, guesses: number, now: Date): Promise<void> {
  for (let n = 0; n < guesses; n += 1) await countFailure(kysely, guesser(actor), now);
}
