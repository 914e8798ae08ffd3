import { randomBytes } from 'node:crypto';
import type { Db, Tx } from '@innkeeper/db';
import { sql } from 'kysely';
import { type Envelope, buildEnvelope } from './account-mails.ts';
import type { AccountMailName, MailOrder } from '../platform/mail/outbox.ts';

type Executor = Db['kysely'] | Tx;

/** A stored job: it references a person by id only. */
export interface MailJob {
  readonly letter: string;
  readonly user_id: number | null;
  readonly language: string | null;
  /** The session of a new device; missing in other mails. */
  readonly session_id?: number;
  /** ISO 8601. */
  readonly ordered_at: string;
  readonly message_id: string;
  /** Id in the mail log; missing in jobs queued by an older version. */
  readonly mail_log_id?: number;
}

/**
 * Mails that strangers order for addresses that may be unknown. The worker adds them to the mail log; done in the
 * request, it would reveal by the response time whether the address is known.
 */
const ANONYMOUS_MAILS: ReadonlySet<AccountMailName> = new Set(['password_reset']);

/** Queues an account mail and adds it to the mail log; a worker writes and sends it. */
export async function queueAccountMail(tx: Tx, order: MailOrder, now: Date): Promise<void> {
  const { rows } = await sql<{ id: number }>`select nextval(pg_get_serial_sequence('mail_log', 'id')) as id`.execute(
    tx,
  );
  const id = rows[0]?.id ?? 0;
  await queueLoggedMail(tx, id, order, now);
  if (ANONYMOUS_MAILS.has(order.letter)) return;
  await logAccountMail(tx, id, order);
  await storeMailCause(tx, id, order);
}

/** Queues an account mail for a log entry. Replaces one that is already queued. */
export async function queueLoggedMail(
  tx: Tx,
  logId: number,
  { letter, userId, sessionId, language }: MailOrder,
  now: Date,
): Promise<void> {
  const job: MailJob = {
    letter,
    user_id: userId,
    language: language ?? null,
    ...(sessionId !== undefined && { session_id: sessionId }),
    ordered_at: now.toISOString(),
    message_id: randomBytes(16).toString('hex'),
    mail_log_id: logId,
  };
  await sql`select graphile_worker.add_job('mail', ${JSON.stringify(job)}::json,
        job_key => ${`mail ${logId}`})`.execute(tx);
}

/** Adds an ordered account mail to the log unless it is there already. Without a recipient nothing is added. */
export async function logAccountMail(db: Executor, id: number, order: MailOrder): Promise<void> {
  const envelope = await buildEnvelope(db, order);
  if (envelope) await logMail(db, id, envelope);
}

/** Stores the mail's order in the log, so that it can be sent again. */
async function storeMailCause(
  db: Executor,
  id: number,
  { letter, userId, sessionId, language }: MailOrder,
): Promise<void> {
  await sql`
    insert into mail_cause (mail_log_id, account_mail, user_id, session_id, language)
    select id, ${letter}, ${userId}, ${sessionId ?? null}, ${language ?? null} from mail_log where id = ${id}`.execute(
    db,
  );
}

const logMail = (db: Executor, id: number, { to, subject, mailType }: Envelope) =>
  sql`
    insert into mail_log (id, mail_type_id, recipient, subject)
    values (${id}, (select d.id from option_detail d join option o on o.id = d.option_id
                    where o.slug = 'mail-type' and d.code = ${mailType} and d.deleted_at is null), ${to}, ${subject})
    on conflict (id) do nothing`.execute(db);
