import { type RawBuilder, sql } from 'kysely';
import type { Asking } from '../../engine/resources/behaviour.ts';

/** A guest who was found is served by whoever found them, as long as the page of the counter may stay open. */
const SERVED_FOR = '1 day';

/** SQL of the members whom a user has found at a counter. */
export const servedSql = ({ actor, now }: Asking): RawBuilder<unknown> => sql`
  (select unnest(members) from look_up
   where actor_id = ${actor.userId} and at > ${now}::timestamptz - ${sql.lit(SERVED_FOR)}::interval)`;
