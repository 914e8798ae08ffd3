import { storedResourceKeys } from '@innkeeper/contract';
import type { Db } from '@innkeeper/db';
import { sql } from 'kysely';

/** Row counts of the database: equal counts before and after a request mean that it wrote nothing. */
export interface DatabaseState {
  readonly audit_entries: number;
  readonly versions: number;
  readonly row_counts: number;
  readonly idempotency_keys: number;
}

export async function readDatabaseState(db: Db): Promise<DatabaseState> {
  const versions = storedResourceKeys.map((key) => sql`(select coalesce(sum(version), 0) from ${sql.table(key)})`);
  // Planning takes longer than execution, so the statement is prepared.
  const [stateBefore] = await db.read<DatabaseState & Record<string, number>>(
    sql`
      select (select count(*) from audit_log) as audit_entries, ${sql.join(versions, sql` + `)} as versions,
             (select sum(live + 1000 * deleted) from row_count) as row_counts,
             (select count(*) from idempotency_key) as idempotency_keys`.compile(db.kysely),
  );
  if (!stateBefore) throw new Error('Cannot read the database state');
  return stateBefore;
}
