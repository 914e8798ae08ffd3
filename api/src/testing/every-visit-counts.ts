import type { Db } from '@innkeeper/db';
import { sql } from 'kysely';

/** Lets every visit of a day count, for tests that post many of them at the same moment and are about something else. */
export async function countEveryVisit(db: Db): Promise<void> {
  await sql`
    update option_detail d set value = '1000' from option o
    where o.id = d.option_id and o.slug = 'visits-per-day' and d.code = 'per-member'`.execute(db.kysely);
  // Members who are to be judged again are left out when the books are checked.
  await sql`select refresh_due_standing(100000)`.execute(db.kysely);
}
