import { message } from '@innkeeper/contract';
import type { Db, Tx } from '@innkeeper/db';
import { sql } from 'kysely';
import { fail } from '../platform/http/fail.ts';
import type { Actor } from './actor.ts';
import { userInSightSql } from './scope.ts';

/*
 * Nobody grants rights that they do not hold, nor changes users who hold more. An actor holds all codes of their own role group, those of
 * switched-off modules included: they come back with their module. The codes of the access levels count from the widest, group
 * '1', to the narrowest. The rights of a deleted role group count as well: it may be restored.
 */

/** Refuses with a 403 that names the field. */
export const beyond = (field: string) => fail('forbidden', { errors: { [field]: [message('not_within_own_rights')] } });

/** The role groups among these that allow something which the actor's own does not: a code, a level, a discount. */
async function groupsBeyond(tx: Tx, actor: Actor, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select given.id from role_group given
    where given.id = any(${ids}::bigint[]) and not exists (
      select from users u
      where u.id = ${actor.userId} and u.role_group_id is not null and not is_rise(u.role_group_id, given.id))`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}

/** Refuses to give a role group that goes beyond the actor's own rights, or to change one. */
export async function requireRoleGroupsWithin(
  tx: Tx,
  actor: Actor,
  ids: readonly number[],
  field: string,
): Promise<void> {
  if ((await groupsBeyond(tx, actor, ids)).length > 0) throw beyond(field);
}

/** Refuses to change users whose role group goes beyond the actor's own rights; users may always change themselves. */
export async function requireUsersWithin(tx: Tx, actor: Actor, ids: readonly number[], field: string): Promise<void> {
  const { rows } = await sql<{ role_group_id: number }>`select distinct role_group_id from users
    where id = any(${ids}::bigint[]) and id <> ${actor.userId} and role_group_id is not null`.execute(tx);
  const groups = rows.map((row) => row.role_group_id);
  if (groups.length > 0) await requireRoleGroupsWithin(tx, actor, groups, field);
}

/** Refuses to change role groups of which users, deleted ones included, are out of the actor's sight: it would change them. */
export async function requireMembersInSight(tx: Tx, actor: Actor, roleGroupIds: readonly number[]): Promise<void> {
  const { rows } = await sql`select from users u where u.role_group_id = any(${roleGroupIds}::bigint[])
    and not ${userInSightSql(actor, sql`u.id`)} limit 1`.execute(tx);
  if (rows.length > 0) throw fail('forbidden', { errors: { id: [message('users_elsewhere')] } });
}

/** Refuses to put codes into a role group that the actor does not hold. */
export async function requireRolesWithin(
  tx: Tx,
  actor: Actor,
  roleIds: readonly number[],
  field: string,
): Promise<void> {
  const { rows } = await sql`
    select id from unnest(${roleIds}::bigint[]) id
    except
    select l.roles_id from users u join role_group_role l on l.role_group_id = u.role_group_id where u.id = ${actor.userId}`.execute(
    tx,
  );
  if (rows.length > 0) throw beyond(field);
}

/** Refuses to give a role group an access level wider than the actor's own. */
export async function requireLevelWithin(tx: Tx, actor: Actor, accessTypeId: number, field: string): Promise<void> {
  const { rows } = await sql`
    select from users u
    join role_group own on own.id = u.role_group_id
    join option_detail own_level on own_level.id = own.access_type_id
    join option_detail given_level on given_level.id = ${accessTypeId}
    where u.id = ${actor.userId} and given_level.code >= own_level.code`.execute(tx);
  if (rows.length === 0) throw beyond(field);
}

/** How much of a price the actor may take off, in percent. */
export async function discountLimitOf(tx: Db['kysely'] | Tx, actor: Actor): Promise<number> {
  const { rows } = await sql<{ most: number | null }>`
    select discount_limit_of(role_group_id) as most from users where id = ${actor.userId}`.execute(tx);
  return rows[0]?.most ?? 0;
}

/** Refuses to let a role group take off more of a price than the actor may; null is the limit of its access level. */
export async function requireDiscountWithin(
  tx: Tx,
  actor: Actor,
  { limit, accessTypeId }: { readonly limit: number | null; readonly accessTypeId: number },
  field: string,
): Promise<void> {
  const { rows } = await sql<{ limit: number }>`
    select discount_limit_in_force(${limit}::integer, code) as limit from option_detail where id = ${accessTypeId}`.execute(
    tx,
  );
  if ((rows[0]?.limit ?? 0) > (await discountLimitOf(tx, actor))) throw beyond(field);
}
