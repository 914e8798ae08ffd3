import { WORLD_REGION, message } from '@innkeeper/contract';
import { sql } from 'kysely';
import { canSeeRegion } from '../../access/scope.ts';
import { validationError } from '../../platform/http/api-error.ts';
import {
  type ResourceHooks,
  type Row,
  type WriteContext,
  checkEach,
  shouldConfirm,
} from '../../engine/resources/resource-hooks.ts';
import { errorForConstraint } from '../../engine/resources/constraint-errors.ts';
import { isTimeZone } from './country.ts';
import { confirmMove, requireMovePermission } from './region-move.ts';

/**
 * Hotels. A country in the reserved region World belongs to no region of the group, so it cannot have hotels. Opening a
 * hotel in a region, or moving one there, requires a user who sees that region as a whole; moving one also requires the
 * right to assign users.
 */
export const hotel: ResourceHooks = {
  check: checkEach(async (context, { action, before, values }) => {
    if (action === 'delete') return;
    if ((values.time_zone ?? null) !== null && !isTimeZone(values.time_zone))
      throw validationError({ time_zone: [message('time_zone')] });
    if (values.country_id !== undefined && values.country_id !== before?.country_id) {
      await assertCountry(context, values.country_id, before);
    }
  }),
};

async function assertCountry(context: WriteContext, countryId: unknown, before: Row | null): Promise<void> {
  const { tx, actor } = context;
  const { rows } = await sql<{ region_id: number; code: string; from: number | null; changes_currency: boolean }>`
    select r.id as region_id, r.code, previous.region_id as "from",
      coalesce(previous.currency <> c.currency and has_amounts(${before?.id ?? null}), false) as changes_currency
    from country c join region r on r.id = c.region_id left join country previous on previous.id = ${before?.country_id ?? null}
    where c.id = ${countryId}`.execute(tx);
  const [newCountry] = rows;
  if (!canSeeRegion(actor, newCountry?.region_id)) throw validationError({ country_id: [message('reference')] });
  if (newCountry?.code === WORLD_REGION) throw validationError({ country_id: [message('country_without_region')] });
  // Checks the rule of the database (keep_currency).
  if (newCountry?.changes_currency) throw errorForConstraint('hotel_currency_immutable', 'country_id');
  if (!before || !newCountry || newCountry.from === null || newCountry.from === newCountry.region_id) return;
  requireMovePermission(context, 'country_id');
  if (!shouldConfirm(context)) return;
  const move = { field: 'country_id', name: before.name, hotels: sql`select ${before.id}::bigint` };
  await confirmMove(context, { ...move, from: newCountry.from, to: newCountry.region_id });
}
