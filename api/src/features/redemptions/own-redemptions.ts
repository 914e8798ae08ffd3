import { sql } from 'kysely';
import { apiError } from '../../platform/http/api-error.ts';
import type { Row, WriteContext } from '../../engine/resources/resource-hooks.ts';
import { redemptionTexts } from '../../texts/redemptions.ts';

/**
 * Throws a 403 if a hotel's system voids a redemption that it did not make, or one of an earlier day in the hotel's
 * zone. The author comes from the audit log: a system has no user account, so `created_by_id` is null.
 */
export async function requireOwnRedemptions({ tx, actor, now }: WriteContext, rows: readonly Row[]): Promise<void> {
  if (!actor.integration) return;
  const ids = rows.map(({ id }) => id);
  const { rows: rejectedRows } = await sql`
    select from voucher_redeem r join hotel_time_zone z on z.hotel_id = r.redeem_hotel_id
    where r.id = any(${ids}::bigint[])
      and ((r.redeem_date at time zone z.zone)::date <> (${now}::timestamptz at time zone z.zone)::date
        or not exists (
          select from audit_log o where o.resource = 'voucher_redeem' and o.record_id = r.id and o.action = 'create'
            and o.actor_id = ${actor.userId}))
    limit 1`.execute(tx);
  if (rejectedRows.length > 0) throw apiError('forbidden', { message: redemptionTexts.ownOfToday });
}
