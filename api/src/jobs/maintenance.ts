import type { Db } from '@innkeeper/db';
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import { deleteOldSignIns } from '../account/session.ts';
import { deleteUsedSolutions } from '../platform/captcha/altcha.ts';
import type { FailingJob } from '../platform/http/health.ts';
import { countWaitingJobs, releaseAbandonedJobs, queueDelivery, queueFileJob } from './queue.ts';
import type { Outbox } from '../platform/mail/outbox.ts';
import { evaluateInBatches } from '../domain/tier-changes.ts';
import { runReconciliations } from '../features/reconciliation/runs.ts';
import { detectFlaggedActivity } from '../features/flagged-activity/handlers.ts';
import { countOpenings } from '../features/member-mails/openings.ts';
import { createResourceHooks } from '../features/resource-hooks.ts';
import { processDeferredOrders } from '../features/member-mails/order-mails.ts';
import { deleteOldFiles, restartAbandonedFiles } from '../features/reports/report-files.ts';
import { writeMessages } from '../features/webhooks/messages.ts';
import { deleteOldMessages, queueSending } from '../features/webhooks/send-messages.ts';

type MaintenanceJobs = Readonly<Record<string, (db: Db) => Promise<unknown>>>;

/** Background maintenance jobs. */
const cleanupJobs = (outbox: Outbox): MaintenanceJobs => ({
  'fold counts': ({ kysely }) => sql`select compact_row_counts()`.execute(kysely),
  'compact rollups': ({ kysely }) => sql`select compact_rollups()`.execute(kysely),
  // Often enough that removing entries from the end of the log later is detected.
  'seal the operation log': ({ kysely }) => sql`select seal_log('1 hour')`.execute(kysely),
  'judge levels': (db) => evaluateInBatches(db, outbox),
  'forget answers to repeated requests': ({ kysely }) =>
    sql`delete from idempotency_key where created_at < now() - interval '24 hours'
        and created_at < now() - idempotency_retention(actor_id)`.execute(kysely),
  'forget old calls of integrations': ({ kysely }) => sql`select delete_old_integration_usage()`.execute(kysely),
  'forget sign-ins': (db) => deleteOldSignIns(db, new Date()),
  'forget captcha answers': (db) => deleteUsedSolutions(db, new Date()),
  'count openings of mails': countOpenings,
  'forget messages to webhooks': (db) => deleteOldMessages(db, new Date()),
  'free left jobs': releaseAbandonedJobs,
  'restart left files': restartAbandonedFiles(queueFileJob, queueDelivery),
  'forget old files': deleteOldFiles,
});

/** Maintenance jobs that run one after the other, repeatedly. */
interface Round {
  readonly everyMs: number;
  readonly maintenanceJobs: MaintenanceJobs;
}

/** The hooks for jobs that only read records. */
const READ_ONLY_HOOKS = createResourceHooks(async () => undefined);

/**
 * A guest who has just redeemed a voucher expects the receipt, and a hotel’s own system is notified immediately, so
 * these jobs do not wait for maintenance.
 */
export const maintenanceRounds = (outbox: Outbox): readonly Round[] => [
  {
    everyMs: 1_000,
    maintenanceJobs: {
      'enter mails': processDeferredOrders,
      'count waiting jobs': countWaitingJobs,
      'write messages to webhooks': (db) => writeMessages(db, READ_ONLY_HOOKS),
      'send messages to webhooks': (db) => queueSending(db, new Date()),
    },
  },
  { everyMs: 10_000, maintenanceJobs: cleanupJobs(outbox) },
  // Its own round: summing millions of records takes minutes.
  { everyMs: 2_000, maintenanceJobs: { 'run audits': runReconciliations } },
  { everyMs: 600_000, maintenanceJobs: { 'detect flagged activity': (db) => detectFlaggedActivity(db, 15) } },
  // Bills may be posted up to three months late.
  {
    everyMs: 86_400_000,
    maintenanceJobs: { 'detect flagged activity entered late': (db) => detectFlaggedActivity(db, 95) },
  },
];

type ErrorLogger = Pick<FastifyBaseLogger, 'error'>;

export interface Maintenance {
  /** Runs the jobs of every round once, even if some fail; no job is started once the signal is aborted. */
  runOnce(errorLogger: ErrorLogger, signal?: AbortSignal): Promise<void>;
  /** Runs each round at its interval until stopped. */
  start(errorLogger: ErrorLogger): { stop(): Promise<void> };
  /** The jobs that failed on their last run. */
  failing(): readonly FailingJob[];
}

/**
 * Regular small database work: entering deferred mails, writing messages to webhooks, compacting the deltas of row
 * counts and rollups, removing expired entries, returning jobs of killed processes to the queue. Safe to run in several
 * processes. A failed job is logged, and retried on the next run.
 */
export function createMaintenance(db: Db, rounds: readonly Round[]): Maintenance {
  const failing = new Map<string, Date>();
  const runJob = async (errorLogger: ErrorLogger, job: string, work: (db: Db) => Promise<unknown>): Promise<void> => {
    try {
      await work(db);
      failing.delete(job);
    } catch (error) {
      if (!failing.has(job)) failing.set(job, new Date());
      errorLogger.error({ err: error, job }, 'a maintenance job failed');
    }
  };
  const runRound = async (
    { maintenanceJobs }: Round,
    errorLogger: ErrorLogger,
    signal?: AbortSignal,
  ): Promise<void> => {
    for (const [job, work] of Object.entries(maintenanceJobs))
      if (!signal?.aborted) await runJob(errorLogger, job, work);
  };
  return {
    async runOnce(errorLogger, signal) {
      for (const round of rounds) await runRound(round, errorLogger, signal);
    },
    start(errorLogger) {
      const stopping = new AbortController();
      const started = rounds.map((round) => repeat(round.everyMs, () => runRound(round, errorLogger, stopping.signal)));
      return {
        async stop() {
          stopping.abort();
          await Promise.all(started.map((each) => each.stop()));
        },
      };
    },
    failing: () => [...failing].map(([job, since]) => ({ job, since })),
  };
}

/** Runs a function at an interval without overlap: a tick is skipped while the previous run is still active. */
function repeat(everyMs: number, turn: () => Promise<void>): { stop(): Promise<void> } {
  let running: Promise<void> | undefined;
  const timer = setInterval(() => {
    running ??= turn().finally(() => {
      running = undefined;
    });
  }, everyMs);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
