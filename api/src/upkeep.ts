import type { Db } from '@innkeeper/db';
import { sql } from 'kysely';
import { forgetOldSignIns } from './auth/session.ts';
import { forgetUsedAnswers } from './captcha/altcha.ts';
import { freeLeftJobs } from './jobs/queue.ts';
import { countOpenings } from './member-mails/openings.ts';
import { enterOrders } from './member-mails/order.ts';

const EVERY_MS = 10_000;
/** Members whose standing changes by itself, looked at in one turn. */
const STANDING_AT_ONCE = 5_000;

/**
 * Small regular work on the database: folding the deltas of counts and figures, forgetting what has served its time, entering
 * mails that were put by, giving jobs back that a killed process was at. Safe in several processes.
 */
export function startUpkeep(db: Db): { stop(): Promise<void> } {
  let running = Promise.resolve();
  const timer = setInterval(() => {
    // A database that is away is tried again at the next turn.
    running = running.then(() => tidy(db)).catch(() => undefined);
  }, EVERY_MS);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}

async function tidy(db: Db): Promise<void> {
  await sql`select compact_row_counts()`.execute(db.kysely);
  await sql`select fold_figures()`.execute(db.kysely);
  await sql`select refresh_due_standing(${STANDING_AT_ONCE})`.execute(db.kysely);
  await sql`delete from idempotency_key where created_at < now() - interval '24 hours'`.execute(db.kysely);
  await forgetOldSignIns(db, new Date());
  await forgetUsedAnswers(db, new Date());
  await enterOrders(db);
  await countOpenings(db);
  await freeLeftJobs(db);
}
