import type { Db, Tx } from '@innkeeper/db';
import { sql } from 'kysely';
import type { Mail } from './outbox.ts';

/*
 * The mail log: recipient, subject and outcome of each mail. It never contains the text because a mail may carry a link
 * that opens an account.
 *
 *   queued --sent--> sent
 *   queued --rejected, will be retried--> queued, with the relay's last response
 *   queued --rejected for the last time--> failed
 *   queued --no recipient left, not wanted, or nothing to send--> skipped, with the reason
 *   queued, sent --rejected for good, now or later--> bounced, with the server's words
 *   sent --reported as spam--> complained
 *   failed --delivered after all--> sent
 */

type Executor = Db['kysely'] | Tx;

/** A relay's response may be long. Characters that cannot be stored are removed. */
const MAX_RESPONSE = 2_000;
const cleanResponse = (response: string): string => response.replaceAll('\0', '').slice(0, MAX_RESPONSE);

/**
 * Logs the final recipient and the relay's response. A relay's report of a bounce may be here before its response is
 * logged.
 */
export async function logSent(db: Executor, id: number, { to, subject }: Mail, response: string): Promise<void> {
  await sql`
    update mail_log set delivery_status = 'sent', recipient = ${to}, subject = ${subject}, message = ${cleanResponse(response)}
    where id = ${id} and delivery_status not in ('bounced', 'complained')`.execute(db);
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

/** Logs why a mail is not sent. */
export async function logSkipped(db: Executor, id: number, reason: string): Promise<void> {
  await sql`update mail_log set delivery_status = 'skipped', message = ${cleanResponse(reason)} where id = ${id}`.execute(
    db,
  );
}

/** A mail that was rejected for good. */
export interface Bounce {
  /** The server's words. */
  readonly reason: string;
  /** Whether the address itself is at fault, so that the next mail would bounce, too. */
  readonly isPermanent: boolean;
}

/** Members get no mail after this many bounces in a row, even if none of them is permanent. */
const MAX_BOUNCES = 3;

/**
 * Logs a bounce. A member's address that bounces permanently, or for the third of its last three mails, gets no mail
 * from then on. A mail bounces once, however often that is reported.
 */
export async function logBounce(
  db: Executor,
  id: number,
  { reason, isPermanent }: Bounce,
  now: Date,
  mail?: Pick<Mail, 'to' | 'subject'>,
): Promise<void> {
  await sql`
    with bounced as (
      update mail_log set delivery_status = 'bounced', message = ${cleanResponse(reason)},
        recipient = coalesce(${mail?.to ?? null}, recipient), subject = coalesce(${mail?.subject ?? null}, subject)
      where id = ${id} and delivery_status not in ('bounced', 'complained', 'skipped')
      returning id, member_id, recipient
    )
    insert into mail_address_state (email, state, at)
    select lower(b.recipient), 'bounced', ${now} from bounced b
    where b.member_id is not null and (${isPermanent} or ${MAX_BOUNCES - 1} = (
      select count(*) filter (where last.delivery_status = 'bounced') from (
        select l.delivery_status from mail_log l
        where l.member_id = b.member_id and lower(l.recipient) = lower(b.recipient) and l.id <> b.id
          and l.delivery_status in ('sent', 'bounced', 'complained')
        order by l.id desc limit ${MAX_BOUNCES - 1}) last))
    on conflict (email) do update set state = excluded.state, at = excluded.at
      where mail_address_state.state <> excluded.state`.execute(db);
}

/** Logs that the recipient reported a mail as spam. A member's address gets only receipts from then on. */
export async function logComplaint(db: Executor, id: number, reason: string, now: Date): Promise<void> {
  await sql`
    with reported as (
      update mail_log set delivery_status = 'complained', message = ${cleanResponse(reason)}
      where id = ${id} and delivery_status not in ('complained', 'skipped') returning member_id, recipient
    )
    insert into mail_address_state (email, state, at)
    select lower(recipient), 'complained', ${now} from reported where member_id is not null
    on conflict (email) do nothing`.execute(db);
}

/** Logs that a mail arrived, which matters if its attempts seemed to fail. */
export async function logDelivery(db: Executor, id: number): Promise<void> {
  await sql`update mail_log set delivery_status = 'sent' where id = ${id} and delivery_status = 'failed'`.execute(db);
}
