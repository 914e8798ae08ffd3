import type { Db, Tx } from '@innkeeper/db';
import { sql } from 'kysely';
import type { Mail } from './outbox.ts';

/*
 * The log of mails: the recipient of each, its subject, and its outcome. Its text is in no row: a letter may carry
 * a link that opens an account.
 *
 *   queued --carried--> sent
 *   queued --refused, and tried again--> queued, with what the relay answered last
 *   queued --refused for the last time, or nobody left to write to--> failed
 */

type Executor = Db['kysely'] | Tx;

/** A relay's answer may be long, and characters that cannot be stored are left out. */
const ANSWER_MAX = 2_000;
const clean = (answer: string): string => answer.replaceAll('\0', '').slice(0, ANSWER_MAX);

/** Logs the final recipient, and the relay's answer. */
export async function noteSent(db: Executor, id: number, { to, subject }: Mail, answer: string): Promise<void> {
  await sql`
    update mail_log set delivery_status = 'sent', recipient = ${to}, subject = ${subject}, message = ${clean(answer)}
    where id = ${id}`.execute(db);
}

/** Why it did not work this time; `isOver` where it is not tried again. The subject is known once it was written. */
export async function noteFailure(
  db: Executor,
  id: number,
  reason: string,
  isOver: boolean,
  subject?: string,
): Promise<void> {
  await sql`
    update mail_log set delivery_status = ${isOver ? 'failed' : 'queued'}, message = ${clean(reason)}, subject = coalesce(${subject ?? null}, subject)
    where id = ${id}`.execute(db);
}
