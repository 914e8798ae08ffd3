import { message } from '@innkeeper/contract';
import type { Db, Tx } from '@innkeeper/db';
import { type RawBuilder, sql } from 'kysely';
import { apiError } from '../platform/http/api-error.ts';
import type { Actor } from './actor.ts';
import { visibleUserSql } from './scope.ts';

/*
 * Users cannot grant rights that they lack, nor change users who have more. An actor's rights are all codes of their
 * role group, including those of inactive modules, which return when the module is activated. Codes of access levels
 * are ordered from the widest, group '1', to the narrowest. Rights of a deleted role group count as well, because it
 * can be restored. Codes that open nothing (`has_effect`) are given freely.
 */

/** A 403 that names the field. */
export const beyondOwnRightsError = (field: string) =>
  apiError('forbidden', { errors: { [field]: [message('beyond_own_rights')] } });

/** The role groups with a code, access level or discount that the actor's own role group lacks. */
async function findRoleGroupsBeyondRights(tx: Tx, actor: Actor, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select candidate.id from role_group candidate
    where candidate.id = any(${ids}::bigint[]) and not exists (
      select from users u
      where u.id = ${actor.userId} and u.role_group_id is not null
        and not gains_rights(u.role_group_id, candidate.id))`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Rejects assigning or changing a role group that exceeds the actor's own rights. */
export async function assertRoleGroupsWithinRights(
  tx: Tx,
  actor: Actor,
  ids: readonly number[],
  field: string,
): Promise<void> {
  if ((await findRoleGroupsBeyondRights(tx, actor, ids)).length > 0) throw beyondOwnRightsError(field);
}

/** Rejects changing users whose role group exceeds the actor's own rights; users may always change themselves. */
export async function assertUsersWithinRights(
  tx: Tx,
  actor: Actor,
  ids: readonly number[],
  field: string,
): Promise<void> {
  const { rows } = await sql<{ role_group_id: number }>`select distinct role_group_id from users
    where id = any(${ids}::bigint[]) and id <> ${actor.userId} and role_group_id is not null`.execute(tx);
  const roleGroupIds = rows.map((row) => row.role_group_id);
  if (roleGroupIds.length > 0) await assertRoleGroupsWithinRights(tx, actor, roleGroupIds, field);
}

/**
 * Rejects changing role groups of users who are not visible to the actor: the change would affect them. Includes
 * deleted users.
 */
export async function assertUsersVisible(tx: Tx, actor: Actor, roleGroupIds: readonly number[]): Promise<void> {
  const { rows } = await sql`select from users u where u.role_group_id = any(${roleGroupIds}::bigint[])
    and not ${visibleUserSql(actor, sql`u.id`)} limit 1`.execute(tx);
  if (rows.length > 0) throw apiError('forbidden', { errors: { id: [message('users_elsewhere')] } });
}

/** Rejects adding codes to a role group that the actor does not have. */
export async function assertRolesWithinRights(
  tx: Tx,
  actor: Actor,
  roleIds: readonly number[],
  field: string,
): Promise<void> {
  const { rows } = await sql`
    select r.id from roles r where r.id = any(${roleIds}::bigint[]) and has_effect(r.name)
    except
    select l.roles_id from users u join role_group_role l on l.role_group_id = u.role_group_id where u.id = ${actor.userId}`.execute(
    tx,
  );
  if (rows.length > 0) throw beyondOwnRightsError(field);
}

/** Rejects giving a role group an access level wider than the actor's own. */
export async function assertLevelWithinRights(
  tx: Tx,
  actor: Actor,
  accessTypeId: number,
  field: string,
): Promise<void> {
  const { rows } = await sql`
    select from users u
    join role_group actor_group on actor_group.id = u.role_group_id
    join option_detail actor_level on actor_level.id = actor_group.access_type_id
    join option_detail new_level on new_level.id = ${accessTypeId}
    where u.id = ${actor.userId} and new_level.code >= actor_level.code`.execute(tx);
  if (rows.length === 0) throw beyondOwnRightsError(field);
}

/** SQL: the actor's maximum discount, in percent of a price. */
export const discountLimitSql = (actor: Actor): RawBuilder<number> =>
  sql`coalesce((select discount_limit_of(role_group_id) from users where id = ${actor.userId}), 0)`;

/** The actor's maximum discount, in percent of a price. */
export async function readDiscountLimit(tx: Db['kysely'] | Tx, actor: Actor): Promise<number> {
  const { rows } = await sql<{ limit: number }>`select ${discountLimitSql(actor)} as limit`.execute(tx);
  return rows[0]?.limit ?? 0;
}

/** Rejects a discount limit above the actor's own; null means the limit of the role group's access level. */
export async function assertDiscountWithinLimit(
  tx: Tx,
  actor: Actor,
  { limit, accessTypeId }: { readonly limit: number | null; readonly accessTypeId: number },
  field: string,
): Promise<void> {
  const { rows } = await sql<{ limit: number }>`
    select effective_discount_limit(${limit}::integer, code) as limit from option_detail where id = ${accessTypeId}`.execute(
    tx,
  );
  if ((rows[0]?.limit ?? 0) > (await readDiscountLimit(tx, actor))) throw beyondOwnRightsError(field);
}
