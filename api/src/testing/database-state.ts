import { recordedKeys } from '@innkeeper/contract';
import type { Db } from '@innkeeper/db';
import { sql } from 'kysely';

/** Row counts of the database: equal counts before and after a request mean that it wrote nothing. */
export interface DatabaseState {
  readonly operations: number;
  readonly versions: number;
  readonly counted: number;
  readonly answers: number;
}

export async function readDatabaseState(db: Db): Promise<DatabaseState> {
  const versions = recordedKeys.map((key) => sql`(select coalesce(sum(version), 0) from ${sql.table(key)})`);
  // Planning takes longer than execution, so the statement is prepared.
  const [stateBefore] = await db.read<DatabaseState & Record<string, number>>(
    sql`
      select (select count(*) from audit_log) as operations, ${sql.join(versions, sql` + `)} as versions,
             (select sum(live + 1000 * deleted) from row_count) as counted,
             (select count(*) from idempotency_key) as answers`.compile(db.kysely),
  );
  if (!stateBefore) throw new Error('Cannot read the database state');
  return stateBefore;
}
