import type { Field, ResourceDefinition } from '@innkeeper/contract';
import { sql } from 'kysely';
import type { Row, WriteContext } from '../resources/resource-hooks.ts';
import { toInstant } from '../resources/conditions.ts';

/**
 * The time zones of moments in a file: events at a hotel use its zone, as in exports; all others use the request's
 * zone.
 */
export interface Zones {
  /** The zone of a field, by the hotel of the changed record or of the row. */
  readonly of: (f: Field, hotelId: unknown) => string;
  /** The field with the record's hotel; undefined if nothing in it happens at a hotel. */
  readonly hotel: string | undefined;
}

export async function readZones({ tx }: WriteContext, d: ResourceDefinition, timeZone: string): Promise<Zones> {
  const hotel = d.month && !('through' in d.month) ? d.month.hotel : undefined;
  const isAny = hotel !== undefined && Object.values(d.fields).some(isAtHotel);
  const { rows } = isAny
    ? await sql<{ id: number; zone: string }>`select id, effective_time_zone(id) as zone from hotel`.execute(tx)
    : { rows: [] };
  const zones = new Map(rows.map(({ id, zone }) => [id, zone]));
  return { of: (f, hotelId) => (isAtHotel(f) ? zones.get(Number(hotelId)) : undefined) ?? timeZone, hotel };
}

const isAtHotel = (f: Field): boolean => f.kind === 'instant' && f.atHotel === true;

/** A date and a time without a zone. */
const LOCAL = /^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}(?::\d{2})?$/;

/** Converts a row's moments to ISO 8601, using the zone of its hotel. Any other text is left for validation. */
export function resolveMoments(
  d: ResourceDefinition,
  values: Record<string, unknown>,
  before: Row | null,
  { of, hotel }: Zones,
): void {
  if (hotel === undefined) return;
  for (const [name, f] of Object.entries(d.fields)) {
    const text = values[name];
    if (!isAtHotel(f) || typeof text !== 'string' || !LOCAL.test(text)) continue;
    try {
      values[name] = toInstant(text, of(f, values[hotel] ?? before?.[hotel])).toISOString();
    } catch {
      continue;
    }
  }
}
