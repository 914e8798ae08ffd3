import { sql } from 'kysely';
import type { Db, Tx } from '../database.ts';

/** Runs a transaction during which no other process seeds this database. */
export const seedExclusively = <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> =>
  db.kysely.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('innkeeper.seed'))`.execute(tx);
    return work(tx);
  });
