import { ACCESS_LEVEL, type Label, permission, resources } from '@innkeeper/contract';
import { type RawBuilder, sql } from 'kysely';
import { can } from '../../access/actor.ts';
import { beyondOwnRightsError } from '../../access/own-rights.ts';
import { type WriteContext, confirmationRequired } from '../../engine/resources/resource-hooks.ts';
import { placeTexts } from '../../texts/places.ts';

/*
 * Moving a country or hotel to another region hides its members from some users and shows them to others, just like
 * assigning those users. It therefore requires the same right and a confirmation.
 */

/** Throws a 403 if a place is moved to another region without the right to assign users. */
export function requireMovePermission({ actor }: WriteContext, field: string): void {
  if (!can(actor, permission('UPDATE', resources.region_users.permission))) throw beyondOwnRightsError(field);
}

interface RegionMove {
  readonly field: string;
  readonly name: unknown;
  /** SQL for the ids of the hotels that move with the place. */
  readonly hotels: RawBuilder<unknown>;
  /** Region ids. */
  readonly from: number;
  readonly to: number;
}

/**
 * Requires a confirmation of the move that shows the affected members and users. A place without members needs none.
 */
export async function confirmMove({ tx }: WriteContext, { field, name, hotels, from, to }: RegionMove): Promise<void> {
  const { rows } = await sql<MoveImpact>`
    with assigned as (
      select a.user_id, bool_or(a.region_id = ${from}) as had, bool_or(a.region_id = ${to}) as gets
      from region_users a
      join users u on u.id = a.user_id and u.is_active and u.deleted_at is null
      join role_group g on g.id = u.role_group_id and g.deleted_at is null
      join option_detail level on level.id = g.access_type_id and level.code <> ${ACCESS_LEVEL.group}
      where a.region_id in (${from}, ${to}) and a.restrict_hotel_id is null and a.deleted_at is null
      group by a.user_id
    )
    select r.name as region, (select count(*)::int from assigned where had and not gets) as lose,
      (select count(*)::int from assigned where gets and not had) as gain,
      (select count(*)::int from member m where m.deleted_at is null
         and (m.hotel_id in (${hotels}) or m.register_hotel_id in (${hotels}))) as members
    from region r where r.id = ${to}`.execute(tx);
  const [impact] = rows;
  if (impact && impact.members > 0) throw confirmationRequired(field, createConfirmation(name, impact));
}

interface MoveImpact {
  readonly region: string;
  readonly members: number;
  readonly lose: number;
  readonly gain: number;
}

const membersLabel = (count: number): Label => (count === 1 ? placeTexts.oneMember : placeTexts.members({ count }));
const usersLabel = (count: number): Label => (count === 1 ? placeTexts.oneUser : placeTexts.users({ count }));

const createConfirmation = (name: unknown, { region, members, lose, gain }: MoveImpact): Label =>
  placeTexts.move({
    name: String(name),
    region,
    members: membersLabel(members),
    lost: usersLabel(lose),
    gained: usersLabel(gain),
  });
