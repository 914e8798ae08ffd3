import { ACCESS_LEVEL } from '@innkeeper/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../access/actor.ts';

/**
 * SQL: the users `u` who work at a hotel and have one of these permissions: those assigned to the hotel or its region,
 * and the actor. Users who see every hotel are assigned to none.
 */
export const hotelStaffSql = (
  { userId }: Pick<Actor, 'userId'>,
  hotel: RawBuilder<unknown>,
  permissions: readonly string[],
): RawBuilder<unknown> => sql`
  from users u
  where u.is_active and u.deleted_at is null and (u.id = ${userId} or (
    exists (
      select from role_group g join option_detail level on level.id = g.access_type_id
      join role_group_role has on has.role_group_id = g.id join roles r on r.id = has.roles_id
      where g.id = u.role_group_id and g.deleted_at is null and level.code <> ${ACCESS_LEVEL.group}
        and r.name = any(${permissions}::text[]))
    and exists (
      select from region_users a where a.user_id = u.id and a.deleted_at is null
        and case when a.restrict_hotel_id is null then a.region_id = region_of(${hotel})
            else a.restrict_hotel_id = ${hotel} end)))`;
