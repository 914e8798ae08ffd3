import { message } from '@innkeeper/contract';
import { sql } from 'kysely';
import { seesRegion } from '../../access/scope.ts';
import { invalid } from '../../platform/http/fail.ts';
import { type Behaviour, type Row, type WriteContext, mayAsk } from '../../engine/resources/behaviour.ts';
import { refusalBy } from '../../engine/resources/refusals.ts';
import { isTimeZone } from './country.ts';
import { askWhetherMoved, requireToMove } from './moved-region.ts';

/**
 * Hotels. A country that is still in the reserved region World has no region of the group, so no hotel can stand there. A user who
 * does not see a region as a whole neither opens a hotel in it nor moves one there, and moving one takes the right to assign users.
 */
export const hotel: Behaviour = {
  beforeWrite: async (context, values, before) => {
    if ((values.time_zone ?? null) !== null && !isTimeZone(values.time_zone))
      throw invalid({ time_zone: [message('time_zone')] });
    if (values.country_id !== undefined && values.country_id !== before?.country_id) {
      await refuseCountry(context, values.country_id, before);
    }
    return values;
  },
};

async function refuseCountry(context: WriteContext, countryId: unknown, before: Row | null): Promise<void> {
  const { tx, actor } = context;
  const { rows } = await sql<{ region_id: number; code: string; from: number | null; is_other_money: boolean }>`
    select r.id as region_id, r.code, had.region_id as "from", coalesce(had.currency <> c.currency and has_money(${before?.id ?? null}), false) as is_other_money
    from country c join region r on r.id = c.region_id left join country had on had.id = ${before?.country_id ?? null}
    where c.id = ${countryId}`.execute(tx);
  const [region] = rows;
  if (!seesRegion(actor, region?.region_id)) throw invalid({ country_id: [message('reference')] });
  if (region?.code === 'WORLD') throw invalid({ country_id: [message('country_without_region')] });
  // Checks the rule of the database (keep_hotel_currency).
  if (region?.is_other_money) throw refusalBy('hotel_currency_settled', 'country_id');
  if (!before || !region || region.from === null || region.from === region.region_id) return;
  requireToMove(context, 'country_id');
  if (!mayAsk(context)) return;
  const place = { field: 'country_id', name: before.name, hotels: sql`select ${before.id}::bigint` };
  await askWhetherMoved(context, { ...place, from: region.from, to: region.region_id });
}
