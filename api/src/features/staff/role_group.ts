import { ACCESS_LEVEL, message } from '@innkeeper/contract';
import { sql } from 'kysely';
import { ADMINISTRATOR_CODES, requireAnotherAdministrator } from '../../access/administrators.ts';
import {
  assertDiscountWithinLimit,
  assertLevelWithinRights,
  assertUsersVisible,
  assertRoleGroupsWithinRights,
  assertRolesWithinRights,
} from '../../access/own-rights.ts';
import { apiError } from '../../platform/http/api-error.ts';
import {
  type ResourceHooks,
  type Row,
  type Values,
  type WriteContext,
  checkEach,
} from '../../engine/resources/resource-hooks.ts';

/**
 * Role groups. Nobody may change their own group, one that allows more than their own (a code, a level, a discount), or
 * one with users they cannot see. A group that forbids passwords must leave an administrator who can sign in. Nobody may add such a code, level or discount limit either. The users of a deleted
 * role group are guests until they get another one, or it is restored.
 */
export const role_group: ResourceHooks = {
  check: checkEach(async (context, { action, before, values }) => {
    const { tx, actor } = context;
    if (before) await requireChangeable(context, [before.id]);
    if (action === 'delete' && before) return requireAnotherAdministrator(context, { roleGroups: [before.id] });
    const accessTypeId = values.access_type_id;
    if (typeof accessTypeId === 'number' && accessTypeId !== before?.access_type_id)
      await assertLevelWithinRights(tx, actor, accessTypeId, 'access_type_id');
    await requireOwnLimit(context, values, before);
    await assertRolesWithinRights(tx, actor, await findAddedRoles(context, values, before), 'rolesId');
    if (before && !(await isStillAdministratorGroup(context, values, before)))
      await requireAnotherAdministrator(context, { roleGroups: [before.id] });
    if (before && values.is_password_allowed === false && before.is_password_allowed === true)
      await requireAnotherAdministrator(context, { passwordlessGroups: [before.id] });
    if (action === 'restore') await requireChangeable(context, [Number(values['id'])]);
  }),
};

async function requireChangeable(context: WriteContext, ids: readonly number[]): Promise<void> {
  await assertNotOwn(context, ids);
  await assertRoleGroupsWithinRights(context.tx, context.actor, ids, 'id');
  await assertUsersVisible(context.tx, context.actor, ids);
}

async function assertNotOwn({ tx, actor }: WriteContext, ids: readonly number[]): Promise<void> {
  const user = await tx.selectFrom('users').select('role_group_id').where('id', '=', actor.userId).executeTakeFirst();
  if (user?.role_group_id && ids.includes(user.role_group_id))
    throw apiError('forbidden', { errors: { id: [message('own_role_group')] } });
}

/** Compares the effective limit: an empty limit follows the level, so either of the two may raise it. */
async function requireOwnLimit({ tx, actor }: WriteContext, values: Values, before: Row | null): Promise<void> {
  const newValues = { ...before, ...values };
  const { discount_limit: limit, access_type_id: accessTypeId } = newValues;
  if (before && limit === before.discount_limit && accessTypeId === before.access_type_id) return;
  if (typeof accessTypeId !== 'number') return;
  const requestedLimit = { limit: typeof limit === 'number' ? limit : null, accessTypeId };
  await assertDiscountWithinLimit(tx, actor, requestedLimit, 'discount_limit');
}

/**
 * Codes that the role group does not have yet. Its existing codes may remain, even beyond the actor's own permissions.
 */
async function findAddedRoles({ tx }: WriteContext, { rolesId }: Values, before: Row | null): Promise<number[]> {
  if (!Array.isArray(rolesId)) return [];
  const { rows } = await sql<{ id: number }>`
    select id from unnest(${rolesId.map(Number)}::bigint[]) id
    except select roles_id from role_group_role where role_group_id = ${before?.id ?? null}::bigint`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Whether the new values preserve the level and the codes of administrators; true if none of them is sent. */
async function isStillAdministratorGroup({ tx }: WriteContext, values: Values, before: Row): Promise<boolean> {
  const accessTypeId = values.access_type_id;
  if (typeof accessTypeId === 'number' && accessTypeId !== before.access_type_id) {
    const detail = await tx
      .selectFrom('option_detail')
      .select('code')
      .where('id', '=', accessTypeId)
      .executeTakeFirst();
    if (detail?.code !== ACCESS_LEVEL.group) return false;
  }
  if (!Array.isArray(values.rolesId)) return true;
  const { rows } = await sql`select from roles where id = any(${values.rolesId.map(Number)}::bigint[])
    and name = any(${[...ADMINISTRATOR_CODES]}::text[]) and deleted_at is null`.execute(tx);
  return rows.length === ADMINISTRATOR_CODES.length;
}
