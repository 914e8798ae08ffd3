import type { ResourceDefinition } from '@innkeeper/contract';
import type { Db } from '@innkeeper/db';
import { sql } from 'kysely';
import type { Answered } from './answers.ts';

/** Where the days of a resource's records are meant: in the zone of a record's hotel or of its country; UTC without a hotel. */
export async function recordZones(db: Db, d: ResourceDefinition): Promise<(row: Answered) => string> {
  const { rows } = await sql<{ id: number; zone: string }>`
    select h.id, coalesce(h.time_zone, c.time_zone) as zone from hotel h join country c on c.id = h.country_id`.execute(
    db.kysely,
  );
  const zones = new Map(rows.map(({ id, zone }) => [id, zone]));
  const field = d.scope?.hotel?.[0];
  return (row) => (field === undefined ? 'UTC' : (zones.get(Number(row[field])) ?? 'UTC'));
}
