import { type CallListKey, type NestedRecord, message, permission, resources } from '@innkeeper/contract';
import type { Db } from '@innkeeper/db';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import { canSeeHotel, scopeConditionSql } from '../../access/scope.ts';
import { hotelStaffSql } from '../../domain/hotel-staff.ts';
import type { HooksByResource, WriteContext } from '../../engine/resources/resource-hooks.ts';
import { createSource } from '../../engine/resources/source.ts';
import { validationError } from '../../platform/http/api-error.ts';

type Owner = Pick<NestedRecord, 'id' | 'name'>;

/** SQL: the users `u` who can take calls with members of a hotel: its staff who may log calls, and the actor. */
const ownersSql = (actor: Pick<Actor, 'userId'>, hotel: RawBuilder<unknown>): RawBuilder<unknown> =>
  hotelStaffSql(actor, hotel, [permission('STORE', resources.member.permission)]);

/** Who can take calls with members of a hotel. Throws a 422 if the actor does not see the hotel. */
export async function readOwners(db: Db, actor: Actor, hotelId: number): Promise<readonly Owner[]> {
  if (!canSeeHotel(actor, hotelId)) throw validationError({ hotel_id: [message('reference')] });
  const statement = sql`
    select u.id, u.name ${ownersSql(actor, sql`${hotelId}::bigint`)} order by u.id <> ${actor.userId}, u.name, u.id`.compile(
    db.kysely,
  );
  return db.read<Record<string, unknown> & Owner>(statement);
}

/**
 * Assigns the call with a member to a user who can take it, or to nobody. Throws a 422 if the actor does not see the
 * member, or the user cannot take calls of the member's hotel.
 */
export async function assignOwner(
  { tx, actor }: WriteContext,
  hooksByResource: HooksByResource,
  key: CallListKey,
  { memberId, userId }: { readonly memberId: number; readonly userId: number | null },
): Promise<Owner | null> {
  const source = createSource(resources.member, hooksByResource);
  const scope = scopeConditionSql(actor, source);
  const { rows: members } = await sql<{ hotel_id: number }>`
    select t.hotel_id from ${sql.raw(source.from())}
    where t.id = ${memberId} and t.deleted_at is null and ${scope}`.execute(tx);
  const [member] = members;
  if (!member) throw validationError({ member_id: [message('reference')] });
  if (userId === null) {
    await sql`delete from call_owner where member_id = ${memberId} and work_list = ${key}`.execute(tx);
    return null;
  }
  const { rows: owners } = await sql<Owner>`
    select u.id, u.name ${ownersSql(actor, sql`${member.hotel_id}::bigint`)} and u.id = ${userId}`.execute(tx);
  const [owner] = owners;
  if (!owner) throw validationError({ user_id: [message('reference')] });
  await sql`
    insert into call_owner (member_id, work_list, user_id, assigned_by_id)
    values (${memberId}, ${key}, ${userId}, ${actor.userId})
    on conflict (member_id, work_list) do update
      set user_id = excluded.user_id, assigned_by_id = excluded.assigned_by_id, assigned_at = excluded.assigned_at`.execute(
    tx,
  );
  return owner;
}
