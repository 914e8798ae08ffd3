import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../access/actor.ts';

/** SQL condition: whether the actor sees all hotels of the country `n`. */
export const canSeeWholeCountrySql = ({ hotels, accessLevel }: Actor): RawBuilder<unknown> => {
  if (accessLevel === null) return sql`false`;
  if (hotels === null) return sql`true`;
  return sql`(exists (select from hotel h where h.country_id = n.id and h.id = any(${hotels}::bigint[]))
    and not exists (select from hotel h where h.country_id = n.id and h.deleted_at is null
        and h.id <> all(${hotels}::bigint[])))`;
};
