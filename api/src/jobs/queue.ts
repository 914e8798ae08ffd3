import { type Db, openDatabase } from '@innkeeper/db';
import { sql } from 'kysely';
import { queueAccountMail } from '../account/queue-account-mail.ts';
import type { Outbox } from '../platform/mail/outbox.ts';
import { queueMemberMails } from '../features/member-mails/queue-mails.ts';
import type { OrderFile } from '../features/reports/report-files.ts';
import { queueHandoverMail } from '../features/shifts/handover-mail.ts';

/*
 * Background jobs in the same database (graphile-worker). A job is queued in the transaction that causes it, so that
 * neither exists without the other, and is removed when it is done.
 *
 *   queued --a worker takes it--> running --done--> removed
 *   running --failed--> queued, for 3 seconds, 7, 20 … up to 6 hours; after 25 attempts, 4 days, it is abandoned
 *   running --its process was killed--> queued, once no process can still be running it
 *
 * Files of reports signal more often that they are being worked on: see report-files.ts.
 */

/**
 * Longest time that a job can take; after it, another worker takes the job. Mails end earlier by the relay's timeout,
 * sweeping files twice does no harm, and the file of a report that is still being made is not taken again.
 */
const MAX_JOB_TIME = '10 minutes';

/**
 * Creates and migrates the queue's tables, in their own schema. Its migration modules are only loaded here: a process
 * that only queues runs one statement, and saves 130 modules and 70 ms.
 */
export async function prepareQueue(url: string): Promise<void> {
  const [{ runMigrations }, { silentLogger }] = await Promise.all([import('graphile-worker'), import('./logger.ts')]);
  const db = openDatabase({ url, connections: 2 });
  try {
    (await db.connect()).release(); // chooses among several hosts
    await runMigrations({ pgPool: db.pool, logger: silentLogger });
  } finally {
    await db.close();
  }
}

/** Queues mails and adds them to the mail log; a worker renders and sends them. */
export const createMailQueue =
  (clock: () => Date): Outbox =>
  (tx, order) => {
    if ('letter' in order) return queueAccountMail(tx, order, clock());
    if ('handover' in order) return queueHandoverMail(tx, order, clock());
    return queueMemberMails(tx, [order].flat(), clock());
  };

/** Queues the generation of a report file. */
export const queueFileJob: OrderFile = async (tx, { id }) => {
  await sql`select graphile_worker.add_job('report_file', ${JSON.stringify({ id })}::json, max_attempts => 3)`.execute(
    tx,
  );
};

/** Queues the delivery of a scheduled report file that is ready or has failed. Other files are not delivered. */
export const queueDelivery: OrderFile = async (tx, { id }) => {
  await sql`
    select graphile_worker.add_job('report_delivery', json_build_object('id', id), job_key => 'delivery of file ' || id,
        max_attempts => ${DELIVERY_ATTEMPTS})
    from report_file where id = ${id} and delivery_id is not null`.execute(tx);
};
/** About a day, by the queue's exponential backoff. */
const DELIVERY_ATTEMPTS = 12;

/** Returns jobs of a killed process to the queue. */
export async function releaseAbandonedJobs(db: Db): Promise<void> {
  await sql`
    select graphile_worker.force_unlock_workers(array_agg(distinct locked_by))
    from graphile_worker.jobs where locked_at < now() - ${MAX_JOB_TIME}::interval having count(*) > 0`.execute(
    db.kysely,
  );
}

/**
 * Analyzes the jobs table when many more jobs wait than its statistics show. The queue is usually empty. When a night's
 * bills add thousands of mails, each fetch would sort all waiting jobs until autovacuum analyzes the table: 10 ms at
 * ten thousand jobs instead of 1.
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
