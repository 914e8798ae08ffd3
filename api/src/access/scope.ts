import {
  ACCESS_LEVEL,
  type ResourceDefinition,
  type ScopeRule,
  getResource,
  permission,
  storedResourceKeys,
} from '@innkeeper/contract';
import { type RawBuilder, sql } from 'kysely';
import { type Actor, can } from './actor.ts';

/** The source of a resource's rows: its definition, and the SQL of each column. */
interface RowSource {
  readonly definition: ResourceDefinition;
  ref(column: string): string;
}

/** The parts of an actor that decide which rows they see. */
export type ActorScope = Pick<Actor, 'userId' | 'accessLevel' | 'hotels' | 'regions'> & Partial<Pick<Actor, 'roles'>>;

/**
 * The only implementation of row scope: a where clause for the rows that an actor may see. Group level sees every row;
 * region and property level see the rows of their hotels; an actor without a level sees nothing. Null means no limit.
 */
export function scopeSql(actor: ActorScope, source: RowSource): RawBuilder<unknown> | null {
  if (actor.accessLevel === null) return sql`false`;
  const rule: ScopeRule | undefined = source.definition.scope;
  if (rule?.kind !== undefined) {
    const kindCondition = visibleKindSql(actor, sql.raw(source.ref(rule.kind)));
    const rowCondition = visibleRowsSql(actor, source, rule);
    return kindCondition && rowCondition
      ? sql`(${kindCondition} and ${rowCondition})`
      : (kindCondition ?? rowCondition);
  }
  return visibleRowsSql(actor, source, rule);
}

/**
 * Rows that describe a record of another resource are visible to users who may view that resource. Null for users who
 * may view all of them.
 */
function visibleKindSql({ roles }: ActorScope, kind: RawBuilder<unknown>): RawBuilder<unknown> | null {
  const viewableKeys = storedResourceKeys.filter((key) => roles?.has(permission('VIEW', getResource(key).permission)));
  return viewableKeys.length === storedResourceKeys.length ? null : sql`${kind} = any(${viewableKeys}::text[])`;
}

function visibleRowsSql(actor: ActorScope, source: RowSource, rule: ScopeRule | undefined): RawBuilder<unknown> | null {
  if (!rule || actor.hotels === null) return null;
  const hotels = (rule.hotel ?? []).map((column) => sql.raw(source.ref(column)));
  const regions = (rule.region ?? []).map((column) => sql.raw(source.ref(column)));
  const userCondition = rule.user === undefined ? [] : [visibleUserSql(actor, sql.raw(source.ref(rule.user)))];
  if (hotels.length + regions.length === 0) return userCondition[0] ?? sql`false`;
  const conditions = [
    ...hotels.map((ref) => visibleHotelSql(actor, ref)),
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
  return sql.join([sql`(${sql.join(conditions, sql` or `)})`, ...userCondition], sql` and `);
}

/**
 * A where clause for the rows that totals over an actor's hotels include. Each row counts at one hotel only, so hotels
 * add up to their region. Other visible rows count elsewhere. Null means no limit. See
 * docs/decisions/0085-count-each-record-at-exactly-one-hotel-in-sums.md.
 */
export function countedSql(actor: ActorScope, source: RowSource): RawBuilder<unknown> | null {
  const [hotel] = source.definition.scope?.hotel ?? [];
  if (hotel === undefined || actor.hotels === null) return scopeSql(actor, source);
  return visibleHotelSql(actor, sql.raw(source.ref(hotel)));
}

/**
 * Visible rows that count at hotels other than the actor's: sales to the actor's members elsewhere, and members of
 * other hotels served here.
 */
export function elsewhereSql(actor: ActorScope, source: RowSource): RawBuilder<unknown> {
  const [scope, countedRows] = [scopeSql(actor, source), countedSql(actor, source)];
  return scope && countedRows ? sql`(${scope} and not ${countedRows})` : sql`false`;
}

/**
 * The row scope as a condition: true for an actor without limits. Call it before the source's `from`, to which it may
 * add joins.
 */
export const scopeConditionSql = (actor: ActorScope, source: RowSource): RawBuilder<unknown> =>
  scopeSql(actor, source) ?? sql`true`;

/** Rows of the source that the actor may view, as a where clause. */
export const viewableSql = (actor: Actor, source: RowSource): RawBuilder<unknown> =>
  can(actor, permission('VIEW', source.definition.permission)) ? scopeConditionSql(actor, source) : sql`false`;

/**
 * SQL condition: whether a user is visible to the actor. An actor who does not see every hotel sees themselves, and
 * users whose staff assignments all lie within the actor's hotels and regions. For a user without assignments the
 * deleted ones decide. A user who never had any is visible while requesting access; afterwards only the user who
 * approved or created them sees them, to assign a hotel.
 */
export function visibleUserSql(
  { userId, hotels, regions }: Pick<Actor, 'userId' | 'hotels' | 'regions'>,
  id: RawBuilder<unknown>,
): RawBuilder<unknown> {
  if (hotels === null) return sql`true`;
  if (hotels.length + regions.length === 0) return sql`${id} = ${userId}`;
  return sql`(${id} = ${userId} or exists (
    select from users p
    left join role_group g on g.id = p.role_group_id
    left join option_detail level on level.id = g.access_type_id
    where p.id = ${id} and level.code is distinct from ${ACCESS_LEVEL.group}
      and coalesce(
        (select coalesce(bool_and(assignment.is_within) filter (where a.deleted_at is null), bool_and(assignment.is_within))
         from region_users a
         cross join lateral (select case when a.restrict_hotel_id is null then a.region_id = any(${regions}::bigint[])
                                         else a.restrict_hotel_id = any(${hotels}::bigint[]) end as is_within) assignment
         where a.user_id = p.id),
        p.role_group_id is null or coalesce(p.created_by_id, p.updated_by_id) = ${userId})))`;
}

/**
 * The scope of hotel data that is not a resource, as a condition; `hotel` is the SQL of the hotel's id. `arraySql` is
 * the SQL of ids, for statements that hide them from the planner.
 */
export function visibleHotelSql(
  { accessLevel, hotels }: ActorScope,
  hotel: RawBuilder<unknown>,
  arraySql = (ids: readonly number[]): RawBuilder<unknown> => sql`${ids}::bigint[]`,
): RawBuilder<unknown> {
  if (accessLevel === null) return sql`false`;
  return hotels === null ? sql`true` : sql`${hotel} = any(${arraySql(hotels)})`;
}

/** Whether a hotel is visible to the actor. */
export const canSeeHotel = ({ accessLevel, hotels }: ActorScope, hotelId: number): boolean =>
  accessLevel !== null && (hotels === null || hotels.includes(hotelId));

/** Whether a region as a whole is visible to the actor. */
export const canSeeRegion = (actor: Actor, regionId: unknown): boolean =>
  actor.hotels === null || actor.regions.some((id) => id === regionId);
