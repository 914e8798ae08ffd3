import { type RawBuilder, sql } from 'kysely';
import { resources } from '@innkeeper/contract';
import { scopeConditionSql } from '../access/scope.ts';
import type { ActorContext, HooksByResource } from '../engine/resources/resource-hooks.ts';
import { createSource } from '../engine/resources/source.ts';

/** How long a user may serve a guest after a lookup: as long as a front-desk page may remain open. */
const SERVABLE_PERIOD = '1 day';

/** SQL for the members whom a user has looked up at the front desk. */
export const servableIdsSql = ({ actor, now }: ActorContext): RawBuilder<unknown> => sql`
  (select unnest(members) from member_lookup
   where actor_id = ${actor.userId} and at > ${now}::timestamptz - ${sql.lit(SERVABLE_PERIOD)}::interval)`;

/**
 * SQL for a member whom the actor may serve: not deleted, and either visible or looked up before (at the front desk or
 * as a duplicate).
 */
export function servableSql(actorContext: ActorContext, hooksByResource: HooksByResource, id: number) {
  const source = createSource(resources.member, hooksByResource);
  const scopeCondition = scopeConditionSql(actorContext.actor, source);
  return {
    from: sql.raw(source.from()),
    here: scopeCondition,
    where: sql`t.id = ${id} and t.deleted_at is null and (${scopeCondition} or t.id in ${servableIdsSql(actorContext)})`,
  };
}
