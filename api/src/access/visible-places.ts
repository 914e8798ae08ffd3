import type { Db } from '@innkeeper/db';
import { sql } from 'kysely';
import type { ActorScope } from './scope.ts';

/** A hotel, or a region with all its hotels. */
interface VisiblePlace {
  readonly name: string;
  readonly is_region: boolean;
}

/** What an actor sees: whole regions, then single hotels outside these. Null means every hotel. */
export async function findVisiblePlaces(
  db: Db,
  { hotels, regions }: ActorScope,
): Promise<readonly VisiblePlace[] | null> {
  if (hotels === null) return null;
  return db.read<VisiblePlace>(
    sql`
      select r.name, true as is_region from region r where r.id = any(${regions}::bigint[])
      union all
      select h.name, false from hotel h join country c on c.id = h.country_id
      where h.id = any(${hotels}::bigint[]) and h.deleted_at is null and c.region_id <> all(${regions}::bigint[])
      order by 2 desc, 1`.compile(db.kysely),
  );
}
