import { type RawBuilder, sql } from 'kysely';
import { resources } from '@innkeeper/contract';
import { hereSql } from '../../access/scope.ts';
import type { Asking, Behaviours } from '../../engine/resources/behaviour.ts';
import { createSource } from '../../engine/resources/source.ts';

/** A guest who was found is served by the user who found them, as long as the page of the counter may stay open. */
const SERVED_FOR = '1 day';

/** SQL of the members whom a user has found at a counter. */
export const servedSql = ({ actor, now }: Asking): RawBuilder<unknown> => sql`
  (select unnest(members) from look_up
   where actor_id = ${actor.userId} and at > ${now}::timestamptz - ${sql.lit(SERVED_FOR)}::interval)`;

/** The conditions for a member who is to be served: a live one in the actor's sight, or found by them at a counter or as a duplicate. */
export function servableSql(asking: Asking, behaviours: Behaviours, id: number) {
  const source = createSource(resources.member, behaviours);
  const here = hereSql(asking.actor, source);
  return {
    from: sql.raw(source.from()),
    here,
    where: sql`t.id = ${id} and t.deleted_at is null and (${here} or t.id in ${servedSql(asking)})`,
  };
}
