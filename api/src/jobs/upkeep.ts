import type { Db } from '@innkeeper/db';
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import { forgetOldSignIns } from '../account/session.ts';
import { forgetUsedAnswers } from '../platform/captcha/altcha.ts';
import type { FailingChore } from '../platform/http/health.ts';
import { countWaitingJobs, freeLeftJobs, queueDelivery, queueFile } from './queue.ts';
import type { Outbox } from '../platform/mail/outbox.ts';
import { judgeInTurns } from '../programme/cards/levels.ts';
import { runAudits } from '../programme/audit/runs.ts';
import { findUnusual } from '../programme/audit/unusual-acts.ts';
import { countOpenings } from '../programme/mails/openings.ts';
import { behavioursWith } from '../programme/behaviours.ts';
import { enterOrders } from '../programme/mails/order.ts';
import { forgetOldFiles, restartLeftFiles } from '../programme/reports/report-files.ts';
import { writeMessages } from '../programme/webhooks/messages.ts';
import { forgetMessages, queueSending } from '../programme/webhooks/send.ts';

type Chores = Readonly<Record<string, (db: Db) => Promise<unknown>>>;

/** Chores that nobody waits for. */
const tidying = (outbox: Outbox): Chores => ({
  'fold counts': ({ kysely }) => sql`select compact_row_counts()`.execute(kysely),
  'fold figures': ({ kysely }) => sql`select fold_figures()`.execute(kysely),
  // So often that whatever is taken out of its end later is missed.
  'seal the operation log': ({ kysely }) => sql`select seal_log('1 hour')`.execute(kysely),
  'judge levels': (db) => judgeInTurns(db, outbox),
  'forget answers to repeated requests': ({ kysely }) =>
    sql`delete from idempotency_key where created_at < now() - interval '24 hours' and created_at < now() - kept_answers(actor_id)`.execute(
      kysely,
    ),
  'forget old calls of integrations': ({ kysely }) => sql`select forget_old_calls()`.execute(kysely),
  'forget sign-ins': (db) => forgetOldSignIns(db, new Date()),
  'forget captcha answers': (db) => forgetUsedAnswers(db, new Date()),
  'count openings of mails': countOpenings,
  'forget messages to webhooks': (db) => forgetMessages(db, new Date()),
  'free left jobs': freeLeftJobs,
  'restart left files': restartLeftFiles(queueFile, queueDelivery),
  'forget old files': forgetOldFiles,
});

/** Chores that are done one after the other, again and again. */
interface Round {
  readonly everyMs: number;
  readonly chores: Chores;
}

/** The behaviours for chores that only read records. */
const AS_THEY_ARE_READ = behavioursWith(async () => undefined);

/** A guest who has just redeemed a voucher looks for the receipt, and a hotel’s own system is told at once, so that these wait for no tidying. */
export const usualRounds = (outbox: Outbox): readonly Round[] => [
  {
    everyMs: 1_000,
    chores: {
      'enter mails': enterOrders,
      'count waiting jobs': countWaitingJobs,
      'write messages to webhooks': (db) => writeMessages(db, AS_THEY_ARE_READ),
      'send messages to webhooks': (db) => queueSending(db, new Date()),
    },
  },
  { everyMs: 10_000, chores: tidying(outbox) },
  // A round by itself: adding up millions of records takes minutes.
  { everyMs: 2_000, chores: { 'run audits': runAudits } },
  { everyMs: 600_000, chores: { 'look for unusual acts': (db) => findUnusual(db, 15) } },
  // A bill may be posted three months late.
  { everyMs: 86_400_000, chores: { 'look for unusual acts that were entered late': (db) => findUnusual(db, 95) } },
];

type Log = Pick<FastifyBaseLogger, 'error'>;

export interface Upkeep {
  /** Does the chores of every round once, whatever becomes of the others; none is begun any more once the signal is aborted. */
  doChores(log: Log, signal?: AbortSignal): Promise<void>;
  /** Does each round as often as it says, until it is stopped. */
  start(log: Log): { stop(): Promise<void> };
  /** The chores that failed when they were last done. */
  failing(): readonly FailingChore[];
}

/**
 * Small regular work on the database: entering mails that were put by, writing messages to webhooks, folding the deltas of counts and
 * figures, removing expired entries, giving jobs back that a killed process was at. Safe in several processes. A chore that fails is logged,
 * and tried again at the next turn.
 */
export function createUpkeep(db: Db, rounds: readonly Round[]): Upkeep {
  const failing = new Map<string, Date>();
  const doOne = async (log: Log, chore: string, work: (db: Db) => Promise<unknown>): Promise<void> => {
    try {
      await work(db);
      failing.delete(chore);
    } catch (error) {
      if (!failing.has(chore)) failing.set(chore, new Date());
      log.error({ err: error, chore }, 'a chore of the upkeep failed');
    }
  };
  const doRound = async ({ chores }: Round, log: Log, signal?: AbortSignal): Promise<void> => {
    for (const [chore, work] of Object.entries(chores)) if (!signal?.aborted) await doOne(log, chore, work);
  };
  return {
    async doChores(log, signal) {
      for (const round of rounds) await doRound(round, log, signal);
    },
    start(log) {
      const stopping = new AbortController();
      const started = rounds.map((round) => repeat(round.everyMs, () => doRound(round, log, stopping.signal)));
      return {
        async stop() {
          stopping.abort();
          await Promise.all(started.map((each) => each.stop()));
        },
      };
    },
    failing: () => [...failing].map(([chore, since]) => ({ chore, since })),
  };
}

/** Does something every so often, never twice at a time: a turn that comes while the last is under way is left out. */
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
