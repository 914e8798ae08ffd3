import { EventEmitter } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { LANGUAGES, SKIP_REASONS } from '@innkeeper/contract';
import { type ParsedCronItem, type Runner, type Task, type TaskList, parseCronItems, run } from 'graphile-worker';
import type { Config } from '../platform/config/config.ts';
import { createStore } from '../platform/files/create-store.ts';
import type { Store } from '../platform/files/store.ts';
import { sweepFiles } from '../platform/files/sweep.ts';
import { readBounces } from '../platform/mail/bounce-mailbox.ts';
import type { TraceJob } from '../platform/monitoring/tracing.ts';
import { type MailServices, sendLogged } from '../platform/mail/send-logged.ts';
import { isAccountMailName, renderAccountMail } from '../account/account-mails.ts';
import { type MailJob, logAccountMail } from '../account/queue-account-mail.ts';
import { logSkipped } from '../platform/mail/mail-log.ts';
import { archiveOldestMonth } from '../features/audit-log/archive.ts';
import { queueDailyMails } from '../features/member-mails/calendar.ts';
import { sendMemberMail, sendTestMail } from '../features/member-mails/send-member-mail.ts';
import { createReceiptAttachment } from '../features/receipts/routes.ts';
import { createListeningPool } from './listening-pool.ts';
import { deliverReport } from '../features/reports/deliver-report.ts';
import { queueDueReports } from '../features/reports/schedules.ts';
import { makeReportFile } from '../features/reports/make-file.ts';
import { createResourceHooks } from '../features/resource-hooks.ts';
import { sendHandoverMail } from '../features/shifts/handover-mail.ts';
import { createOutboundPolicy } from '../platform/http/outbound-policy.ts';
import { sendDueMessages } from '../features/webhooks/send-messages.ts';
import { queueDelivery, queueFileJob, createMailQueue } from './queue.ts';
import { createQueueLogger } from './logger.ts';

interface Services extends Omit<MailServices, 'store'> {
  readonly config: Pick<Config, 'publicUrl' | 'mail' | 'bucket' | 'dataDir' | 'webhookAllow' | 'logArchiveMonths'>;
  readonly clock: () => Date;
  /** Waits until the server is nearly idle, for a second at most. */
  readonly whenIdle: () => Promise<void>;
  /** Runs each job, for example within a span. */
  readonly traceJob?: TraceJob;
}

export interface Worker {
  /** Finishes the running jobs and starts no others. */
  stop(): Promise<void>;
}

/** Concurrent jobs per worker. A slow relay blocks one job; the others continue. */
const MAX_CONCURRENT = 2;
/** The hooks for a job that only reads records: it sends no mail. */
const hooksByResource = createResourceHooks(async () => undefined);
/** Concurrent webhook requests; none holds a database connection while it waits for the receiver. */
const WEBHOOK_CONCURRENCY = 6;
/** Interval for polling due jobs; new jobs notify the worker. */
const POLL_INTERVAL_MS = 5_000;
const RESTART_DELAY_MS = 5_000;
/**
 * Cron jobs, each run by a single process: daily at a quiet hour in UTC; hourly, when a day has begun somewhere; and
 * every minute.
 */
const CRON_ITEMS = parseCronItems([
  { task: 'sweep_files', match: '17 20 * * *' },
  { task: 'archive_log', match: '37 20 * * *', options: { maxAttempts: 1 } },
  { task: 'mails_of_the_day', match: '3 * * * *' },
  { task: 'reports_due', match: '* * * * *' },
]);

/**
 * Reads the mailbox of bounces every minute: one run at a time, which the queue name ensures, and without retries, since
 * the next run is near.
 */
const BOUNCE_CRON_ITEMS = parseCronItems([
  {
    task: 'read_bounces',
    match: '* * * * *',
    options: { queueName: 'read_bounces', jobKey: 'read_bounces', maxAttempts: 1 },
  },
]);

/**
 * Starts the workers on the connections of the pool; each worker uses one to listen. A runner that cannot reach the
 * database stops, and is restarted until the database is back.
 */
export async function startWorker(services: Services): Promise<Worker> {
  const abortController = new AbortController();
  const groups = await Promise.all(
    createWorkerGroups(services, abortController.signal).map((group) => startGroup(services, group)),
  );
  return {
    async stop() {
      abortController.abort();
      await Promise.all(groups.map((group) => group.stop()));
    },
  };
}

/**
 * The tasks of one group of workers. Groups are separate so that mails do not wait for report files, which take
 * minutes, or for hotels' servers and the mailbox of bounces, which may hang.
 */
interface WorkerGroup {
  readonly tasks: TaskList;
  readonly cron?: ParsedCronItem[];
  readonly maxConcurrent?: number;
}

function createWorkerGroups(services: Services, stopSignal: AbortSignal): readonly WorkerGroup[] {
  const { db, clock, config } = services;
  const { bounceMailbox } = config.mail;
  const store = createStore(config);
  const mailServices = { ...services, store, drawReceipt: createReceiptAttachment(db) };
  const webhookServices = {
    db,
    clock,
    signal: stopSignal,
    outboundPolicy: createOutboundPolicy(config.webhookAllow),
    outbox: createMailQueue(clock),
  };
  return [
    {
      tasks: {
        mail: (payload, { job }) => sendMail(mailServices, payload, job.attempts >= job.max_attempts),
        member_mail: async (payload, { job }) => {
          await services.whenIdle();
          await sendMemberMail(mailServices, payload, job.attempts >= job.max_attempts);
        },
        test_mail: (payload, { job }) => sendTestMail(mailServices, payload, job.attempts >= job.max_attempts),
        handover_mail: (payload, { job }) =>
          sendHandoverMail({ ...mailServices, hooksByResource }, payload, job.attempts >= job.max_attempts),
        mails_of_the_day: () => queueDailyMails(services.db, services.clock()),
        reports_due: () => queueDueReports(services.db, queueFileJob, services.clock()),
        report_delivery: (payload, { job }) =>
          deliverReport(mailServices, parseFileJob(payload), job.attempts >= job.max_attempts),
        sweep_files: () => sweep(services),
      },
      cron: CRON_ITEMS,
    },
    {
      tasks: {
        archive_log: () => archiveLog(services, store),
        report_file: (payload) =>
          makeReportFile({ ...services, hooksByResource, store, queueDelivery: queueDelivery }, parseFileJob(payload)),
      },
    },
    {
      tasks: {
        webhook: (job) => (isWebhookJob(job) ? sendDueMessages(webhookServices, job.webhook_id) : undefined),
        read_bounces: () => bounceMailbox && readBounces(services.db, bounceMailbox, services.clock, services.log),
      },
      cron: bounceMailbox ? BOUNCE_CRON_ITEMS : [],
      maxConcurrent: WEBHOOK_CONCURRENCY,
    },
  ];
}

async function startGroup(services: Services, group: WorkerGroup): Promise<Worker> {
  const abortController = new AbortController();
  let runner = await startRunner(services, group);
  const runUntilStopped = async () => {
    while (!abortController.signal.aborted) {
      await runner.promise.catch((error: unknown) => services.log.error({ err: error }, 'the jobs stopped'));
      await wait(RESTART_DELAY_MS, undefined, { signal: abortController.signal }).catch(() => undefined);
      if (!abortController.signal.aborted) runner = await startRunner(services, group).catch(() => runner);
    }
  };
  const loop = runUntilStopped();
  return {
    async stop() {
      abortController.abort();
      await endRunner(runner);
      await loop;
    },
  };
}

/** Lets a runner finish its running jobs. Stopping one that has already ended throws, which is ignored. */
const endRunner = (runner: Runner): Promise<void> => runner.stop().catch(() => undefined);

async function startRunner(
  services: Services,
  { tasks, cron = [], maxConcurrent = MAX_CONCURRENT }: WorkerGroup,
): Promise<Runner> {
  const events = new EventEmitter();
  const connection = await services.db.connect();
  connection.release();
  const runnerPromise = run({
    pgPool: createListeningPool(services.db.pool),
    logger: createQueueLogger(services.log),
    events,
    concurrency: maxConcurrent,
    pollInterval: POLL_INTERVAL_MS,
    noHandleSignals: true,
    // Planning the job query takes longer than running it, so it is prepared. Prepared statements do not work through a
    // pooler.
    noPreparedStatements: connection.isPooled,
    parsedCronItems: cron,
    // Batches the completions of jobs, without delay. Unbatched completions are not awaited, so their failures would go
    // unnoticed.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    taskList: services.traceJob ? traceTasks(tasks, services.traceJob) : tasks,
  });
  // A runner caches the error of its first database query, and would repeat it forever.
  events.once('worker:getJob:error', ({ error }: { error: unknown }) => {
    services.log.error({ err: error }, 'jobs cannot be fetched');
    void runnerPromise.then(endRunner, () => undefined);
  });
  return runnerPromise;
}

const traceTasks = (tasks: TaskList, traceJob: TraceJob): TaskList =>
  Object.fromEntries(
    Object.entries(tasks).flatMap(([name, task]): [string, Task][] =>
      task ? [[name, (payload, helpers) => traceJob(name, async () => task(payload, helpers))]] : [],
    ),
  );

async function sendMail(services: MailServices & Services, job: unknown, isLastAttempt: boolean): Promise<void> {
  if (!isMailJob(job) || !isAccountMailName(job.letter)) throw new Error('unknown type of email');
  const { db, config, clock } = services;
  const language = LANGUAGES.find((candidate) => candidate === job.language);
  const order = {
    letter: job.letter,
    userId: job.user_id,
    ...(job.session_id !== undefined && { sessionId: job.session_id }),
    ...(language && { language }),
  };
  const logId = job.mail_log_id;
  if (logId !== undefined) await logAccountMail(db.kysely, logId, order);
  const mail = await renderAccountMail({ db: db.kysely, config, now: clock() }, order);
  if (mail) await sendLogged(services, mail, job, isLastAttempt);
  else if (logId !== undefined) await logSkipped(db.kysely, logId, SKIP_REASONS.recipientDeleted.en);
}

/** Moves old months of the audit log to the store. What fails is tried again the next day. */
async function archiveLog({ db, config, log }: Services, store: Store): Promise<void> {
  if (config.logArchiveMonths === undefined) return;
  for (;;) {
    const file = await archiveOldestMonth(db, store, config.logArchiveMonths);
    if (file === undefined) return;
    log.info({ file }, 'a month of the audit log is in the archive');
  }
}

/** Removes files that no record references. A file that cannot be removed is tried again the next day. */
async function sweep({ db, config, clock, log }: Services): Promise<void> {
  const removed = await sweepFiles(db, createStore(config), clock());
  if (removed > 0) log.info({ removed }, 'files that no record names are removed');
}

function parseFileJob(job: unknown): number {
  if (typeof job !== 'object' || job === null || !('id' in job) || typeof job.id !== 'number')
    throw new Error('this job names no file of a report');
  return job.id;
}

const isMailJob = (job: unknown): job is MailJob =>
  typeof job === 'object' && job !== null && 'letter' in job && typeof job.letter === 'string';

const isWebhookJob = (job: unknown): job is { readonly webhook_id: number } =>
  typeof job === 'object' && job !== null && 'webhook_id' in job && typeof job.webhook_id === 'number';
