import { message, resources } from '@innkeeper/contract';
import type { FrontDesk } from '@innkeeper/contract/calls';
import type { Db } from '@innkeeper/db';
import { sql } from 'kysely';
import type { Actor } from '../access/actor.ts';
import { scopeConditionSql } from '../access/scope.ts';
import type { HooksByResource } from '../engine/resources/resource-hooks.ts';
import { createSource } from '../engine/resources/source.ts';
import { validationError } from '../platform/http/api-error.ts';

interface Services {
  readonly db: Db;
  readonly hooksByResource: HooksByResource;
}

/** A hotel at a moment: `day` is its local day, `YYYY-MM-DD`. */
export type DeskHotel = FrontDesk['hotel'] & { readonly day: string };

/**
 * The hotel of a front desk, which a user of one hotel may omit. Throws a 422 at `hotel_id` if it is missing or not
 * visible.
 */
export async function readDeskHotel(
  { db, hooksByResource }: Services,
  actor: Actor,
  hotelId: number | null,
  at: Date,
): Promise<DeskHotel> {
  const [onlyHotelId, ...otherHotelIds] = actor.hotels ?? [];
  if (hotelId === null && (onlyHotelId === undefined || otherHotelIds.length > 0))
    throw validationError({ hotel_id: [message('required')] });
  const id = hotelId ?? onlyHotelId;
  const source = createSource(resources.hotel, hooksByResource);
  const scope = scopeConditionSql(actor, source);
  const [hotel] = await db.read<DeskHotel & Record<string, unknown>>(
    sql`
    select t.id, t.name, t.code, n.currency, n.decimals, effective_time_zone(t.time_zone, n.time_zone) as time_zone,
      (${at}::timestamptz at time zone effective_time_zone(t.id))::date::text as day
    from ${sql.raw(source.from())} join country n on n.id = t.country_id where t.id = ${id}
      and t.deleted_at is null and ${scope}`.compile(db.kysely),
  );
  if (!hotel) throw validationError({ hotel_id: [message('reference')] });
  return hotel;
}
