import type { Db } from '@innkeeper/db';
import fc from 'fast-check';
import pg from 'pg';

/** Random writes for tests of rollups and events, which are derived from the records. */

/**
 * Timestamps are rounded to whole seconds, so `now()` may be half a second in the future, outside of any current
 * period.
 */
const NOW = `now() - interval '1 second'`;
/** The n-th record of a table of any size. Only the first few are used, so that writes collide. */
const nthRecord = (table: string) => `(select id from ${table} order by id offset $1::int % 7 limit 1)`;
const randomRecord = (table: string) =>
  `(select id from ${table} order by id offset $2::int % (select count(*)::int from ${table}) limit 1)`;
/** A member with vouchers; the first members have none. */
const NTH_VOUCHER_OWNER = `(select member_id from member_voucher order by id offset $1::int % 7 limit 1)`;
/** A transaction that is not a sale and therefore editable. */
const NTH_BILL = `(select id from transaction where not is_sale(transaction_type_id) order by id offset $1::int % 3
      limit 1)`;
/** A sale that can still be refunded; the first transactions may all be reversed. */
const NTH_REFUNDABLE_SALE = `(select s.id from transaction s
  where s.grand_total - refunded_amount(s.id) > 3 and s.deleted_at is null
      and is_sale(s.transaction_type_id)
  and not exists (select from transaction b where b.reverses_id = s.id and b.refund_reason_id is null)
  order by s.id offset $1::int % 7 limit 1)`;
const toggleDeleted = (table: string) =>
  `update ${table} set deleted_at = case when deleted_at is null then now() end where id = ${nthRecord(table)}
      and $2::int is not null`;

/** Writes by staff, sales, renewals, merges and corrections. Each is a single statement with two random numbers. */
export const WRITES: Readonly<Record<string, string>> = {
  visit: `insert into visit (hotel_id, member_id, reference_no, staff_name, total_room, visit_date)
          select ${randomRecord('hotel')}, ${nthRecord('member')}, gen_random_uuid(), 'Somebody', $2::int,
            ${NOW} - ($2::int % 800 || ' days')::interval`,
  'visit moved': `update visit set member_id = ${randomRecord('member')} where id = ${nthRecord('visit')}
      and $2::int is not null`,
  'visit corrected': `update visit set visit_date = visit_date - interval '20 days', total_fb = $2::int,
      total_others = $2::int % 3 where id = ${nthRecord('visit')}`,
  'visit deleted': toggleDeleted('visit'),
  sale: `insert into transaction (hotel_id, member_id, transaction_date, transaction_type_id, term_start, term_months)
         select ${randomRecord('hotel')}, ${nthRecord('member')}, ${NOW}, t.transaction_type_id,
                now()::date - 40 + $2::int % 80,
           1 + $2::int % 13 from transaction t order by t.id limit 1`,
  reversal: `insert into transaction (hotel_id, member_id, membership_id, transaction_type_id, reverses_id, discount,
                 term_start, term_months, term_share, transaction_date)
             select hotel_id, member_id, membership_id, transaction_type_id, id, -discount, term_start, term_months,
               -term_share, ${NOW} from transaction
             where id = ${nthRecord('transaction')} and reverses_id is null and $2::int is not null`,
  refund: `insert into transaction (hotel_id, member_id, membership_id, transaction_type_id, type_payment_id, sub_total,
               currency, usd_rate, reverses_id, refund_reason_id, transaction_date)
           select hotel_id, member_id, membership_id, transaction_type_id, (select min(id) from option_detail),
                  -1 - $2::int % 3, currency, usd_rate, id,
                  (select min(d.id) from option_detail d join option o on o.id = d.option_id
                      where o.slug = 'refund-reason'), ${NOW}
           from transaction where id = ${NTH_REFUNDABLE_SALE}`,
  bill: `insert into transaction (hotel_id, member_id, transaction_date)
         select ${randomRecord('hotel')}, ${NTH_VOUCHER_OWNER}, ${NOW}`,
  'bill of somebody else': `update transaction set member_id = ${NTH_VOUCHER_OWNER}
                            where id = ${NTH_BILL} and $2::int is not null`,
  line: `insert into transaction_detail (transaction_id, unit_price) values (${NTH_BILL}, $2::int)`,
  'line changed': `update transaction_detail set quantity = $2::int % 5 where transaction_id = ${NTH_BILL}`,
  'bill corrected': `update transaction set transaction_date = transaction_date - interval '3 weeks'
                     where id = ${NTH_BILL} and $2::int is not null`,
  'bill discounted': `update transaction set discount = least(sub_total, $2::int) where id = ${NTH_BILL}`,
  'sale deleted': toggleDeleted('transaction'),
  'member elsewhere': `update member set hotel_id = ${randomRecord('hotel')}, member_date = member_date + $2::int % 9
    where id = ${NTH_VOUCHER_OWNER}`,
  'member signed up elsewhere': `update member set register_hotel_id = ${randomRecord('hotel')}
                                 where id = ${NTH_VOUCHER_OWNER}`,
  'member switched': `update member set is_active = not is_active
                      where id = ${NTH_VOUCHER_OWNER} and $2::int is not null`,
  'member deleted': toggleDeleted('member'),
  'card switched': `update member_card set is_active = not is_active where id = ${nthRecord('member_card')}
      and $2::int is not null`,
  'card shortened': `update member_card set end_date = end_date - $2::int % 60 where id = ${nthRecord('member_card')}`,
  'card handed over': `update member_card set member_id = ${randomRecord('member')}, is_active = not is_active
    where id = ${nthRecord('member_card')}`,
  'card of another membership': `update member_card set membership_id = ${randomRecord('membership')}
    where id = ${nthRecord('member_card')}`,
  'card deleted': toggleDeleted('member_card'),
  voucher: `insert into member_voucher (member_card_id, voucher_id, redeem_date, valid_until_date, created_at)
            select c.id, v.id, c.start_date, c.end_date, ${NOW} from member_card c, voucher v
            where c.id = ${nthRecord('member_card')} order by v.id offset $2::int % 5 limit 1`,
  'voucher extended': `update member_voucher set valid_until_date = valid_until_date + $2::int % 90
    where id = ${nthRecord('member_voucher')}`,
  'voucher exchanged': `update member_voucher set voucher_id = ${randomRecord('voucher')}
                        where id = ${nthRecord('member_voucher')}`,
  'voucher of another card': `update member_voucher set member_card_id = ${randomRecord('member_card')}
    where id = ${nthRecord('member_voucher')}`,
  'voucher of another worth': `update member_voucher set nominal = nominal + $2::int % 50
    where id = ${nthRecord('member_voucher')}`,
  'voucher of another day': `update member_voucher set created_at = created_at - $2::int % 400 * interval '1 day'
    where id = ${nthRecord('member_voucher')}`,
  'voucher deleted': toggleDeleted('member_voucher'),
  redemption: `insert into voucher_redeem (member_voucher_id, redeem_hotel_id, redeem_date, booking_no, staff_name)
               values (${nthRecord('member_voucher')}, ${randomRecord('hotel')}, ${NOW}, 'B', 'Somebody')`,
  'redemption elsewhere': `update voucher_redeem
    set redeem_hotel_id = ${randomRecord('hotel')}, redeem_date = redeem_date - interval '20 days'
    where id = ${nthRecord('voucher_redeem')}`,
  'redemption voided': toggleDeleted('voucher_redeem'),
  'all cards switched off': `update member_card set is_active = false where $1::int % 5 = 0
      and member_id = ${randomRecord('member')}`,
  fold: `select compact_rollups() where $1::int is not null and $2::int is not null`,
};
/** These writes lock whole tables, so the concurrency tests omit them. */
export const TABLE_LOCKING_WRITES: Readonly<Record<string, string>> = {
  'zone of a hotel': `update hotel
    set time_zone = (array['Asia/Jakarta', 'Pacific/Kiritimati', 'America/Los_Angeles', null])[1 + $2::int % 4]
    where id = ${nthRecord('hotel')}`,
  'zone of a country': `update country set time_zone = (array['Asia/Jakarta', 'Pacific/Apia'])[1 + $2::int % 2]
    where id = (select country_id from hotel order by id offset $1::int % 20 limit 1)`,
  'country of a hotel': `update hotel set country_id = (select country_id from hotel order by id offset $2::int % 24
        limit 1) where id = ${nthRecord('hotel')}`,
};

/**
 * The error classes of rejected writes, which change nothing: 23 is a constraint violation, 40P01 a deadlock between
 * two writes.
 */
export async function runRandomWrite(db: Db, statement: string, values: readonly [number, number]): Promise<boolean> {
  try {
    await db.pool.query(statement, [...values]);
    return true;
  } catch (error) {
    if (error instanceof pg.DatabaseError && (error.code === '40P01' || error.code?.startsWith('23'))) return false;
    throw error;
  }
}

const number = fc.nat(10_000);
/** Generates one of the writes, with its random numbers. */
export const arbitraryWrite = (kinds: Readonly<Record<string, string>>) =>
  fc.record({ kind: fc.constantFrom(...Object.keys(kinds)), values: fc.tuple(number, number) });
