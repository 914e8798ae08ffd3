import type { Db } from '@innkeeper/db';
import { sql } from 'kysely';
import { orderLetter } from '../account/order-letter.ts';
import type { Outbox } from '../platform/mail/outbox.ts';
import { orderMemberMails } from '../programme/mails/order.ts';
import type { OrderFile } from '../programme/reports/report-files.ts';

/*
 * Work for later, in the same database (graphile-worker): a job is queued in the transaction that causes it, so that neither
 * stands without the other, and it is removed when it is done.
 *
 *   queued --a worker takes it--> at work --done--> gone
 *   at work --failed--> queued, for 3 seconds, 7, 20 … up to 6 hours; after 25 attempts, 4 days, it is left where it is
 *   at work --its process was killed--> queued, once nobody can be at it any more
 *
 * Files of reports say more often that somebody is at them: see report-files.ts.
 */

/**
 * A mail is given up by its relay's silence before; sweeping files may be begun a second time, which does no harm; and no other job
 * takes the file of a report that is still being made.
 */
const LONGEST_WORK = '10 minutes';

/**
 * Makes the queue's tables, in a schema of their own, and brings them up to date. Its programs are loaded for that alone:
 * a process that only queues, which is a statement, does without 130 modules and 70 ms.
 */
export async function prepareQueue(url: string): Promise<void> {
  const [{ runMigrations }, { silentLogger }] = await Promise.all([import('graphile-worker'), import('./log.ts')]);
  await runMigrations({ connectionString: url, maxPoolSize: 2, logger: silentLogger });
}

/** Queues mails and enters them in the log; a worker writes and carries them. */
export const queueMail =
  (clock: () => Date): Outbox =>
  (tx, order) =>
    'letter' in order ? orderLetter(tx, order, clock()) : orderMemberMails(tx, [order].flat(), clock());

/** Queues the making of a report's file. */
export const queueFile: OrderFile = async (tx, { id }) => {
  await sql`select graphile_worker.add_job('report_file', ${JSON.stringify({ id })}::json, max_attempts => 3)`.execute(
    tx,
  );
};

/** Queues the delivery of a file that was made for a schedule, or failed; of any other there is none. */
export const queueDelivery: OrderFile = async (tx, { id }) => {
  await sql`
    select graphile_worker.add_job('report_delivery', json_build_object('id', id), job_key => 'delivery of file ' || id, max_attempts => ${DELIVERY_ATTEMPTS})
    from report_file where id = ${id} and delivery_id is not null`.execute(tx);
};
/** About a day, by the queue's growing pauses. */
const DELIVERY_ATTEMPTS = 12;

/** Gives jobs back to the queue that a killed process was at. */
export async function freeLeftJobs(db: Db): Promise<void> {
  await sql`
    select graphile_worker.force_unlock_workers(array_agg(distinct locked_by))
    from graphile_worker.jobs where locked_at < now() - ${LONGEST_WORK}::interval having count(*) > 0`.execute(
    db.kysely,
  );
}

/**
 * Has the planner count the jobs that wait, once they are many more than it knows of. A queue is empty most of the time and known as
 * such; a night's bills then bring thousands of mails at once, and until the table happens to be analysed, each job that is fetched
 * would sort all that wait: 10 ms at ten thousand, in place of 1.
 */
export async function countWaitingJobs({ kysely }: Db): Promise<void> {
  await sql`
    do $$ begin
      if (select count(*) from (select from graphile_worker._private_jobs limit 4000) waiting)
         > greatest(1000, (select 4 * reltuples from pg_class where oid = 'graphile_worker._private_jobs'::regclass)) then
        analyze graphile_worker._private_jobs;
      end if;
    end $$`.execute(kysely);
}
