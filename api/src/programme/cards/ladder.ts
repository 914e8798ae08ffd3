import { type RawBuilder, sql } from 'kysely';

/** SQL: whether a membership, by its alias, is open to a region. */
export const isOpenToRegion = (alias: string, region: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`(${sql.ref(`${alias}.restrict_region_id`)} is null or ${sql.ref(`${alias}.restrict_region_id`)} = ${region})`;

/** SQL `from …`: as `o` the next membership on the ladder, which is the one of the next higher rank that is open to the region. Rank 0 stands outside of it. */
export const fromNextLevel = (rank: RawBuilder<unknown>, region: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`from membership o where o.deleted_at is null and o.rank > ${rank} and ${rank} > 0 and ${isOpenToRegion('o', region)} order by o.rank, o.id limit 1`;
