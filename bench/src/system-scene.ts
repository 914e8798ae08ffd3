import type { Db } from '@innkeeper/db';
import type { SystemScene } from './workload.ts';

/** Cards and vouchers that the rounds of a run use. */
const CARDS = 20_000;
const GUESTS = 1_000;
const VOUCHERS = 50_000;

/** The hotel with most members, and what its own system finds, posts and redeems. */
export async function readSystem(db: Db): Promise<SystemScene> {
  const [hotel] = await db.read<{ id: number }>({
    sql: `select h.id from hotel h join member m on m.hotel_id = h.id and m.deleted_at is null
          where h.is_active and h.deleted_at is null group by h.id order by count(*) desc, h.id limit 1`,
    parameters: [],
  });
  const hotelId = hotel?.id ?? 0;
  const guests = await db.read<SystemScene['guests'][number]>({
    sql: `select c.sbec_no as card_no, m.phone_no, m.email from member m
          join member_card c on c.member_id = m.id and c.is_active and c.deleted_at is null and c.start_date < now()::date and c.end_date > now()::date + 1
          where m.hotel_id = $1 and m.is_active and m.deleted_at is null and m.email <> ''
          order by m.id limit $2`,
    parameters: [hotelId, CARDS],
  });
  const vouchers = await db.read<{ id: number }>({
    sql: `select v.id from member m
          join member_voucher v on v.member_id = m.id and v.deleted_at is null
          join member_card c on c.id = v.member_card_id and c.is_active and c.deleted_at is null
          where m.hotel_id = $1 and m.is_active and m.deleted_at is null and coalesce(v.restrict_hotel_id, $1) = $1
            and v.redeem_date < now()::date and v.valid_until_date > now()::date + 1
            and not exists (select from voucher_redeem r where r.member_voucher_id = v.id and r.deleted_at is null)
          order by v.id desc limit $2`,
    parameters: [hotelId, VOUCHERS],
  });
  return {
    hotelId,
    cards: guests.map(({ card_no }) => card_no),
    guests: guests.slice(0, GUESTS),
    vouchers: vouchers.map(({ id }) => id),
  };
}
