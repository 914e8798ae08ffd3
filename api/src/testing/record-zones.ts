import { type ResourceDefinition, findColumn } from '@innkeeper/contract';
import type { Db } from '@innkeeper/db';
import { sql } from 'kysely';
import type { ResponseRecord } from './responses.ts';

/** The time zone of a resource's records: that of a record's hotel or of its country; UTC without a hotel. */
export async function loadZones(db: Db, d: ResourceDefinition): Promise<(row: ResponseRecord) => string> {
  const { rows } = await sql<{ id: number; zone: string }>`
    select hotel_id as id, zone from hotel_time_zone`.execute(db.kysely);
  const zones = new Map(rows.map(({ id, zone }) => [id, zone]));
  const path = findColumn(d, d.scope?.hotel?.[0] ?? '');
  if (!path) return () => 'UTC';
  // Follows references from record to record, to the hotel at the end of the path.
  const hotels = new Map<string, ReadonlyMap<number, number>>();
  const steps = [...path.relations.map((r) => r.field), path.field ?? 'id'];
  for (const [i, { to }] of path.relations.entries()) {
    const field = steps[i + 1] ?? 'id';
    const { rows: pairs } = await sql<{ id: number; value: number }>`
      select id, ${sql.ref(field)} as value from ${sql.table(to)}`.execute(db.kysely);
    hotels.set(`${i}`, new Map(pairs.map(({ id, value }) => [id, value])));
  }
  return (row) => {
    let hotelId: number | undefined = Number(row[steps[0] ?? 'id']);
    for (const i of path.relations.keys()) hotelId = hotels.get(`${i}`)?.get(hotelId ?? 0);
    return zones.get(hotelId ?? 0) ?? 'UTC';
  };
}
