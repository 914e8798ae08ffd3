import { message } from '@innkeeper/contract';
import type { Db, Tx } from '@innkeeper/db';
import { sql } from 'kysely';
import { fail } from '../platform/http/api-error.ts';
import type { Actor } from './actor.ts';
import { visibleUserSql } from './scope.ts';

/*
 * Users cannot grant rights that they lack, nor change users who have more. An actor's rights are all codes of their
 * role group, including those of inactive modules, which return when the module is activated. Codes of access levels
 * are ordered from the widest, group '1', to the narrowest. Rights of a deleted role group count as well, because it
 * can be restored.
 */

/** A 403 that names the field. */
export const beyondOwnRightsError = (field: string) =>
  fail('forbidden', { errors: { [field]: [message('beyond_own_rights')] } });

/** The role groups that allow something the actor's own does not: a code, a level or a discount. */
async function roleGroupsBeyond(tx: Tx, actor: Actor, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select given.id from role_group given
    where given.id = any(${ids}::bigint[]) and not exists (
      select from users u
      where u.id = ${actor.userId} and u.role_group_id is not null
        and not gains_rights(u.role_group_id, given.id))`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Rejects assigning or changing a role group that exceeds the actor's own rights. */
export async function requireRoleGroupsWithin(
  tx: Tx,
  actor: Actor,
  ids: readonly number[],
  field: string,
): Promise<void> {
  if ((await roleGroupsBeyond(tx, actor, ids)).length > 0) throw beyondOwnRightsError(field);
}

/** Rejects changing users whose role group exceeds the actor's own rights; users may always change themselves. */
export async function requireUsersWithin(tx: Tx, actor: Actor, ids: readonly number[], field: string): Promise<void> {
  const { rows } = await sql<{ role_group_id: number }>`select distinct role_group_id from users
    where id = any(${ids}::bigint[]) and id <> ${actor.userId} and role_group_id is not null`.execute(tx);
  const groups = rows.map((row) => row.role_group_id);
  if (groups.length > 0) await requireRoleGroupsWithin(tx, actor, groups, field);
}

/**
 * Rejects changing role groups that have users, including deleted ones, who are not visible to the actor, since the
 * change affects them.
 */
export async function requireUsersVisible(tx: Tx, actor: Actor, roleGroupIds: readonly number[]): Promise<void> {
  const { rows } = await sql`select from users u where u.role_group_id = any(${roleGroupIds}::bigint[])
    and not ${visibleUserSql(actor, sql`u.id`)} limit 1`.execute(tx);
  if (rows.length > 0) throw fail('forbidden', { errors: { id: [message('users_elsewhere')] } });
}

/** Rejects adding codes to a role group that the actor does not have. */
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
  if (rows.length > 0) throw beyondOwnRightsError(field);
}

/** Rejects giving a role group an access level wider than the actor's own. */
export async function requireLevelWithin(tx: Tx, actor: Actor, accessTypeId: number, field: string): Promise<void> {
  const { rows } = await sql`
    select from users u
    join role_group own on own.id = u.role_group_id
    join option_detail own_level on own_level.id = own.access_type_id
    join option_detail given_level on given_level.id = ${accessTypeId}
    where u.id = ${actor.userId} and given_level.code >= own_level.code`.execute(tx);
  if (rows.length === 0) throw beyondOwnRightsError(field);
}

/** The actor's maximum discount, in percent of a price. */
export async function discountLimitOf(tx: Db['kysely'] | Tx, actor: Actor): Promise<number> {
  const { rows } = await sql<{ most: number | null }>`
    select discount_limit_of(role_group_id) as most from users where id = ${actor.userId}`.execute(tx);
  return rows[0]?.most ?? 0;
}

/** Rejects a discount limit above the actor's own; null means the limit of the role group's access level. */
export async function requireDiscountWithin(
  tx: Tx,
  actor: Actor,
  { limit, accessTypeId }: { readonly limit: number | null; readonly accessTypeId: number },
  field: string,
): Promise<void> {
  const { rows } = await sql<{ limit: number }>`
    select effective_discount_limit(${limit}::integer, code) as limit from option_detail where id = ${accessTypeId}`.execute(
    tx,
  );
  if ((rows[0]?.limit ?? 0) > (await discountLimitOf(tx, actor))) throw beyondOwnRightsError(field);
}
