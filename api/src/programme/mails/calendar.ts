import type { Db } from '@innkeeper/db';
import { type RawBuilder, sql } from 'kysely';
import type { MemberMailType } from '../../platform/mail/outbox.ts';
import { enterMails } from './order.ts';

/** Before this hour nobody gets mail, by the clock of the hotel that serves the member. */
const FIRST_HOUR = 8;
/** Days before the last one on which a member is reminded. */
const REMINDED_BEFORE = 30;
/** A reminder that was missed, because the program was away, comes so many days late at most. */
const CAUGHT_UP = 3;

/**
 * Orders the mails of the calendar: birthdays, and reminders before a card ends. To be called every hour: each hotel has its own
 * morning. However often and by how many processes it is called, a member gets a mail once for an occasion; the
 * database sees to it (mail_cause_occasion_key).
 */
export async function orderMailsOfTheDay(db: Db, now: Date): Promise<void> {
  const utcDay = now.toISOString().slice(0, 10);
  // A leap day is celebrated on 28 February where there is no 29th.
  await orderAll(
    db,
    now,
    'birthday',
    sql`extract(month from m.birth_date) * 100 + extract(day from m.birth_date) = any(
      case when to_char(today.day, 'MMDD') = '0228' and to_char(today.day + 1, 'MMDD') = '0301' then array[228, 229]::numeric[]
           else array[extract(month from today.day) * 100 + extract(day from today.day)] end)`,
    sql`extract(year from today.day)`,
  );
  await orderAll(
    db,
    now,
    'expiry-reminder',
    // The bounds of all zones together lead into the index; those of the hotel's own day decide.
    sql`m.valid_until_date between ${utcDay}::date + ${REMINDED_BEFORE - CAUGHT_UP - 1}::integer and ${utcDay}::date + ${REMINDED_BEFORE + 1}::integer
      and m.valid_until_date between today.day + ${REMINDED_BEFORE - CAUGHT_UP}::integer and today.day + ${REMINDED_BEFORE}::integer`,
    sql`m.valid_until_date`,
  );
}

/**
 * Orders mails for all members for whom `isDue` holds, `m` a member and `today.day` the day at the member's hotel; `which` tells one
 * occasion of a kind from the next. Their card: the one that is valid the longest.
 */
const orderAll = (
  db: Db,
  now: Date,
  mailType: MemberMailType,
  isDue: RawBuilder<boolean>,
  which: RawBuilder<unknown>,
) =>
  enterMails(
    db.kysely,
    sql`
      select ${mailType}::text as mail_type, m.id as member_id, ${now}::timestamptz as ordered_at, null::bigint as from_membership_id,
             null::bigint as voucher_redeem_id, null::bigint as visit_id, null::bigint as receipt_id,
             null::integer as receipt_copy, o.occasion,
             (select c.id from member_card c where c.member_id = m.id and c.deleted_at is null and c.is_active
              order by c.end_date desc, c.id desc limit 1) as member_card_id
      from hotel h join country n on n.id = h.country_id
      cross join lateral (select ${now}::timestamptz at time zone zone_of(h.time_zone, n.time_zone) as clock) here
      cross join lateral (select here.clock::date as day) today
      join member m on m.hotel_id = h.id
      cross join lateral (select format('%s %s %s', ${mailType}::text, m.id, ${which}) as occasion) o
      where extract(hour from here.clock) >= ${FIRST_HOUR} and m.is_active and m.deleted_at is null and ${isDue}
        and not exists (select from mail_cause c where c.occasion = o.occasion)`,
  );
