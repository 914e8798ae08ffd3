import { randomBytes } from 'node:crypto';
import type { Db, Tx } from '@innkeeper/db';
import { sql } from 'kysely';
import { type Envelope, addressLetter } from './letters.ts';
import type { LetterName, MailOrder } from '../platform/mail/outbox.ts';

type Executor = Db['kysely'] | Tx;

/** A job as it is stored: of a person it names the id alone. */
export interface MailJob {
  readonly letter: string;
  readonly user_id: number | null;
  readonly language: string | null;
  /** ISO 8601. */
  readonly ordered_at: string;
  readonly message_id: string;
  /** Under which it stands in the log of mails; none in a job that an older version queued. */
  readonly mail_log_id?: number;
}

/** Ordered by strangers, for addresses that may be nobody's: entered in the log by the worker, so that the answer takes no longer. */
const FOR_STRANGERS: ReadonlySet<LetterName> = new Set(['password_reset']);

/** Queues a letter and enters it in the log of mails; a worker writes and carries it. */
export async function orderLetter(tx: Tx, order: MailOrder, now: Date): Promise<void> {
  const { rows } = await sql<{ id: number }>`select nextval(pg_get_serial_sequence('mail_log', 'id')) as id`.execute(
    tx,
  );
  const id = rows[0]?.id ?? 0;
  await queueLetter(tx, id, order, now);
  if (FOR_STRANGERS.has(order.letter)) return;
  await enterLetter(tx, id, order);
  await keepCause(tx, id, order);
}

/** Queues a letter for an entry of the log. One that waits already is replaced. */
export async function queueLetter(
  tx: Tx,
  entry: number,
  { letter, userId, language }: MailOrder,
  now: Date,
): Promise<void> {
  const job: MailJob = {
    letter,
    user_id: userId,
    language: language ?? null,
    ordered_at: now.toISOString(),
    message_id: randomBytes(16).toString('hex'),
    mail_log_id: entry,
  };
  await sql`select graphile_worker.add_job('mail', ${JSON.stringify(job)}::json, job_key => ${`mail ${entry}`})`.execute(
    tx,
  );
}

/** Enters a letter that was ordered, unless it stands there already. Nobody to write to is no mail. */
export async function enterLetter(db: Executor, id: number, order: MailOrder): Promise<void> {
  const envelope = await addressLetter(db, order);
  if (envelope) await enter(db, id, envelope);
}

/** Keeps the order of a letter in the log, so that it can be sent again. */
async function keepCause(db: Executor, id: number, { letter, userId, language }: MailOrder): Promise<void> {
  await sql`
    insert into mail_cause (mail_log_id, letter, user_id, language)
    select id, ${letter}, ${userId}, ${language ?? null} from mail_log where id = ${id}`.execute(db);
}

const enter = (db: Executor, id: number, { to, subject, mailType }: Envelope) =>
  sql`
    insert into mail_log (id, mail_type_id, recipient, subject)
    values (${id}, (select d.id from option_detail d join option o on o.id = d.option_id
                    where o.slug = 'mail-type' and d.code = ${mailType} and d.deleted_at is null), ${to}, ${subject})
    on conflict (id) do nothing`.execute(db);
