import { message } from '@innkeeper/contract';
import { sql } from 'kysely';
import { remainsAdministrator, requireAnotherAdministrator } from '../../access/administrators.ts';
import { visibleUserSql } from '../../access/scope.ts';
import { assertRoleGroupsWithinRights, assertUsersWithinRights } from '../../access/own-rights.ts';
import { assertNameUnused } from '../../access/user-names.ts';
import { checkNewPassword } from '../../platform/passwords/password.ts';
import { apiError, validationError } from '../../platform/http/api-error.ts';
import type { Outbox } from '../../platform/mail/outbox.ts';
import {
  type ResourceHooks,
  type Row,
  type Values,
  type WriteContext,
  checkEach,
  ofAction,
} from '../../engine/resources/resource-hooks.ts';
import { countConflict } from '../../access/lookups.ts';

/**
 * Users. A role group can only be given by a user with all of its permissions, nobody changes a stronger user, and the
 * last administrator cannot be removed. The database ends the sessions of a user who is deleted, deactivated or given
 * another password. A user who requested access has no role group: giving one approves the request, and sends a mail to
 * the user. See docs/decisions/0048-limit-visible-users-to-those-of-ones-own-places.md.
 */
export const users = (outbox: Outbox): ResourceHooks => ({
  computed: {
    two_factor: (ref) =>
      `exists (select from two_factor f where f.user_id = ${ref('id')} and f.confirmed_at is not null)`,
  },
  check: checkEach(async (context, { action, before, values }) => {
    const { tx, actor } = context;
    if (action === 'delete' && before) {
      await assertUsersWithinRights(tx, actor, [before.id], 'id');
      return requireAnotherAdministrator(context, { users: [before.id] });
    }
    assertNotOwnSignIn(context, values, before);
    await assertSignInNamesUnique(context, values, before);
    assertStrongPassword(values, before);
    if (typeof values.name === 'string' && values.name !== before?.name)
      await assertNameUnused(context, values.name, before?.id ?? null);
    if (before?.must_change_password === true && values.must_change_password === false)
      throw validationError({ must_change_password: [message('password_change_first')] });
    await requireOwnRights(context, values, before);
    if (before) await assertAdministratorRemains(context, values, before);
    if (action === 'restore') await assertUsersWithinRights(tx, actor, [Number(values['id'])], 'id');
  }),
  after: async ({ tx }, changes) => {
    for (const { id, before } of ofAction(changes, 'update'))
      if (before?.role_group_id === null && (await hasRoleGroup(tx, id)))
        await outbox(tx, { letter: 'access_granted', userId: id });
  },
});

async function hasRoleGroup(tx: WriteContext['tx'], id: number): Promise<boolean> {
  const user = await tx.selectFrom('users').select('role_group_id').where('id', '=', id).executeTakeFirst();
  return typeof user?.role_group_id === 'number';
}

/** An open session alone must not be enough to take over the account: the profile requires the current password. */
function assertNotOwnSignIn({ actor, unlockedFields = [] }: WriteContext, values: Values, before: Row | null): void {
  if (before?.id !== actor.userId) return;
  const errors = {
    ...(values.password !== undefined && { password: [message('own_password')] }),
    ...(values.email !== undefined &&
      values.email !== before.email &&
      !unlockedFields.includes('email') && { email: [message('own_email')] }),
  };
  if (Object.keys(errors).length > 0) throw validationError(errors);
}

function resolveText(values: Values, before: Row | null, field: string): string {
  const value = values[field] ?? before?.[field];
  return typeof value === 'string' ? value : '';
}

/** Users sign in with either, so no user name may be the email of another user. */
async function assertSignInNamesUnique(context: WriteContext, values: Values, before: Row | null): Promise<void> {
  const { tx, actor, acceptedRows } = context;
  const { username = null, email = null } = values;
  if (username === null && email === null) return;
  const [usernameKey, emailKey] = [username, email].map((name) => String(name).toLowerCase());
  if (username !== null && acceptedRows?.has(`email ${usernameKey}`))
    throw validationError({ username: [message('taken')] });
  if (email !== null && acceptedRows?.has(`username ${emailKey}`)) throw validationError({ email: [message('taken')] });
  acceptedRows?.set(`username ${usernameKey}`, []).set(`email ${emailKey}`, []);
  const { rows } = await sql<{ id: number; is_username: boolean }>`
    select id, lower(email) = lower(${username}::text) as is_username from users
    where deleted_at is null and id is distinct from ${before?.id ?? null}::bigint
      and (lower(email) = lower(${username}::text) or lower(username) = lower(${email}::text))`.execute(tx);
  for (const { id } of rows) countConflict(context, `users ${id}`, visibleUserSql(actor, sql`${id}::bigint`));
  if (rows.length === 0) return;
  throw validationError({ [rows.some((row) => row.is_username) ? 'username' : 'email']: [message('taken')] });
}

function assertStrongPassword(values: Values, before: Row | null): void {
  if (typeof values.password !== 'string') return;
  const [name, username, email] = ['name', 'username', 'email'].map((field) => resolveText(values, before, field));
  const rejection = checkNewPassword(values.password, {
    ...(name && { name }),
    ...(username && { username }),
    ...(email && { email }),
  });
  if (rejection !== undefined) throw validationError({ password: [rejection] });
}

/** Fields used to sign in or to reset the password: anyone who changes them can become that user. */
const SIGN_IN_FIELDS = ['username', 'email', 'password'];

async function requireOwnRights({ tx, actor }: WriteContext, values: Values, before: Row | null): Promise<void> {
  if (before) await assertUsersWithinRights(tx, actor, [before.id], Object.keys(values)[0] ?? 'id');
  const roleGroupId = values.role_group_id;
  if (typeof roleGroupId === 'number' && roleGroupId !== before?.role_group_id)
    await assertRoleGroupsWithinRights(tx, actor, [roleGroupId], 'role_group_id');
  // Other hotels may still approve a user who requested access, so staff may not edit the user's sign-in fields.
  const changedField = SIGN_IN_FIELDS.find((field) => values[field] !== undefined && values[field] !== before?.[field]);
  const isOther = before !== null && before.id !== actor.userId;
  if (isOther && before.role_group_id === null && actor.hotels !== null && changedField !== undefined)
    throw apiError('forbidden', { errors: { [changedField]: [message('beyond_own_rights')] } });
}

async function assertAdministratorRemains(context: WriteContext, values: Values, before: Row): Promise<void> {
  const roleGroupId = values.role_group_id;
  const isLeaving =
    typeof roleGroupId === 'number' &&
    roleGroupId !== before.role_group_id &&
    !(await remainsAdministrator(context.tx, before.id, roleGroupId));
  if (isLeaving || values.is_active === false) await requireAnotherAdministrator(context, { users: [before.id] });
}
