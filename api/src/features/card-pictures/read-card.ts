import type { Db } from '@innkeeper/db';
import { sql } from 'kysely';
import type { Card } from './card.ts';

/** Reads the current data of a member card, even a deleted one: the caller has verified its signed URL. */
export async function readCard(db: Db, id: number): Promise<Card | undefined> {
  const [card] = await db.read<Card & Record<string, unknown>>(
    sql`
    select c.id, c.sbec_no, concat_ws(' ', m.first_name, m.last_name) as name, ms.name as membership, h.name as hotel,
      c.start_date::text, c.end_date::text,
      c.is_active and m.is_active and c.deleted_at is null and m.deleted_at is null as "isUsable",
      coalesce((select (count(*) filter (where r.rank < ms.rank))::float / nullif(count(*) - 1, 0)
        from (select distinct rank from membership where deleted_at is null or id = ms.id) r), 0) as standing
    from member_card c join member m on m.id = c.member_id join membership ms on ms.id = c.membership_id
    join hotel h on h.id = c.hotel_id
    where c.id = ${id}`.compile(db.kysely),
  );
  return card;
}
