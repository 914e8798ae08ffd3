import type { Db } from '@innkeeper/db';
import { sql } from 'kysely';
import { forgetOldSignIns } from './auth/session.ts';
import { forgetUsedAnswers } from './captcha/altcha.ts';
import { freeLeftJobs } from './jobs/queue.ts';

const EVERY_MS = 10_000;

/**
 * Small regular work on the database: folding count deltas, forgetting what has served its time, giving jobs back that a
 * killed process was at. Safe in several processes.
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
  await sql`delete from idempotency_key where created_at < now() - interval '24 hours'`.execute(db.kysely);
  await forgetOldSignIns(db, new Date());
  await forgetUsedAnswers(db, new Date());
  await freeLeftJobs(db);
}
