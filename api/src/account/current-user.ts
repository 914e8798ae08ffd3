import { type CurrentUser, type NavigationBadge, buildNavigation, hasAnyPermission } from '@innkeeper/contract';
import type { Db } from '@innkeeper/db';
import { sql } from 'kysely';
import { apiError } from '../platform/http/api-error.ts';
import { canDecideSql } from '../access/decision-rights.ts';
import { type Actor, can } from '../access/actor.ts';
import { assertPermissionsVersion, permissionsVersionSql } from '../access/permissions-version.ts';
import { namedRecordSql } from '../access/named-records.ts';

interface CurrentUserRow {
  readonly username: string;
  readonly name: string;
  readonly email: string;
  readonly photoURL: string | null;
  readonly settings: unknown;
  readonly shortcuts: readonly string[];
  readonly hotels: readonly { id: number; code: string; name: string }[];
  /** The currency of the first of these hotels; null without a hotel. */
  readonly currency: string | null;
  readonly currencies: Readonly<Record<string, number>>;
  /** Approvals waiting for the user. */
  readonly approvals: number;
  /** Users waiting for a role group; null for an actor who cannot assign one. */
  readonly pending: number | null;
}

/** `data` of `GET /api/user`: the signed-in user, their rights, places and console settings. */
export async function readCurrentUser(db: Db, actor: Actor, now: Date): Promise<CurrentUser> {
  const statement = sql`
    select u.username, u.name, u.email, signed_file_path(photo.file, ${now}) as "photoURL",
      coalesce(p.settings, '{}') as settings, coalesce(p.shortcuts, '[]') as shortcuts,
      (select coalesce(json_agg(${namedRecordSql('h')} order by h.code, h.id), '[]')
       from hotel h where h.deleted_at is null and h.id = any(${actor.hotels ?? []}::bigint[])) as hotels,
      (select c.currency from hotel h join country c on c.id = h.country_id
       where h.deleted_at is null and h.id = any(${actor.hotels ?? []}::bigint[])
       order by h.code, h.id limit 1) as currency,
      (select coalesce(json_object_agg(currency, decimals), '{}') from (
         select distinct on (currency) currency, decimals from country where id in (select country_id from hotel)
         order by currency, deleted_at nulls first, id) c) as currencies,
      case when ${can(actor, 'UPDATE_USERS') && actor.hotels?.length !== 0} then
        (select count(*) from users where role_group_id is null and is_active and deleted_at is null) end as pending,
      (select count(*)::int from approval a where ${canDecideSql(actor, now)}) as approvals,
      ${permissionsVersionSql(actor, now)} as stamp
    from users u left join user_preference p on p.user_id = u.id left join user_photo photo on photo.user_id = u.id
    where u.id = ${actor.userId}`.compile(db.kysely);
  const [row] = await db.read<Record<string, unknown> & CurrentUserRow & { stamp: string | null }>(statement);
  assertPermissionsVersion(actor, row?.stamp ?? null);
  if (!row) throw apiError('unauthenticated');
  return toCurrentUser(actor, row);
}

function toCurrentUser(actor: Actor, row: CurrentUserRow): CurrentUser {
  const codes = [...actor.roles];
  const hotels = actor.hotels === null ? null : row.hotels;
  return {
    id: actor.userId,
    must_change_password: actor.mustChangePassword ? 1 : 0,
    must_set_up_second_factor: actor.mustSetUpSecondFactor ? 1 : 0,
    role: actor.role,
    roles: codes,
    displayName: row.name,
    photoURL: row.photoURL,
    email: row.email,
    access_level: actor.accessLevel,
    hotels,
    currencies: row.currencies,
    data: {
      username: row.username,
      email: row.email,
      branch: hotels?.[0]?.name ?? null,
      price_slab: row.currency,
      settings: row.settings,
      shortcuts: row.shortcuts,
    },
    navigation: buildNavigation((auth) => hasAnyPermission(codes, auth), createBadges(row)),
  };
}

/** The counts of the navigation badges. */
const createBadges = ({ pending, approvals }: CurrentUserRow): ReadonlyMap<string, NavigationBadge> =>
  new Map(
    Object.entries({ users: pending ?? 0, approvals }).flatMap(([id, count]) =>
      count > 0 ? [[id, { title: String(count) }]] : [],
    ),
  );
