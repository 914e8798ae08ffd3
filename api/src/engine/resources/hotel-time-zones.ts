import type { Field, ResourceDefinition } from '@innkeeper/contract';
import { sql } from 'kysely';
import type { Row, WriteContext } from './resource-hooks.ts';
import { toInstant } from './conditions.ts';

/**
 * The time zones of moments in a set of rows, such as a file or a bulk edit: events at a hotel use its zone, as in
 * exports; all others use the request's zone.
 */
export interface HotelTimeZones {
  /** The zone of a field, by the hotel of the changed record or of the row. */
  readonly zoneOf: (f: Field, hotelId: unknown) => string;
  /** The field with the record's hotel; undefined if the resource has no moments at a hotel. */
  readonly hotel: string | undefined;
}

export async function readHotelTimeZones(
  { tx }: WriteContext,
  d: ResourceDefinition,
  timeZone: string,
): Promise<HotelTimeZones> {
  const hotel = d.month && !('through' in d.month) ? d.month.hotel : undefined;
  const hasHotelTimes = hotel !== undefined && Object.values(d.fields).some(usesHotelZone);
  const { rows } = hasHotelTimes
    ? await sql<{ id: number; zone: string }>`select id, effective_time_zone(id) as zone from hotel`.execute(tx)
    : { rows: [] };
  const zoneByHotel = new Map(rows.map(({ id, zone }) => [id, zone]));
  return {
    zoneOf: (f, hotelId) => (usesHotelZone(f) ? zoneByHotel.get(Number(hotelId)) : undefined) ?? timeZone,
    hotel,
  };
}

const usesHotelZone = (f: Field): boolean => f.kind === 'instant' && f.inHotelZone === true;

/** A date and a time without a zone. */
const LOCAL_DATE_TIME = /^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}(?::\d{2})?$/;

/** Converts a row's moments to ISO 8601, using the zone of its hotel. Any other text is left for validation. */
export function resolveMoments(
  d: ResourceDefinition,
  values: Record<string, unknown>,
  before: Row | null,
  { zoneOf, hotel }: HotelTimeZones,
): void {
  if (hotel === undefined) return;
  for (const [name, f] of Object.entries(d.fields)) {
    const text = values[name];
    if (!usesHotelZone(f) || typeof text !== 'string' || !LOCAL_DATE_TIME.test(text)) continue;
    try {
      values[name] = toInstant(text, zoneOf(f, values[hotel] ?? before?.[hotel])).toISOString();
    } catch {
      continue;
    }
  }
}
