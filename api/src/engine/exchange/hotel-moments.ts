import type { Field, ResourceDefinition } from '@innkeeper/contract';
import { sql } from 'kysely';
import type { Row, WriteContext } from '../resources/behaviour.ts';
import { toInstant } from '../resources/conditions.ts';

/**
 * The zones in which a file tells moments: events at a hotel in its zone, as exports do, all others in that of the
 * request.
 */
export interface Zones {
  /** The zone of a record's field, by the record that it changes, or by the hotel that the row says. */
  readonly of: (f: Field, hotelId: unknown) => string;
  /** The field that says the hotel of a record; undefined where nothing of it happens at one. */
  readonly hotel: string | undefined;
}

export async function readZones({ tx }: WriteContext, d: ResourceDefinition, timeZone: string): Promise<Zones> {
  const hotel = d.month && !('through' in d.month) ? d.month.hotel : undefined;
  const isAny = hotel !== undefined && Object.values(d.fields).some(isAtHotel);
  const { rows } = isAny
    ? await sql<{ id: number; zone: string }>`select id, zone_of(id) as zone from hotel`.execute(tx)
    : { rows: [] };
  const zones = new Map(rows.map(({ id, zone }) => [id, zone]));
  return { of: (f, hotelId) => (isAtHotel(f) ? zones.get(Number(hotelId)) : undefined) ?? timeZone, hotel };
}

const isAtHotel = (f: Field): boolean => f.kind === 'instant' && f.atHotel === true;

/** A day and a time without a zone. */
const LOCAL = /^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}(?::\d{2})?$/;

/** Tells the moments of a row as ISO 8601, each by its hotel. Any other text stays as it is, to be judged. */
export function tellMoments(
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
