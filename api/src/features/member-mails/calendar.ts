import type { Db } from '@innkeeper/db';
import { type RawBuilder, sql } from 'kysely';
import type { MemberMailType } from '../../platform/mail/outbox.ts';
import { logAndQueueMails } from './queue-mails.ts';

/** No mail is sent before this local hour of the member's hotel. */
const FIRST_HOUR = 8;
/** Members are reminded this many days before the last day. */
const REMINDER_DAYS = 30;
/** A reminder that was missed while the server was down is sent at most this many days late. */
const CATCH_UP_DAYS = 3;

/**
 * Orders the scheduled mails: birthdays, and reminders before a card expires. Call it every hour, because each hotel
 * has its own morning. It is idempotent across calls and processes: mail_cause_occasion_key lets a member get one mail
 * per occasion.
 */
export async function queueDailyMails(db: Db, now: Date): Promise<void> {
  const utcDay = now.toISOString().slice(0, 10);
  // Birthdays on 29 February are celebrated on the 28th in other years.
  await queueDueMails(
    db,
    now,
    'birthday',
    sql`extract(month from m.birth_date) * 100 + extract(day from m.birth_date) = any(
      case when to_char(today.day, 'MMDD') = '0228'
        and to_char(today.day + 1, 'MMDD') = '0301' then array[228, 229]::numeric[]
           else array[extract(month from today.day) * 100 + extract(day from today.day)] end)`,
    sql`extract(year from today.day)`,
  );
  await queueDueMails(
    db,
    now,
    'expiry-reminder',
    // The first range covers all zones and uses the index; the second applies the hotel's own day.
    sql`m.valid_until_date between ${utcDay}::date + ${REMINDER_DAYS - CATCH_UP_DAYS - 1}::integer
        and ${utcDay}::date + ${REMINDER_DAYS + 1}::integer
      and m.valid_until_date between today.day + ${REMINDER_DAYS - CATCH_UP_DAYS}::integer
      and today.day + ${REMINDER_DAYS}::integer`,
    sql`m.valid_until_date`,
  );
}

/**
 * Orders mails for all members that match `dueCondition`, where `m` is the member and `today.day` the day at the
 * member's hotel. `occasionSql` identifies the occasion. The mail refers to the member's card that expires last.
 */
const queueDueMails = (
  db: Db,
  now: Date,
  mailType: MemberMailType,
  dueCondition: RawBuilder<boolean>,
  occasionSql: RawBuilder<unknown>,
) =>
  logAndQueueMails(
    db.kysely,
    sql`
      select ${mailType}::text as mail_type, m.id as member_id, ${now}::timestamptz as ordered_at,
             null::bigint as from_membership_id,
             null::bigint as voucher_redeem_id, null::bigint as visit_id, null::bigint as receipt_id,
             null::integer as receipt_copy, o.occasion,
             (select c.id from member_card c where c.member_id = m.id and c.deleted_at is null and c.is_active
              order by c.end_date desc, c.id desc limit 1) as member_card_id
      from hotel h join country n on n.id = h.country_id
      cross join lateral (select ${now}::timestamptz at time zone effective_time_zone(h.time_zone,
            n.time_zone) as clock) here
      cross join lateral (select here.clock::date as day) today
      join member m on m.hotel_id = h.id
      cross join lateral (select format('%s %s %s', ${mailType}::text, m.id, ${occasionSql}) as occasion) o
      where extract(hour from here.clock) >= ${FIRST_HOUR} and m.is_active and m.deleted_at is null and ${dueCondition}
        and not exists (select from mail_cause c where c.occasion = o.occasion)`,
  );
