import { type Field, type ResourceDefinition, getResource } from '@innkeeper/contract';
import { sql } from 'kysely';
import type { Row } from './resource-hooks.ts';
import { recordZone, toInstant } from './conditions.ts';
import { createSource } from './source.ts';
import type { Write } from './write-services.ts';

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

export async function readHotelTimeZones(write: Write): Promise<HotelTimeZones> {
  const { d, timeZone } = write;
  const hotel = d.month && !('through' in d.month) ? d.month.hotel : undefined;
  const zoneByHotel =
    hotel !== undefined && Object.values(d.fields).some(usesHotelZone) ? await readZones(write, hotel) : undefined;
  return {
    zoneOf: (f, hotelId) => (usesHotelZone(f) ? zoneByHotel?.get(Number(hotelId)) : undefined) ?? timeZone,
    hotel,
  };
}

/** The zones of all records that a reference can point to, by id. */
async function readZones({ context, services, d }: Write, reference: string): Promise<ReadonlyMap<number, string>> {
  const f = d.fields[reference];
  if (f?.kind !== 'reference') throw new Error(`${d.key}.${reference} is no reference`);
  const source = createSource(getResource(f.to), services.hooksByResource);
  const zoneSql = sql.raw(recordZone(source) ?? 'null::text');
  const { rows } = await sql<{ id: number; zone: string }>`
    select t.id, ${zoneSql} as zone from ${sql.raw(source.from())}`.execute(context.tx);
  return new Map(rows.map(({ id, zone }) => [id, zone]));
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
