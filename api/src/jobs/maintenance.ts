import type { Db } from '@innkeeper/db';
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import { deleteUsedChallenges } from '../account/passkey-challenge.ts';
import { deleteOldSignIns } from '../account/session.ts';
import { deleteUsedSolutions } from '../platform/captcha/altcha.ts';
import type { FailingJob } from '../platform/http/health.ts';
import { countWaitingJobs, releaseAbandonedJobs, queueDelivery, queueFileJob } from './queue.ts';
import { deleteOldMailContents } from '../platform/mail/mail-content.ts';
import type { Outbox } from '../platform/mail/outbox.ts';
import { evaluateInBatches } from '../domain/tier-changes.ts';
import { createLogPartitions } from '../features/audit-log/partitions.ts';
import { runReconciliations } from '../features/reconciliation/runs.ts';
import { detectFlaggedActivity, refreshFlaggedActivityLimits } from '../features/flagged-activity/handlers.ts';
import { countOpeningsAndClicks } from '../features/member-mails/tracking.ts';
import { createResourceHooks } from '../features/resource-hooks.ts';
import { processDeferredOrders } from '../features/member-mails/queue-mails.ts';
import { deleteOldFiles, restartAbandonedFiles } from '../features/reports/report-files.ts';
import { writeMessages } from '../features/webhooks/messages.ts';
import { deleteOldMessages, queueSendJobs } from '../features/webhooks/send-messages.ts';

type MaintenanceJobs = Readonly<Record<string, (db: Db) => Promise<unknown>>>;

/** Background maintenance jobs. */
const cleanupJobs = (outbox: Outbox): MaintenanceJobs => ({
  'compact row counts': ({ kysely }) => sql`select compact_row_counts()`.execute(kysely),
  'compact rollups': ({ kysely }) => sql`select compact_rollups()`.execute(kysely),
  'create partitions of the audit log': createLogPartitions,
  // Hourly seals reveal whether entries were removed from the end of the log.
  'seal the audit log': ({ kysely }) => sql`select seal_log('1 hour')`.execute(kysely),
  'evaluate tiers': (db) => evaluateInBatches(db, outbox),
  'delete old idempotency keys': ({ kysely }) =>
    sql`delete from idempotency_key where created_at < now() - interval '24 hours'
        and created_at < now() - idempotency_retention(actor_id)`.execute(kysely),
  'delete old usage of integrations': ({ kysely }) => sql`select delete_old_integration_usage()`.execute(kysely),
  'delete old sessions': (db) => deleteOldSignIns(db, new Date()),
  'delete used challenges of passkeys': (db) => deleteUsedChallenges(db, new Date()),
  'delete used captcha solutions': (db) => deleteUsedSolutions(db, new Date()),
  'count openings and clicks of mails': countOpeningsAndClicks,
  'delete old mail contents': (db) => deleteOldMailContents(db, new Date()),
  'delete old webhook messages': (db) => deleteOldMessages(db, new Date()),
  'release abandoned jobs': releaseAbandonedJobs,
  'restart abandoned files': restartAbandonedFiles(queueFileJob, queueDelivery),
  'delete old files': deleteOldFiles,
});

/** Maintenance jobs that run one after the other at an interval. */
interface MaintenanceRound {
  readonly everyMs: number;
  readonly maintenanceJobs: MaintenanceJobs;
}

/** The hooks for jobs that only read records. */
const READ_ONLY_HOOKS = createResourceHooks(async () => undefined);

/**
 * The rounds of maintenance. The first is short: a guest who has just redeemed a voucher expects the mail, and webhooks
 * are expected immediately.
 */
export const maintenanceRounds = (outbox: Outbox): readonly MaintenanceRound[] => [
  {
    everyMs: 1_000,
    maintenanceJobs: {
      'process deferred mails': processDeferredOrders,
      'count waiting jobs': countWaitingJobs,
      'write messages to webhooks': (db) => writeMessages(db, READ_ONLY_HOOKS),
      'send messages to webhooks': (db) => queueSendJobs(db, new Date()),
    },
  },
  { everyMs: 10_000, maintenanceJobs: cleanupJobs(outbox) },
  // Its own round: summing millions of records takes minutes.
  { everyMs: 2_000, maintenanceJobs: { 'run reconciliations': runReconciliations } },
  // The limits follow the detection, so that no record raises a limit before it is compared with it.
  {
    everyMs: 600_000,
    maintenanceJobs: {
      'detect flagged activity': detectFlaggedActivity,
      'refresh limits of flagged activity': refreshFlaggedActivityLimits,
    },
  },
];

/** A job that fails again for the same reason is logged once in this many milliseconds. */
const LOG_INTERVAL_MS = 60_000;

type ErrorLogger = Pick<FastifyBaseLogger, 'error'>;

/** The last run of a maintenance job. */
interface MaintenanceRun {
  readonly job: string;
  readonly endedAt: Date;
  readonly seconds: number;
  readonly isFailing: boolean;
}

export interface Maintenance {
  /** Runs the jobs of every round once, even if some fail; no job is started once the signal is aborted. */
  runOnce(errorLogger: ErrorLogger, signal?: AbortSignal): Promise<void>;
  /** Runs each round at its interval until stopped. */
  start(errorLogger: ErrorLogger): { stop(): Promise<void> };
  /** The jobs that failed on their last run. */
  failing(): readonly FailingJob[];
  /** The last run of each job that has run. */
  lastRuns(): readonly MaintenanceRun[];
}

/**
 * Runs small regular jobs: entering deferred mails, writing messages to webhooks, compacting the deltas of row counts
 * and rollups, removing expired entries, returning jobs of killed processes to the queue. Safe to run in several
 * processes. A failed job is logged, and retried on the next run.
 */
export function createMaintenance(db: Db, rounds: readonly MaintenanceRound[]): Maintenance {
  const failedJobs = new Map<string, { readonly since: Date; readonly text: string; readonly loggedAt: number }>();
  const runsByJob = new Map<string, Omit<MaintenanceRun, 'job'>>();
  const runJob = async (errorLogger: ErrorLogger, job: string, work: (db: Db) => Promise<unknown>): Promise<void> => {
    const startedAt = performance.now();
    try {
      await work(db);
      failedJobs.delete(job);
    } catch (error) {
      const text = String(error);
      const failure = failedJobs.get(job);
      const now = Date.now();
      const isKnown = failure?.text === text && now - failure.loggedAt < LOG_INTERVAL_MS;
      failedJobs.set(job, {
        since: failure?.since ?? new Date(now),
        text,
        loggedAt: isKnown ? failure.loggedAt : now,
      });
      if (!isKnown) errorLogger.error({ err: error, job }, 'a maintenance job failed');
    }
    const seconds = (performance.now() - startedAt) / 1000;
    runsByJob.set(job, { endedAt: new Date(), seconds, isFailing: failedJobs.has(job) });
  };
  const runRound = async (
    { maintenanceJobs }: MaintenanceRound,
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
      const abortController = new AbortController();
      const timers = rounds.map((round) =>
        repeatEvery(round.everyMs, () => runRound(round, errorLogger, abortController.signal)),
      );
      return {
        async stop() {
          abortController.abort();
          await Promise.all(timers.map((roundTimer) => roundTimer.stop()));
        },
      };
    },
    failing: () => [...failedJobs].map(([job, { since }]) => ({ job, since })),
    lastRuns: () => [...runsByJob].map(([job, run]) => ({ job, ...run })),
  };
}

/** Runs a function at an interval without overlap: a tick is skipped while the previous run is still active. */
function repeatEvery(everyMs: number, task: () => Promise<void>): { stop(): Promise<void> } {
  let activeRun: Promise<void> | undefined;
  const timer = setInterval(() => {
    activeRun ??= task().finally(() => {
      activeRun = undefined;
    });
  }, everyMs);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await activeRun;
    },
  };
}
