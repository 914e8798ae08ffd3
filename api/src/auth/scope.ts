import type { ScopeRule } from '@innkeeper/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Source } from '../resources/source.ts';
import type { Actor } from './actor.ts';

/**
 * The one row scope: what of a resource an actor has in sight, as a where clause. Group level sees every row; region and
 * property level the rows of their hotels, somebody without a level nothing at all. Null means no limit.
 */
export function scopeSql(actor: Actor, source: Source): RawBuilder<unknown> | null {
  if (actor.accessLevel === null) return sql`false`;
  const rule: ScopeRule | undefined = source.definition.scope;
  if (!rule || actor.hotels === null) return null;
  const hotels = (rule.hotel ?? []).map((column) => sql.raw(source.ref(column)));
  const regions = (rule.region ?? []).map((column) => sql.raw(source.ref(column)));
  const sights = [
    ...hotels.map((ref) => sql`${ref} = any(${actor.hotels}::bigint[])`),
    ...regions.map((ref) => sql`${ref} = any(${actor.regions}::bigint[])`),
    ...(rule.open
      ? [
          sql`(${sql.join(
            [...hotels, ...regions].map((ref) => sql`${ref} is null`),
            sql` and `,
          )})`,
        ]
      : []),
  ];
  return sights.length === 0 ? sql`false` : sql`(${sql.join(sights, sql` or `)})`;
}

/** Whether a region is in an actor's sight as a whole. */
export const seesRegion = (actor: Actor, regionId: unknown): boolean =>
  actor.hotels === null || actor.regions.some((id) => id === regionId);
