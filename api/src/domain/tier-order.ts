import { type RawBuilder, sql } from 'kysely';

// The order of tiers, which several features use. See
// docs/decisions/0095-put-rules-that-features-share-in-a-domain-layer.md.

/** SQL: whether a membership (given by its alias) is open to a region. */
export const isOpenToRegionSql = (alias: string, region: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`(${sql.ref(`${alias}.restrict_region_id`)} is null or ${sql.ref(`${alias}.restrict_region_id`)} = ${region})`;

/** SQL `from …` with the alias `o`: the next membership in tier order that is open to the region, see `next_tier`. */
export const fromNextTierSql = (rank: RawBuilder<unknown>, region: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`from next_tier(${rank}, ${region}) o`;
