import { randomBytes } from 'node:crypto';
import type { Db, Tx } from '@innkeeper/db';
import { sql } from 'kysely';
import { enterMail, keepCause } from '../mail/log.ts';
import type { LetterName, MailOrder, Outbox } from '../mail/outbox.ts';
import { orderMemberMails } from '../member-mails/order.ts';

/*
 * Work for later, in the same database (graphile-worker): a job is queued in the transaction that causes it, so that neither
 * stands without the other, and it is removed when it is done.
 *
 *   queued --a worker takes it--> at work --done--> gone
 *   at work --failed--> queued, for 3 seconds, 7, 20 … up to 6 hours; after 25 attempts, 4 days, it is left where it is
 *   at work --its process was killed--> queued, once nobody can be at it any more
 */

/** A mail is given up by its relay's silence before; sweeping files may be begun a second time, which does no harm. */
const LONGEST_WORK = '10 minutes';

/** A job as it is stored: what it says of a person is an id. */
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

/**
 * Makes the queue's tables, in a schema of their own, and brings them up to date. Its programs are loaded for that alone:
 * whoever only queues, which is a statement, does without 130 modules and 70 ms.
 */
export async function prepareQueue(url: string): Promise<void> {
  const [{ runMigrations }, { silentLogger }] = await Promise.all([import('graphile-worker'), import('./log.ts')]);
  await runMigrations({ connectionString: url, maxPoolSize: 2, logger: silentLogger });
}

/** Queues mails and enters them in the log; a worker writes and carries them. */
export const queueMail =
  (clock: () => Date): Outbox =>
  async (tx, order) => {
    if (!('letter' in order)) return orderMemberMails(tx, [order].flat(), clock());
    const { rows } = await sql<{ id: number }>`select nextval(pg_get_serial_sequence('mail_log', 'id')) as id`.execute(
      tx,
    );
    const id = rows[0]?.id ?? 0;
    await queueLetter(tx, id, order, clock());
    if (FOR_STRANGERS.has(order.letter)) return;
    await enterMail(tx, id, order);
    await keepCause(tx, id, order);
  };

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

/** Gives jobs back to the queue that a killed process was at. */
export async function freeLeftJobs(db: Db): Promise<void> {
  await sql`
    select graphile_worker.force_unlock_workers(array_agg(distinct locked_by))
    from graphile_worker.jobs where locked_at < now() - ${LONGEST_WORK}::interval having count(*) > 0`.execute(
    db.kysely,
  );
}
