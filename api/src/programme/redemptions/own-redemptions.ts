import { sql } from 'kysely';
import { fail } from '../../platform/http/fail.ts';
import type { Row, WriteContext } from '../../engine/resources/behaviour.ts';

const OWN_OF_TODAY = {
  en: 'A hotel’s system voids only its own redemptions, on the day of the redemption. Ask staff with the right to void redemptions.',
  id: 'Sistem hotel hanya membatalkan penukarannya sendiri, pada hari penukaran. Minta staf yang berhak membatalkan penukaran.',
};

/**
 * Throws a 403 where a hotel's system voids a redemption that it did not make, or one of an earlier day in the zone of the hotel. The
 * operation log says who made it: a system is nobody's account, so that `created_by_id` is null.
 */
export async function requireOwnRedemptions({ tx, actor, now }: WriteContext, rows: readonly Row[]): Promise<void> {
  if (!actor.integration) return;
  const ids = rows.map(({ id }) => id);
  const { rows: others } = await sql`
    select from voucher_redeem r join hotel_zone z on z.hotel_id = r.redeem_hotel_id
    where r.id = any(${ids}::bigint[])
      and ((r.redeem_date at time zone z.zone)::date <> (${now}::timestamptz at time zone z.zone)::date
        or not exists (
          select from operation o where o.resource = 'voucher_redeem' and o.record_id = r.id and o.action = 'create' and o.actor_id = ${actor.userId}))
    limit 1`.execute(tx);
  if (others.length > 0) throw fail('forbidden', { message: OWN_OF_TODAY });
}
