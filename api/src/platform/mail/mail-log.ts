import type { Db, Tx } from '@innkeeper/db';
import { sql } from 'kysely';
import type { Mail } from './outbox.ts';

/*
 * The mail log: recipient, subject and outcome of each mail. It never contains the text because a mail may carry a link
 * that opens an account.
 *
 *   queued --sent--> sent
 *   queued --rejected, will be retried--> queued, with the relay's last response
 *   queued --rejected for the last time, or no recipient left--> failed
 */

type Executor = Db['kysely'] | Tx;

/** A relay's response may be long. Characters that cannot be stored are removed. */
const MAX_RESPONSE = 2_000;
const cleanResponse = (response: string): string => response.replaceAll('\0', '').slice(0, MAX_RESPONSE);

/** Logs the final recipient and the relay's response. */
export async function logSent(db: Executor, id: number, { to, subject }: Mail, response: string): Promise<void> {
  await sql`
    update mail_log set delivery_status = 'sent', recipient = ${to}, subject = ${subject}, message = ${cleanResponse(response)}
    where id = ${id}`.execute(db);
}

/** Logs why an attempt failed; `isFinal` if it is not retried. The subject is known once the mail was written. */
export async function logFailure(
  db: Executor,
  id: number,
  reason: string,
  isFinal: boolean,
  subject?: string,
): Promise<void> {
  await sql`
    update mail_log set delivery_status = ${isFinal ? 'failed' : 'queued'}, message = ${cleanResponse(reason)}, subject = coalesce(${subject ?? null}, subject)
    where id = ${id}`.execute(db);
}
