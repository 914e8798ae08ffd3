import { ACCESS_LEVEL, message } from '@innkeeper/contract';
import { sql } from 'kysely';
import { invalid } from '../http/fail.ts';
import type { Behaviour, Row, Values, WriteContext } from '../resources/behaviour.ts';

/** Assignments of users to regions and hotels. Nobody gives sight of more than they see themselves. */
export const region_users: Behaviour = {
  beforeWrite: async (context, values, before) => {
    const assignment = {
      regionId: idOf(values, before, 'region_id'),
      userId: idOf(values, before, 'user_id'),
      hotelId: idOf(values, before, 'restrict_hotel_id'),
    };
    await refuseForeignHotel(context, assignment);
    await refuseForeignRegion(context, assignment);
    return values;
  },
};

interface Assignment {
  readonly regionId: number | null;
  readonly userId: number | null;
  readonly hotelId: number | null;
}

function idOf(values: Values, before: Row | null, field: string): number | null {
  const id = values[field] === undefined ? before?.[field] : values[field];
  return typeof id === 'number' ? id : null;
}

async function refuseForeignHotel({ tx }: WriteContext, { regionId, hotelId }: Assignment): Promise<void> {
  if (hotelId === null) return;
  const { rows } =
    await sql`select from hotel h join country c on c.id = h.country_id where h.id = ${hotelId} and c.region_id = ${regionId}`.execute(
      tx,
    );
  if (rows.length === 0) throw invalid({ restrict_hotel_id: [message('hotel_outside_region')] });
}

/** A region without a hotel, and any region for a user of region level, is given as a whole: only by who sees all of it. */
async function refuseForeignRegion(
  { tx, actor }: WriteContext,
  { regionId, userId, hotelId }: Assignment,
): Promise<void> {
  if (actor.hotels === null || regionId === null || actor.regions.includes(regionId)) return;
  const { rows } = await sql`
    select from users u join role_group g on g.id = u.role_group_id join option_detail level on level.id = g.access_type_id
    where u.id = ${userId} and level.code = ${ACCESS_LEVEL.region}`.execute(tx);
  if (hotelId === null || rows.length > 0) throw invalid({ region_id: [message('reference')] });
}
