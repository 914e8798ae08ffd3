import { ACCESS_LEVEL, type Role } from '@innkeeper/contract';
import type { Db, Tx } from '@innkeeper/db';
import { type RawBuilder, sql } from 'kysely';
import { type ApiError, apiError } from '../platform/http/api-error.ts';
import { accessTexts } from '../texts/access.ts';

export type AccessLevel = keyof typeof ACCESS_LEVEL;

/** The user, integration or guest that makes a request, with everything that decides what it may do and see. */
export interface Actor {
  readonly userId: number;
  readonly name: string;
  readonly sessionId: number;
  readonly tokenHash: Buffer;
  /**
   * If true, only changing the password is allowed (see authenticate.ts). Sessions that started before the requirement
   * are not affected.
   */
  readonly mustChangePassword: boolean;
  /**
   * If true, only switching on two-factor sign-in is allowed: the role group requires it after a password. Sessions of
   * single sign-on and passkeys are not affected.
   */
  readonly mustSetUpSecondFactor: boolean;
  readonly role: Role;
  /** Permission codes, of active modules only. */
  readonly roles: ReadonlySet<string>;
  /** Null without a role group. */
  readonly accessLevel: AccessLevel | null;
  /** Visible hotels, including deleted ones; null means every hotel. */
  readonly hotels: readonly number[] | null;
  /** Regions that are visible as a whole; meaningless if every hotel is visible. */
  readonly regions: readonly number[];
  /** The permissions version at which the actor was loaded. */
  readonly stamp: string;
  /** Set when a job acts for a user who is not signed in. */
  readonly isBackgroundJob?: true;
  /** Set for a hotel's own system, which is not a user: `userId` is then the negated integration id. */
  readonly integration?: Integration;
}

/** The integration that calls the API for hotels' own systems, or reads under /api. */
export interface Integration {
  readonly id: number;
  readonly hotel: { readonly id: number; readonly code: string; readonly name: string };
  /** IANA zone of the hotel, used for its times. */
  readonly timeZone: string;
  /** Whether the integration may call from an address. */
  readonly isAllowedAddress: (ip: string) => boolean;
  readonly callsPerMinute: number;
  /** Its writes are rolled back. */
  readonly isTest: boolean;
}

const ROLE_BY_LEVEL = { group: 'admin', region: 'staff', property: 'user' } as const satisfies Record<
  AccessLevel,
  Role
>;

interface ActorRow {
  readonly user_id: number;
  readonly name: string;
  readonly must_change_password: boolean;
  readonly must_set_up_second_factor: boolean;
  readonly session_id: number;
  readonly level: string | null;
  readonly codes: string[];
  readonly hotels: number[];
  readonly regions: number[];
  readonly stamp: string;
}

/**
 * Loads the actor of a token in one statement. Undefined if the token is unknown or expired, or its session has ended.
 */
export async function loadActor(db: Db, tokenHash: Buffer, now: Date): Promise<Actor | undefined> {
  const statement = actorSql(sql`
    (select token_permissions_version(${tokenHash}::bytea, ${now}::timestamptz) as stamp) token
    join access_token t on t.token_hash = ${tokenHash}::bytea
    join session s on s.id = t.session_id
    join users u on u.id = s.user_id`).compile(db.kysely);
  const [row] = await db.read<Record<string, unknown> & ActorRow>(statement);
  return row && toActor(row, tokenHash);
}

/**
 * Loads a user with their current permissions, for work done while they are not signed in. Undefined if the user is
 * inactive or deleted.
 */
export async function loadActorByUserId(tx: Tx | Db['kysely'], userId: number): Promise<Actor | undefined> {
  const { rows } = await sql<ActorRow>`${actorSql(sql`
    (select user_permissions_version(${userId}::bigint) as stamp) token
    join users u on u.id = ${userId}
    cross join (values (0::bigint, true, null)) s (id, must_change_password, method)`)}`.execute(tx);
  const [row] = rows;
  return row && { ...toActor(row, NO_TOKEN), isBackgroundJob: true };
}

const NO_TOKEN = Buffer.alloc(0);

/** `fromSql` must provide the aliases `token` (with `stamp`), `s` (session) and `u` (user). */
const actorSql = (fromSql: RawBuilder<unknown>): RawBuilder<unknown> => sql`
    select u.id as user_id, u.name, u.must_change_password and s.must_change_password as must_change_password,
      coalesce(s.method = 'password' and g.is_second_factor_required, false) and not exists (
        select from two_factor f where f.user_id = u.id and f.confirmed_at is not null) as must_set_up_second_factor,
      s.id as session_id, level.code as level, token.stamp::text as stamp,
      (select coalesce(json_agg(r.name order by r.name collate "C"), '[]')
       from role_group_role l join roles r on r.id = l.roles_id and r.deleted_at is null
       where l.role_group_id = g.id) as codes,
      (select coalesce(json_agg(distinct h.id), '[]')
       from region_users a
       join hotel h on true
       join country c on c.id = h.country_id
       where a.user_id = u.id and a.deleted_at is null and level.code <> ${ACCESS_LEVEL.group}
         and case when a.restrict_hotel_id is null then c.region_id = a.region_id
           else h.id = a.restrict_hotel_id end) as hotels,
      (select coalesce(json_agg(distinct a.region_id), '[]')
       from region_users a
       where a.user_id = u.id and a.deleted_at is null and level.code <> ${ACCESS_LEVEL.group}
         and a.restrict_hotel_id is null) as regions
    from ${fromSql}
    left join role_group g on g.id = u.role_group_id and g.deleted_at is null
    left join option_detail level on level.id = g.access_type_id
    where token.stamp is not null`;

function toActor(row: ActorRow, tokenHash: Buffer): Actor {
  const accessLevel =
    (['group', 'region', 'property'] as const).find((level) => ACCESS_LEVEL[level] === row.level) ?? null;
  return {
    userId: row.user_id,
    name: row.name,
    sessionId: row.session_id,
    tokenHash,
    mustChangePassword: row.must_change_password,
    mustSetUpSecondFactor: row.must_set_up_second_factor,
    role: accessLevel === null ? 'guest' : ROLE_BY_LEVEL[accessLevel],
    roles: new Set(row.codes),
    accessLevel,
    hotels: accessLevel === 'group' ? null : row.hotels,
    regions: row.regions,
    stamp: row.stamp,
  };
}

/** The integration that makes the request. Only integrations reach these routes. */
export function getIntegration({ integration }: Actor): Integration {
  if (!integration) throw apiError('unauthenticated');
  return integration;
}

/** `can(actor, 'UPDATE_MEMBER')`: whether the actor has any of these codes. */
export const can = (actor: Actor, ...codes: readonly string[]): boolean => codes.some((code) => actor.roles.has(code));

/** Throws a 403 unless the actor has any of these codes. */
export function requirePermission(actor: Actor, ...codes: readonly string[]): void {
  if (!can(actor, ...codes)) throw permissionError(actor, ...codes);
}

/** The 403 of an actor without these codes. It names them for an integration, whose developer has no console. */
export const permissionError = (actor: Actor, ...codes: readonly string[]): ApiError =>
  apiError(
    'forbidden',
    actor.integration ? { message: accessTexts.integrationLacksPermission({ codes: codes.join(', ') }) } : {},
  );
