import type { Db } from '@innkeeper/db';
import { sql } from 'kysely';

const EVERY_MS = 10_000;

/** Small regular work on the database: folding count deltas and forgetting answers that are kept for a day. Safe in several processes. */
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
}
