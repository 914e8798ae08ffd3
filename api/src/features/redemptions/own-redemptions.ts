import { sql } from 'kysely';
import type { WriteContext } from '../../engine/resources/resource-hooks.ts';

/**
 * The redemptions that a hotel's system must not void: those that it did not make, and those of an earlier day in the
 * hotel's zone. The author comes from the audit log: a system has no user account, so `created_by_id` is null. Users
 * are not limited.
 */
export async function findForeignRedemptions(
  { tx, actor, now }: WriteContext,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  if (!actor.integration || ids.length === 0) return new Set();
  const { rows } = await sql<{ id: number }>`
    select r.id from voucher_redeem r join hotel_time_zone z on z.hotel_id = r.redeem_hotel_id
    where r.id = any(${ids}::bigint[])
      and ((r.redeem_date at time zone z.zone)::date <> (${now}::timestamptz at time zone z.zone)::date
        or not exists (
          select from audit_log o where o.resource = 'voucher_redeem' and o.record_id = r.id and o.action = 'create'
            and o.actor_id = ${actor.userId}))`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}
