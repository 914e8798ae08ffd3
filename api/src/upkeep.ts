import type { Db } from '@innkeeper/db';
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import { forgetOldSignIns } from './auth/session.ts';
import { forgetUsedAnswers } from './captcha/altcha.ts';
import type { FailingChore } from './http/health.ts';
import { freeLeftJobs } from './jobs/queue.ts';
import { countOpenings } from './member-mails/openings.ts';
import { enterOrders } from './member-mails/order.ts';

const EVERY_MS = 10_000;
/** Members whose standing changes by itself, looked at in one turn. */
const STANDING_AT_ONCE = 5_000;

const CHORES: Readonly<Record<string, (db: Db) => Promise<unknown>>> = {
  'fold counts': ({ kysely }) => sql`select compact_row_counts()`.execute(kysely),
  'fold figures': ({ kysely }) => sql`select fold_figures()`.execute(kysely),
  'refresh standing': ({ kysely }) => sql`select refresh_due_standing(${STANDING_AT_ONCE})`.execute(kysely),
  'forget answers to repeated requests': ({ kysely }) =>
    sql`delete from idempotency_key where created_at < now() - interval '24 hours'`.execute(kysely),
  'forget sign-ins': (db) => forgetOldSignIns(db, new Date()),
  'forget captcha answers': (db) => forgetUsedAnswers(db, new Date()),
  'enter mails': enterOrders,
  'count openings of mails': countOpenings,
  'free left jobs': freeLeftJobs,
};

type Log = Pick<FastifyBaseLogger, 'error'>;

export interface Upkeep {
  /** Does every chore once, whatever becomes of the others; none is begun any more once the signal is aborted. */
  doChores(log: Log, signal?: AbortSignal): Promise<void>;
  /** What failed when it was last done. */
  failing(): readonly FailingChore[];
}

/**
 * Small regular work on the database: folding the deltas of counts and figures, forgetting what has served its time, entering
 * mails that were put by, giving jobs back that a killed process was at. Safe in several processes. A chore that fails is
 * logged, and tried again at the next turn.
 */
export function createUpkeep(db: Db, chores = CHORES): Upkeep {
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
  return {
    async doChores(log, signal) {
      for (const [chore, work] of Object.entries(chores)) if (!signal?.aborted) await doOne(log, chore, work);
    },
    failing: () => [...failing].map(([chore, since]) => ({ chore, since })),
  };
}

/** Does the chores every ten seconds. */
export function startUpkeep(upkeep: Upkeep, log: Log): { stop(): Promise<void> } {
  const stopping = new AbortController();
  let running = Promise.resolve();
  const timer = setInterval(() => {
    running = running.then(() => upkeep.doChores(log, stopping.signal));
  }, EVERY_MS);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await running;
    },
  };
}
