import type { Db } from '@innkeeper/db';
import type { IntegrationContext } from './workload.ts';

/** Cards and vouchers for the rounds of a run. */
const CARD_COUNT = 20_000;
const GUEST_COUNT = 1_000;
const VOUCHER_COUNT = 50_000;
/**
 * One visit in this many upgrades its guest. Members of a filled database have five visits each, and the lowest tier
 * requires six. Without selection, the first round of bills would upgrade an unrealistic quarter of the guests. With
 * visit counts of any size, one visit in as many as the tier requires (6 to 20) upgrades its guest, and none in the top
 * tier. For the demonstration's members (demo/src/member-activity.ts), that is at most one visit in 16.
 */
const VISITS_PER_UPGRADE = 16;

/** The hotel with the most members, with the data that its own system finds, posts and redeems. */
export async function readIntegrationContext(db: Db): Promise<IntegrationContext> {
  const [hotel] = await db.read<{ id: number }>({
    sql: `select h.id from hotel h join member m on m.hotel_id = h.id and m.deleted_at is null
          where h.is_active and h.deleted_at is null group by h.id order by count(*) desc, h.id limit 1`,
    parameters: [],
  });
  const hotelId = hotel?.id ?? 0;
  const guests = await db.read<IntegrationContext['guests'][number]>({
    sql: `with guest as (
            select c.sbec_no as card_no, m.phone_no, m.email, s.to_upgrade is not distinct from 1 as is_upgraded_next,
                   row_number() over (partition by s.to_upgrade is not distinct from 1 order by m.id) as n
            from member m join member_standing s on s.member_id = m.id
            join member_card c on c.member_id = m.id and c.is_active and c.deleted_at is null
              and c.start_date < now()::date and c.end_date > now()::date + 1
            where m.hotel_id = $1 and m.is_active and m.deleted_at is null and m.email <> '')
          select card_no, phone_no, email from guest
          where not is_upgraded_next or n * $3 <= (select count(*) from guest)
          order by n * case when is_upgraded_next then $3 else 1 end, is_upgraded_next limit $2`,
    parameters: [hotelId, CARD_COUNT, VISITS_PER_UPGRADE],
  });
  const vouchers = await db.read<{ id: number }>({
    sql: `select v.id from member m
          join member_voucher v on v.member_id = m.id and v.deleted_at is null
          join member_card c on c.id = v.member_card_id and c.is_active and c.deleted_at is null
          where m.hotel_id = $1 and m.is_active and m.deleted_at is null and coalesce(v.restrict_hotel_id, $1) = $1
            and v.redeem_date < now()::date and v.valid_until_date > now()::date + 1
            and not exists (select from voucher_redeem r where r.member_voucher_id = v.id and r.deleted_at is null)
          order by v.id desc limit $2`,
    parameters: [hotelId, VOUCHER_COUNT],
  });
  return {
    hotelId,
    cards: guests.map(({ card_no }) => card_no),
    guests: guests.slice(0, GUEST_COUNT),
    vouchers: vouchers.map(({ id }) => id),
  };
}
