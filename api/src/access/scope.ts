import {
  ACCESS_LEVEL,
  type ResourceDefinition,
  type ScopeRule,
  getResource,
  permission,
  recordedKeys,
} from '@innkeeper/contract';
import { type RawBuilder, sql } from 'kysely';
import { type Actor, can } from './actor.ts';

/** The source of a resource's rows: its definition, and the SQL of each column. */
interface Rows {
  readonly definition: ResourceDefinition;
  ref(column: string): string;
}

/** The parts of an actor that decide which rows they see. */
export type Sight = Pick<Actor, 'userId' | 'accessLevel' | 'hotels' | 'regions'> & Partial<Pick<Actor, 'roles'>>;

/**
 * The one row scope: the rows of a resource that an actor has in sight, as a where clause. Group level sees every row; region and
 * property level see the rows of their hotels; an actor without a level sees nothing. Null means no limit.
 */
export function scopeSql(actor: Sight, source: Rows): RawBuilder<unknown> | null {
  if (actor.accessLevel === null) return sql`false`;
  const rule: ScopeRule | undefined = source.definition.scope;
  if (rule?.kind !== undefined) {
    const kind = kindInSightSql(actor, sql.raw(source.ref(rule.kind)));
    const rows = rowsInSightSql(actor, source, rule);
    return kind && rows ? sql`(${kind} and ${rows})` : (kind ?? rows);
  }
  return rowsInSightSql(actor, source, rule);
}

/** Rows that speak of a record of another resource are for users who may view that one. Null for users who may view them all. */
function kindInSightSql({ roles }: Sight, kind: RawBuilder<unknown>): RawBuilder<unknown> | null {
  const viewed = recordedKeys.filter((key) => roles?.has(permission('VIEW', getResource(key).permission)));
  return viewed.length === recordedKeys.length ? null : sql`${kind} = any(${viewed}::text[])`;
}

function rowsInSightSql(actor: Sight, source: Rows, rule: ScopeRule | undefined): RawBuilder<unknown> | null {
  if (!rule || actor.hotels === null) return null;
  const hotels = (rule.hotel ?? []).map((column) => sql.raw(source.ref(column)));
  const regions = (rule.region ?? []).map((column) => sql.raw(source.ref(column)));
  const person = rule.user === undefined ? [] : [userInSightSql(actor, sql.raw(source.ref(rule.user)))];
  if (hotels.length + regions.length === 0) return person[0] ?? sql`false`;
  const sights = [
    ...hotels.map((ref) => hotelInSightSql(actor, ref)),
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
  return sql.join([sql`(${sql.join(sights, sql` or `)})`, ...person], sql` and `);
}

/**
 * The rows that a sum over an actor's hotels counts, as a where clause: each at one hotel alone, so that hotels add up to their region. Other
 * visible rows count elsewhere. Null means no limit. See docs/decisions/0085-sums-of-hotels.md.
 */
export function countedSql(actor: Sight, source: Rows): RawBuilder<unknown> | null {
  const [hotel] = source.definition.scope?.hotel ?? [];
  if (hotel === undefined || actor.hotels === null) return scopeSql(actor, source);
  return hotelInSightSql(actor, sql.raw(source.ref(hotel)));
}

/** The visible rows that count at other hotels than an actor's: sales that the actor's members made there, members who are served there. */
export function elsewhereSql(actor: Sight, source: Rows): RawBuilder<unknown> {
  const [scope, counted] = [scopeSql(actor, source), countedSql(actor, source)];
  return scope && counted ? sql`(${scope} and not ${counted})` : sql`false`;
}

/** The row scope as a condition: true where nothing bounds the actor. */
export const hereSql = (actor: Sight, source: Rows): RawBuilder<unknown> => scopeSql(actor, source) ?? sql`true`;

/** Rows of the source that the actor may view, as a where clause. */
export const viewedSql = (actor: Actor, source: Rows): RawBuilder<unknown> =>
  can(actor, permission('VIEW', source.definition.permission)) ? hereSql(actor, source) : sql`false`;

/**
 * Whether a user is in the actor's sight. An actor who does not see every hotel sees oneself, and users whose places all lie within one's
 * own, so that nobody sees a user who sees more. A user without a place is judged by their deleted places; a user who never had one is seen
 * while asking for access, and then by the user who approved or made them, to be given one.
 */
export function userInSightSql(
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
        (select coalesce(bool_and(place.is_own) filter (where a.deleted_at is null), bool_and(place.is_own))
         from region_users a
         cross join lateral (select case when a.restrict_hotel_id is null then a.region_id = any(${regions}::bigint[])
                                         else a.restrict_hotel_id = any(${hotels}::bigint[]) end as is_own) place
         where a.user_id = p.id),
        p.role_group_id is null or coalesce(p.created_by_id, p.updated_by_id) = ${userId})))`;
}

/** The scope of what belongs to a hotel and is no resource, as a condition: `hotel` is the SQL of the hotel's id. */
export function hotelInSightSql({ accessLevel, hotels }: Sight, hotel: RawBuilder<unknown>): RawBuilder<unknown> {
  if (accessLevel === null) return sql`false`;
  return hotels === null ? sql`true` : sql`${hotel} = any(${hotels}::bigint[])`;
}

/** Whether a hotel is in an actor's sight. */
export const seesHotel = ({ accessLevel, hotels }: Sight, hotelId: number): boolean =>
  accessLevel !== null && (hotels === null || hotels.includes(hotelId));

/** Whether a region is in an actor's sight as a whole. */
export const seesRegion = (actor: Actor, regionId: unknown): boolean =>
  actor.hotels === null || actor.regions.some((id) => id === regionId);
