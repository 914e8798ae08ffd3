import { CALL_BACK_DAYS, MAX_DAY_GUESTS } from '@innkeeper/contract';
import { type RawBuilder, sql } from 'kysely';
import { hasBirthdaySql } from '../../domain/birthday.ts';
import type { DeskHotel } from '../../domain/desk-hotel.ts';
import { renewalDaysSql } from '../../domain/renewal-window.ts';

/** JSON of a list of guests: `guestsSql` selects them in order, each as JSON `guest`. */
const guestListSql = (guestsSql: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  with found as materialized (select row_number() over () as n, g.guest from (${guestsSql}) g)
  select json_build_object('number', count(*),
    'guests', coalesce(json_agg(guest order by n) filter (where n <= ${sql.lit(MAX_DAY_GUESTS)}), '[]')) from found)`;

const MEMBER_NAME = sql`concat_ws(' ', t.first_name, t.last_name)`;
const servedHereSql = ({ id }: DeskHotel) => sql`t.hotel_id = ${id} and t.deleted_at is null and t.is_active`;

/** JSON of the members served by the hotel who have their birthday today and can still be renewed. */
export const birthdaysSql = (hotel: DeskHotel): RawBuilder<unknown> =>
  guestListSql(sql`
    select json_build_object('member', json_build_object('id', t.id, 'name', ${MEMBER_NAME}),
      'membership', json_build_object('id', l.id, 'name', l.name), 'valid_until_date', t.valid_until_date,
      'turns', extract(year from ${hotel.day}::date) - extract(year from t.birth_date)) as guest
    from member t join membership l on l.id = t.membership_id
    where ${servedHereSql(hotel)} and ${hasBirthdaySql(sql`${hotel.day}::date`)}
      and coalesce(t.valid_until_date, ${hotel.day}::date) >= ${hotel.day}::date - (select ${renewalDaysSql('after')})
    order by ${MEMBER_NAME}, t.id`);

/** JSON of the members served by the hotel whose last call said to call back by today, the longest overdue first. */
export const callBacksSql = (hotel: DeskHotel): RawBuilder<unknown> =>
  guestListSql(sql`
    select json_build_object('id', k.id,
      'member', json_build_object('id', t.id, 'name', ${MEMBER_NAME}, 'phone_no', t.phone_no),
      'call_back_on', k.call_back_on, 'note', k.note,
      'by', case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end) as guest
    from member_call k join member t on t.id = k.member_id left join users u on u.id = k.created_by_id
    where k.deleted_at is null and k.outcome = 'call_back'
      and k.call_back_on between ${hotel.day}::date - ${sql.lit(CALL_BACK_DAYS)} and ${hotel.day}::date
      and ${servedHereSql(hotel)}
      and not exists (
        select from member_call later where later.member_id = k.member_id and later.id > k.id
          and later.deleted_at is null)
    order by k.call_back_on, k.id`);
