import { ACCESS_LEVEL } from '@innkeeper/contract';
import type { Tx } from '@innkeeper/db';
import { type RawBuilder, sql } from 'kysely';
import { fail } from '../platform/http/fail.ts';

/** Codes that, at group level, make an administrator. */
export const ADMINISTRATOR_CODES = ['UPDATE_USERS', 'UPDATE_ROLE_GROUP'] as const;

/** The ids of the role groups whose users are administrators. */
export const administratorGroups = (): RawBuilder<unknown> => sql`
  select g.id
  from role_group g
  join option_detail level on level.id = g.access_type_id and level.code = ${ACCESS_LEVEL.group}
  join role_group_role l on l.role_group_id = g.id
  join roles r on r.id = l.roles_id and r.deleted_at is null and r.name = any(${[...ADMINISTRATOR_CODES]}::text[])
  where g.deleted_at is null
  group by g.id having count(distinct r.name) = ${ADMINISTRATOR_CODES.length}`;

/** Who is about to be an administrator no longer: these users, and all users of these role groups. */
interface Losing {
  readonly users?: readonly number[];
  readonly roleGroups?: readonly number[];
}

/**
 * Refuses with a 409 to take away the last administrator: somebody must be left who can make others. Asked before the write;
 * from here to its end no other transaction gets an answer, or two administrators could dismiss each other. One that can write
 * nothing dismisses nobody.
 */
export async function requireAnotherAdministrator(tx: Tx, { users = [], roleGroups = [] }: Losing): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(hashtext('innkeeper.administrator')) where not current_setting('transaction_read_only')::boolean`.execute(
    tx,
  );
  const { rows } = await sql<{ is_losing: boolean | null; is_left: boolean | null }>`
    select bool_or(loses) as is_losing, bool_or(not loses) as is_left
    from (
      select u.id = any(${users}::bigint[]) or u.role_group_id = any(${roleGroups}::bigint[]) as loses
      from users u
      where u.is_active and u.deleted_at is null and u.role_group_id in (${administratorGroups()})
    ) administrators`.execute(tx);
  if (rows[0]?.is_losing && !rows[0].is_left) throw fail('last_administrator');
}

/** Whether a role group's users are administrators, as it stands; those of none are not. */
export async function isAdministratorGroup(tx: Tx, roleGroupId: number | null): Promise<boolean> {
  const { rows } = await sql`select from (${administratorGroups()}) a where a.id = ${roleGroupId}`.execute(tx);
  return rows.length > 0;
}
