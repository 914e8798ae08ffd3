import type { Db } from '@innkeeper/db';
import { sql } from 'kysely';

/** Makes every visit of a day count, for tests that post many at the same moment and test something else. */
export async function countEveryVisit(db: Db): Promise<void> {
  await sql`
    update option_detail d set value = '1000' from option o
    where o.id = d.option_id and o.slug = 'visits-per-day' and d.code = 'per-member'`.execute(db.kysely);
  // Reconciliation excludes members that are waiting for re-evaluation.
  await sql`select recompute_due_standing(100000)`.execute(db.kysely);
}
