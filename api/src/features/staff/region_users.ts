import { message } from '@innkeeper/contract';
import { sql } from 'kysely';
import { assertUsersWithinRights } from '../../access/own-rights.ts';
import { canSeeRegion } from '../../access/scope.ts';
import { validationError } from '../../platform/http/api-error.ts';
import {
  type ResourceHooks,
  type Row,
  type Values,
  type WriteContext,
  checkEach,
} from '../../engine/resources/resource-hooks.ts';

/**
 * Assignments of users to regions and hotels. Nobody may grant more visibility than they have, or change the
 * assignments of a stronger user.
 */
export const region_users: ResourceHooks = {
  check: checkEach(async (context, { action, before, values }) => {
    await requireUsers(context, [before, values]);
    if (action === 'delete') return;
    const assignment = {
      regionId: resolveId(values, before, 'region_id'),
      hotelId: resolveId(values, before, 'restrict_hotel_id'),
    };
    await assertHotelInRegion(context, assignment);
    assertVisibleRegion(context, assignment);
  }),
};

/** Rejects the change unless all of these assignments are of users within the actor's own permissions. */
async function requireUsers({ tx, actor }: WriteContext, rows: readonly (Values | null)[]): Promise<void> {
  const ids = rows.flatMap((row) => (typeof row?.user_id === 'number' ? [row.user_id] : []));
  await assertUsersWithinRights(tx, actor, ids, 'user_id');
}

interface Assignment {
  readonly regionId: number | null;
  readonly hotelId: number | null;
}

function resolveId(values: Values, before: Row | null, field: string): number | null {
  const id = values[field] === undefined ? before?.[field] : values[field];
  return typeof id === 'number' ? id : null;
}

async function assertHotelInRegion({ tx }: WriteContext, { regionId, hotelId }: Assignment): Promise<void> {
  if (hotelId === null) return;
  const { rows } = await sql`select from hotel h join country c on c.id = h.country_id where h.id = ${hotelId}
        and c.region_id = ${regionId}`.execute(tx);
  if (rows.length === 0) throw validationError({ restrict_hotel_id: [message('hotel_outside_region')] });
}

/**
 * A region without a hotel is assigned as a whole, which requires an actor who sees all of it. A hotel is checked as a
 * reference.
 */
function assertVisibleRegion({ actor }: WriteContext, { regionId, hotelId }: Assignment): void {
  if (hotelId === null && !canSeeRegion(actor, regionId)) throw validationError({ region_id: [message('reference')] });
}
