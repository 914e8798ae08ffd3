import { type RawBuilder, sql } from 'kysely';
import { resources } from '@innkeeper/contract';
import { scopeConditionSql } from '../access/scope.ts';
import type { ActorContext, HooksByResource } from '../engine/resources/resource-hooks.ts';
import { createSource } from '../engine/resources/source.ts';

/** After a lookup, the user may serve the guest for as long as the front-desk page may stay open. */
const SERVABLE_PERIOD = '1 day';

/** SQL for the members whom a user has looked up at the front desk. */
export const servableIdsSql = ({ actor, now }: ActorContext): RawBuilder<unknown> => sql`
  (select unnest(members) from member_lookup
   where actor_id = ${actor.userId} and at > ${now}::timestamptz - ${sql.lit(SERVABLE_PERIOD)}::interval)`;

/**
 * Conditions for a member who may be served: not deleted, and either visible to the actor or found by them at the front
 * desk or as a duplicate.
 */
export function servableSql(actorContext: ActorContext, hooksByResource: HooksByResource, id: number) {
  const source = createSource(resources.member, hooksByResource);
  const here = scopeConditionSql(actorContext.actor, source);
  return {
    from: sql.raw(source.from()),
    here,
    where: sql`t.id = ${id} and t.deleted_at is null and (${here} or t.id in ${servableIdsSql(actorContext)})`,
  };
}
