import { message } from '@innkeeper/contract';
import { sql } from 'kysely';
import { canSeeRegion } from '../../access/scope.ts';
import { invalid } from '../../platform/http/api-error.ts';
import { type ResourceHooks, type Row, type WriteContext, canConfirm } from '../../engine/resources/resource-hooks.ts';
import { errorForConstraint } from '../../engine/resources/constraint-errors.ts';
import { isTimeZone } from './country.ts';
import { confirmMove, requireMovePermission } from './region-move.ts';

/**
 * Hotels. A country in the reserved region World belongs to no region of the group, so it cannot have hotels. Opening a
 * hotel in a region, or moving one there, requires a user who sees that region as a whole; moving one also requires the
 * right to assign users.
 */
export const hotel: ResourceHooks = {
  beforeWrite: async (context, values, before) => {
    if ((values.time_zone ?? null) !== null && !isTimeZone(values.time_zone))
      throw invalid({ time_zone: [message('time_zone')] });
    if (values.country_id !== undefined && values.country_id !== before?.country_id) {
      await assertCountry(context, values.country_id, before);
    }
    return values;
  },
};

async function assertCountry(context: WriteContext, countryId: unknown, before: Row | null): Promise<void> {
  const { tx, actor } = context;
  const { rows } = await sql<{ region_id: number; code: string; from: number | null; is_other_money: boolean }>`
    select r.id as region_id, r.code, had.region_id as "from",
      coalesce(had.currency <> c.currency and has_amounts(${before?.id ?? null}), false) as is_other_money
    from country c join region r on r.id = c.region_id left join country had on had.id = ${before?.country_id ?? null}
    where c.id = ${countryId}`.execute(tx);
  const [region] = rows;
  if (!canSeeRegion(actor, region?.region_id)) throw invalid({ country_id: [message('reference')] });
  if (region?.code === 'WORLD') throw invalid({ country_id: [message('country_without_region')] });
  // Checks the rule of the database (guard_hotel_currency_immutable).
  if (region?.is_other_money) throw errorForConstraint('hotel_currency_immutable', 'country_id');
  if (!before || !region || region.from === null || region.from === region.region_id) return;
  requireMovePermission(context, 'country_id');
  if (!canConfirm(context)) return;
  const place = { field: 'country_id', name: before.name, hotels: sql`select ${before.id}::bigint` };
  await confirmMove(context, { ...place, from: region.from, to: region.region_id });
}
