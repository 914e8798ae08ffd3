import { recordedKeys } from '@innkeeper/contract';
import type { Db } from '@innkeeper/db';
import { sql } from 'kysely';

/** How much stands in the database: equal books before and after a request mean that it wrote nothing. */
export interface Books {
  readonly operations: number;
  readonly versions: number;
  readonly kept: number;
  readonly answers: number;
}

export async function readBooks(db: Db): Promise<Books> {
  const versions = recordedKeys.map((key) => sql`(select coalesce(sum(version), 0) from ${sql.table(key)})`);
  // Planning it takes longer than running it, so it is prepared.
  const [books] = await db.read<Books & Record<string, number>>(
    sql`
      select (select count(*) from operation) as operations, ${sql.join(versions, sql` + `)} as versions,
             (select sum(live + 1000 * deleted) from row_count) as kept, (select count(*) from idempotency_key) as answers`.compile(
      db.kysely,
    ),
  );
  if (!books) throw new Error('The books cannot be read');
  return books;
}
