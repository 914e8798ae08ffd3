import { ACCESS_LEVEL } from '@innkeeper/contract';
import type { Tx } from '@innkeeper/db';
import { type RawBuilder, sql } from 'kysely';
import { apiError } from '../platform/http/api-error.ts';

/** Codes that make a group-level user an administrator. */
export const ADMINISTRATOR_CODES = ['UPDATE_USERS', 'UPDATE_ROLE_GROUP'] as const;

/** The ids of the role groups whose users are administrators. */
export const administratorGroupsSql = (): RawBuilder<unknown> => sql`
  select g.id
  from role_group g
  join option_detail level on level.id = g.access_type_id and level.code = ${ACCESS_LEVEL.group}
  join role_group_role l on l.role_group_id = g.id
  join roles r on r.id = l.roles_id and r.deleted_at is null and r.name = any(${[...ADMINISTRATOR_CODES]}::text[])
  where g.deleted_at is null
  group by g.id having count(distinct r.name) = ${ADMINISTRATOR_CODES.length}`;

/** The administrators about to lose their rights or their way in. */
interface RemovedAdministrators {
  readonly users?: readonly number[];
  /** Role groups of which no user will be an administrator. */
  readonly roleGroups?: readonly number[];
  /** Role groups that will forbid passwords. Their users who have signed in otherwise remain. */
  readonly passwordlessGroups?: readonly number[];
}

/** Whether the user `u` has another way to sign in than a password. */
const hasOtherMethodSql = (): RawBuilder<unknown> => sql`(
  exists (select from user_identity i where i.user_id = u.id) or exists (select from passkey p where p.user_id = u.id))`;

/** The set of rows of a write, with what its accepted rows would leave. */
interface AdministratorCheck {
  readonly tx: Tx;
  readonly isDryRun?: boolean;
  readonly acceptedRows?: Map<string, Readonly<Record<string, unknown>>[]>;
}

const REMOVED_KEY = 'removed administrators';

/**
 * Throws a 409 if this would remove the last administrator who can sign in, because nobody could appoint another. Call it
 * before the write: a lock held until the transaction ends stops two administrators from removing each other. Administrators whom
 * earlier rows of the same write remove do not count.
 */
export async function requireAnotherAdministrator(
  { tx, isDryRun, acceptedRows }: AdministratorCheck,
  { users = [], roleGroups = [], passwordlessGroups = [] }: RemovedAdministrators,
): Promise<void> {
  if (!isDryRun) await sql`select pg_advisory_xact_lock(hashtext('innkeeper.administrator'))`.execute(tx);
  const removedAdministrators = acceptedRows?.get(REMOVED_KEY) ?? [];
  const { rows } = await sql<{ losing_ids: number[]; has_others: boolean | null }>`
    select coalesce(array_agg(id) filter (where loses), '{}') as losing_ids, bool_or(not loses) as has_others
    from (
      select u.id, u.id = any(${users}::bigint[]) or u.role_group_id = any(${roleGroups}::bigint[])
        or (u.role_group_id = any(${passwordlessGroups}::bigint[]) and not ${hasOtherMethodSql()}) as loses
      from users u
      where u.is_active and u.deleted_at is null and u.role_group_id in (${administratorGroupsSql()})
        and (allows_password(u.role_group_id) or ${hasOtherMethodSql()})
        and u.id <> all(${removedAdministrators.map(({ id }) => id)}::bigint[])
    ) administrators`.execute(tx);
  const { losing_ids = [], has_others = false } = rows[0] ?? {};
  if (losing_ids.length > 0 && !has_others) throw apiError('last_administrator');
  acceptedRows?.set(REMOVED_KEY, [...removedAdministrators, ...losing_ids.map((id) => ({ id }))]);
}

/** Whether users of this role group are administrators at present; false without a role group. */
export async function isAdministratorGroup(tx: Tx, roleGroupId: number | null): Promise<boolean> {
  const { rows } = await sql`select from (${administratorGroupsSql()}) a where a.id = ${roleGroupId}`.execute(tx);
  return rows.length > 0;
}

/** Whether this user would be an administrator with this role group, and could still sign in. */
export async function remainsAdministrator(tx: Tx, userId: number, roleGroupId: number): Promise<boolean> {
  const { rows } = await sql`
    select from (${administratorGroupsSql()}) a, (select ${userId}::bigint as id) u
    where a.id = ${roleGroupId} and (allows_password(a.id) or ${hasOtherMethodSql()})`.execute(tx);
  return rows.length > 0;
}
