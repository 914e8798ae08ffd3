import { type RawBuilder, sql } from 'kysely';

/**
 * SQL condition: whether the member `t` has a birthday on a day. A member born on 29 February has it on the 28th in
 * other years. It uses the index of birthdays.
 */
export const hasBirthdaySql = (day: RawBuilder<unknown>): RawBuilder<boolean> => sql`(
  t.birth_date is not null
  and extract(month from t.birth_date) * 100 + extract(day from t.birth_date) = any(
    array[extract(month from ${day}) * 100 + extract(day from ${day})]
    || case when to_char(${day}, 'MMDD') = '0228'
      and to_char(${day} + 1, 'MMDD') = '0301' then array[229::numeric] else '{}' end))`;
