import type { Db } from '@innkeeper/db';
import { sql } from 'kysely';

/**
 * Creates held postings of a hotel, which only hotels' own systems can create: waiting and dismissed, some without a
 * card or a remark, some deleted.
 */
export async function createHeldPostings(db: Db, hotel: number): Promise<void> {
  await sql`
    insert into held_posting (state, reason, reference_no, hotel_id, card_no, visit_date, total_fb, total_room,
                              currency, staff_name, remark, dismiss_reason)
    select (array['waiting', 'dismissed'])[1 + n % 2],
           (array['unknown_card', 'no_running_card', 'merged_member'])[1 + n % 3],
           format('HELD-%s-%s', ${hotel}::bigint, n), ${hotel}::bigint,
             case when n % 4 > 0 then format('9000%s', n) end,
           now() - n * interval '1 day', n * 1000.5, n % 3, 'IDR',
           (array['Alpha', 'ALPHA beta', '100% sure', 'back\\slash', '50_50', 'O''Neil'])[1 + n % 6],
           case when n % 5 > 0 then format(E'so it is\nas %s', n) end,
             case when n % 2 = 1 then 'a bill of another programme' end
    from generate_series(1, 24) n`.execute(db.kysely);
  await sql`update held_posting set deleted_at = now() where hotel_id = ${hotel} and id % 8 = 7`.execute(db.kysely);
}
