import type { Db } from '@innkeeper/db';
import { sql } from 'kysely';

/** Records of the smallest table in which a request may take too long. A smaller one is read as a whole in time. */
const LARGE_TABLE = 50_000;

/** Which of these tables are large, by their stored numbers of rows. Views have none, and never count as large. */
export async function findLargeTables(db: Db, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db.read<{ resource: string }>(
    sql`select resource from row_count where resource = any(${keys}::text[])
      group by resource having sum(live + deleted) >= ${sql.lit(LARGE_TABLE)}`.compile(db.kysely),
  );
  return new Set(rows.map(({ resource }) => resource));
}
