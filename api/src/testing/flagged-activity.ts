import type { Db } from '@innkeeper/db';
import { sql } from 'kysely';

/** Creates flagged activities of a hotel, which only a maintenance job creates: some reviewed, some deleted. */
export async function createFlaggedActivity(db: Db, hotel: number): Promise<void> {
  await sql`
    insert into flagged_activity (kind, occurred_at, hotel_id, staff_name, times, amount, currency)
    select (array['after_shift', 'one_name', 'far_away', 'same_amount'])[1 + n % 4], now() - n * interval '1 day',
           ${hotel}::bigint,
           (array['Alpha', 'ALPHA beta', '100% sure', 'back\\slash', '50_50', 'O''Neil'])[1 + n % 6], nullif(n % 5, 0),
           n * 1000.5, 'IDR'
    from generate_series(1, 24) n`.execute(db.kysely);
}
