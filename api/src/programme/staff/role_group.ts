import { ACCESS_LEVEL, message } from '@innkeeper/contract';
import { sql } from 'kysely';
import { ADMINISTRATOR_CODES, requireAnotherAdministrator } from '../../access/administrators.ts';
import {
  requireDiscountWithin,
  requireLevelWithin,
  requireMembersInSight,
  requireRoleGroupsWithin,
  requireRolesWithin,
} from '../../access/own-rights.ts';
import { fail } from '../../platform/http/fail.ts';
import type { Behaviour, Row, Values, WriteContext } from '../../engine/resources/behaviour.ts';

/**
 * Role groups. Nobody changes the one they are in, one that allows what their own does not (a code, a level, a discount), or one with
 * users whom they do not see; nor puts such a code, level or discount limit into one. The users of a deleted role group are guests until they are given
 * another, or it is restored.
 */
export const role_group: Behaviour = {
  beforeWrite: async (context, values, before) => {
    const { tx, actor } = context;
    if (before) await requireToChange(context, [before.id]);
    const level = values.access_type_id;
    if (typeof level === 'number' && level !== before?.access_type_id)
      await requireLevelWithin(tx, actor, level, 'access_type_id');
    await requireOwnLimit(context, values, before);
    await requireRolesWithin(tx, actor, await addedRoles(context, values, before), 'rolesId');
    if (before && !(await staysAdministrators(context, values, before)))
      await requireAnotherAdministrator(context, { roleGroups: [before.id] });
    return values;
  },
  beforeDelete: async (context, rows) => {
    const roleGroups = rows.map((row) => row.id);
    await requireToChange(context, roleGroups);
    await requireAnotherAdministrator(context, { roleGroups });
  },
  afterRestore: (context, rows) =>
    requireToChange(
      context,
      rows.map((row) => row.id),
    ),
};

async function requireToChange(context: WriteContext, ids: readonly number[]): Promise<void> {
  await refuseOwn(context, ids);
  await requireRoleGroupsWithin(context.tx, context.actor, ids, 'id');
  await requireMembersInSight(context.tx, context.actor, ids);
}

async function refuseOwn({ tx, actor }: WriteContext, ids: readonly number[]): Promise<void> {
  const own = await tx.selectFrom('users').select('role_group_id').where('id', '=', actor.userId).executeTakeFirst();
  if (own?.role_group_id && ids.includes(own.role_group_id))
    throw fail('forbidden', { errors: { id: [message('own_role_group')] } });
}

/** The limit in force is compared: an empty one follows the level, so that either of the two may raise it. */
async function requireOwnLimit({ tx, actor }: WriteContext, values: Values, before: Row | null): Promise<void> {
  const future = { ...before, ...values };
  const { discount_limit: limit, access_type_id: accessTypeId } = future;
  if (before && limit === before.discount_limit && accessTypeId === before.access_type_id) return;
  if (typeof accessTypeId !== 'number') return;
  const asked = { limit: typeof limit === 'number' ? limit : null, accessTypeId };
  await requireDiscountWithin(tx, actor, asked, 'discount_limit');
}

/** Codes that the role group does not have yet. Any user who saves it may leave those that it has. */
async function addedRoles({ tx }: WriteContext, { rolesId }: Values, before: Row | null): Promise<number[]> {
  if (!Array.isArray(rolesId)) return [];
  const { rows } = await sql<{ id: number }>`
    select id from unnest(${rolesId.map(Number)}::bigint[]) id
    except select roles_id from role_group_role where role_group_id = ${before?.id ?? null}::bigint`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Whether the new values leave the level and the codes that make administrators; true where none of them is sent. */
async function staysAdministrators({ tx }: WriteContext, values: Values, before: Row): Promise<boolean> {
  const level = values.access_type_id;
  if (typeof level === 'number' && level !== before.access_type_id) {
    const detail = await tx.selectFrom('option_detail').select('code').where('id', '=', level).executeTakeFirst();
    if (detail?.code !== ACCESS_LEVEL.group) return false;
  }
  if (!Array.isArray(values.rolesId)) return true;
  const { rows } = await sql`select from roles where id = any(${values.rolesId.map(Number)}::bigint[])
    and name = any(${[...ADMINISTRATOR_CODES]}::text[]) and deleted_at is null`.execute(tx);
  return rows.length === ADMINISTRATOR_CODES.length;
}
