import { randomBytes } from 'node:crypto';
import type { Db } from '@innkeeper/db';
import { runMigrations } from 'graphile-worker';
import { sql } from 'kysely';
import { enterMail } from '../mail/log.ts';
import type { LetterName, Outbox } from '../mail/outbox.ts';
import { silentLogger } from './log.ts';

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

/** Makes the queue's tables, in a schema of their own, and brings them up to date. */
export const prepareQueue = (url: string): Promise<void> =>
  runMigrations({ connectionString: url, maxPoolSize: 2, logger: silentLogger });

/** Queues letters and enters them in the log; a worker writes and carries them. */
export const queueMail =
  (clock: () => Date): Outbox =>
  async (tx, order) => {
    const { letter, userId, language } = order;
    const job: Omit<MailJob, 'mail_log_id'> = {
      letter,
      user_id: userId,
      language: language ?? null,
      ordered_at: clock().toISOString(),
      message_id: randomBytes(16).toString('hex'),
    };
    const { rows } = await sql<{ id: number }>`
      with entry as (select nextval(pg_get_serial_sequence('mail_log', 'id')) as id)
      select entry.id from entry, graphile_worker.add_job('mail', (${JSON.stringify(job)}::jsonb || jsonb_build_object('mail_log_id', entry.id))::json)`.execute(
      tx,
    );
    const [entry] = rows;
    if (entry && !FOR_STRANGERS.has(letter)) await enterMail(tx, entry.id, order);
  };

/** Gives jobs back to the queue that a killed process was at. */
export async function freeLeftJobs(db: Db): Promise<void> {
  await sql`
    select graphile_worker.force_unlock_workers(array_agg(distinct locked_by))
    from graphile_worker.jobs where locked_at < now() - ${LONGEST_WORK}::interval having count(*) > 0`.execute(
    db.kysely,
  );
}
