import { message } from '@innkeeper/contract';
import type { Tx } from '@innkeeper/db';
import { sql } from 'kysely';
import { fail } from '../http/fail.ts';
import type { Actor } from './actor.ts';

/*
 * Nobody grants what they do not hold. Held is what the actor's own role group has, codes of switched-off modules included:
 * they come back with their module. The codes of the access levels count from the widest, group '1', to the narrowest.
 */

/** Refuses with a 403 that names the field. */
const beyond = (field: string) => fail('forbidden', { errors: { [field]: [message('not_within_own_rights')] } });

/** Whether a role group has nothing, neither code nor level, that the actor's own lacks. */
export async function isWithinOwnRights(tx: Tx, actor: Actor, roleGroupId: number): Promise<boolean> {
  const { rows } = await sql`
    select from role_group given
    join option_detail given_level on given_level.id = given.access_type_id
    join users u on u.id = ${actor.userId}
    join role_group own on own.id = u.role_group_id
    join option_detail own_level on own_level.id = own.access_type_id
    where given.id = ${roleGroupId} and given_level.code >= own_level.code
      and not exists (
        select roles_id from role_group_role where role_group_id = given.id
        except select roles_id from role_group_role where role_group_id = own.id
      )`.execute(tx);
  return rows.length > 0;
}

/** Refuses to give a role group that goes beyond the actor's own rights. */
export async function requireRoleGroupWithin(tx: Tx, actor: Actor, roleGroupId: number, field: string): Promise<void> {
  if (!(await isWithinOwnRights(tx, actor, roleGroupId))) throw beyond(field);
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
