import { type RawBuilder, sql } from 'kysely';

/** SQL: what is known about an address from mails that came back, as JSON; null if nothing is. `email` is SQL. */
export const addressStateSql = (email: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select json_build_object('state', a.state, 'at', to_char(a.at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS'))
  from mail_address_state a where a.email = lower(${email}))`;
