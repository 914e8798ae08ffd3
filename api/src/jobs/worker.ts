import { EventEmitter } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { LANGUAGES } from '@innkeeper/contract';
import { type ParsedCronItem, type Runner, type TaskList, parseCronItems, run } from 'graphile-worker';
import type { Config } from '../platform/config.ts';
import { createStore } from '../platform/files/create-store.ts';
import { sweepFiles } from '../platform/files/sweep.ts';
import { type CarryServices, carryLogged } from '../platform/mail/carry-logged.ts';
import { isLetterName, writeLetter } from '../account/letters.ts';
import { type MailJob, enterLetter } from '../account/order-letter.ts';
import { noteFailure } from '../platform/mail/log.ts';
import { orderMailsOfTheDay } from '../programme/mails/calendar.ts';
import { sendMemberMail, sendTestMail } from '../programme/mails/send.ts';
import { receiptAttachment } from '../programme/receipts/routes.ts';
import { listeningPool } from './listening-pool.ts';
import { deliverReport } from '../programme/reports/deliver-report.ts';
import { orderDueReports } from '../programme/reports/schedules.ts';
import { makeReportFile } from '../programme/reports/make-file.ts';
import { behavioursWith } from '../programme/behaviours.ts';
import { createReach } from '../platform/http/reach.ts';
import { sendDue } from '../programme/webhooks/send.ts';
import { queueDelivery, queueFile, queueMail } from './queue.ts';
import { loggerOf } from './log.ts';

interface Services extends CarryServices {
  readonly config: Pick<Config, 'publicUrl' | 'mail' | 'bucket' | 'dataDir' | 'webhookAllow'>;
  readonly clock: () => Date;
  /** Waits while several requests are being answered, for a second at most. */
  readonly whenQuiet: () => Promise<void>;
}

export interface Worker {
  /** Finishes the jobs in hand and takes no others. */
  stop(): Promise<void>;
}

/** Jobs that each crew does at once. A slow relay keeps one job; the others go on. */
const AT_ONCE = 2;
/** The behaviours for a job that reads records and writes none: nothing is mailed. */
const behaviours = behavioursWith(async () => undefined);
/** Webhooks that are posted to at the same time; a connection is held by none of them while its receiver thinks. */
const WEBHOOKS_AT_ONCE = 6;
/** The time between two looks for jobs whose time has come; new ones announce themselves. */
const POLL_MS = 5_000;
const RESTART_MS = 5_000;
/** Each job by one process: once a day at an hour at which few are about, UTC; every hour, when somewhere a day has begun; and every minute. */
const BY_THE_CLOCK = parseCronItems([
  { task: 'sweep_files', match: '17 20 * * *' },
  { task: 'mails_of_the_day', match: '3 * * * *' },
  { task: 'reports_due', match: '* * * * *' },
]);

/**
 * Starts doing the jobs, on the connections of the pool; each crew has one that listens. A runner that cannot reach the database ends,
 * and others are started until it is back.
 */
export async function startWorker(services: Services): Promise<Worker> {
  const stopping = new AbortController();
  const crews = await Promise.all(crewsOf(services, stopping.signal).map((crew) => startCrew(services, crew)));
  return {
    async stop() {
      stopping.abort();
      await Promise.all(crews.map((crew) => crew.stop()));
    },
  };
}

/** The tasks of some of the workers: files of reports take minutes, hotels' servers may hang, and no mail waits for them. */
interface Crew {
  readonly tasks: TaskList;
  readonly cron?: ParsedCronItem[];
  readonly atOnce?: number;
}

function crewsOf(services: Services, stopping: AbortSignal): readonly Crew[] {
  const { db, clock, config } = services;
  const store = createStore(config);
  const mailing = { ...services, drawReceipt: receiptAttachment(db) };
  const sending = { db, clock, signal: stopping, reach: createReach(config.webhookAllow), outbox: queueMail(clock) };
  return [
    {
      tasks: {
        mail: (payload, { job }) => sendMail(services, payload, job.attempts >= job.max_attempts),
        member_mail: async (payload, { job }) => {
          await services.whenQuiet();
          await sendMemberMail(mailing, payload, job.attempts >= job.max_attempts);
        },
        test_mail: (payload, { job }) => sendTestMail(services, payload, job.attempts >= job.max_attempts),
        mails_of_the_day: () => orderMailsOfTheDay(services.db, services.clock()),
        reports_due: () => orderDueReports(services.db, queueFile, services.clock()),
        report_delivery: (payload, { job }) =>
          deliverReport({ ...services, store }, fileIn(payload), job.attempts >= job.max_attempts),
        sweep_files: () => sweep(services),
      },
      cron: BY_THE_CLOCK,
    },
    {
      tasks: {
        report_file: (payload) =>
          makeReportFile({ ...services, behaviours, store, orderDelivery: queueDelivery }, fileIn(payload)),
      },
    },
    {
      tasks: { webhook: (job) => (isWebhookJob(job) ? sendDue(sending, job.webhook_id) : undefined) },
      atOnce: WEBHOOKS_AT_ONCE,
    },
  ];
}

async function startCrew(services: Services, crew: Crew): Promise<Worker> {
  const stopping = new AbortController();
  let runner = await startRunner(services, crew);
  const keepRunning = async () => {
    while (!stopping.signal.aborted) {
      await runner.promise.catch((error: unknown) => services.log.error({ err: error }, 'the jobs stopped'));
      await wait(RESTART_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (!stopping.signal.aborted) runner = await startRunner(services, crew).catch(() => runner);
    }
  };
  const running = keepRunning();
  return {
    async stop() {
      stopping.abort();
      await endRunner(runner);
      await running;
    },
  };
}

/** Lets a runner finish its jobs in hand. One that has ended by itself refuses to be stopped. */
const endRunner = (runner: Runner): Promise<void> => runner.stop().catch(() => undefined);

async function startRunner(services: Services, { tasks, cron = [], atOnce = AT_ONCE }: Crew): Promise<Runner> {
  const events = new EventEmitter();
  const connection = await services.db.connect();
  connection.release();
  const starting = run({
    pgPool: listeningPool(services.db.pool),
    logger: loggerOf(services.log),
    events,
    concurrency: atOnce,
    pollInterval: POLL_MS,
    noHandleSignals: true,
    // Planning the search for a job anew takes longer than the search, at every mail. Through a pooler nothing is prepared.
    noPreparedStatements: connection.isPooled,
    parsedCronItems: cron,
    // The ends of jobs are written down in batches, of whatever there is: otherwise nobody waits for it, or hears of a failure.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    taskList: tasks,
  });
  // A runner keeps the error of its first question to the database and would repeat it for ever.
  events.once('worker:getJob:error', ({ error }: { error: unknown }) => {
    services.log.error({ err: error }, 'jobs cannot be fetched');
    void starting.then(endRunner, () => undefined);
  });
  return starting;
}

async function sendMail(services: Services, job: unknown, isLastAttempt: boolean): Promise<void> {
  if (!isMailJob(job) || !isLetterName(job.letter)) throw new Error('this mail is of a kind that is not known here');
  const { db, config, clock } = services;
  const language = LANGUAGES.find((known) => known === job.language);
  const order = { letter: job.letter, userId: job.user_id, ...(language && { language }) };
  const entry = job.mail_log_id;
  if (entry !== undefined) await enterLetter(db.kysely, entry, order);
  const mail = await writeLetter({ db: db.kysely, config, now: clock() }, order);
  if (mail) await carryLogged(services, mail, job, isLastAttempt);
  else if (entry !== undefined) await noteFailure(db.kysely, entry, 'There is nobody left to write to', true);
}

/** Files that belong to no record: one that cannot be removed is met again tomorrow. */
async function sweep({ db, config, clock, log }: Services): Promise<void> {
  const removed = await sweepFiles(db, createStore(config), clock());
  if (removed > 0) log.info({ removed }, 'files that no record names are removed');
}

function fileIn(job: unknown): number {
  if (typeof job !== 'object' || job === null || !('id' in job) || typeof job.id !== 'number')
    throw new Error('this job names no file of a report');
  return job.id;
}

const isMailJob = (job: unknown): job is MailJob =>
  typeof job === 'object' && job !== null && 'letter' in job && typeof job.letter === 'string';

const isWebhookJob = (job: unknown): job is { readonly webhook_id: number } =>
  typeof job === 'object' && job !== null && 'webhook_id' in job && typeof job.webhook_id === 'number';
