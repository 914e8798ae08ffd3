import { randomBytes } from 'node:crypto';
import type { SessionItem, TokenResponse } from '@innkeeper/contract';
import type { Db, SignInMethod, Tx } from '@innkeeper/db';
import { type RawBuilder, sql } from 'kysely';
import type { Config } from '../platform/config/config.ts';
import type { Outbox } from '../platform/mail/outbox.ts';
import { networkOf } from '../platform/http/network.ts';
import { createToken, deriveToken, hashToken } from '../access/token.ts';

/*
 * A session is one sign-in on one device.
 *
 *   signed in --refresh--> signed in: each refresh issues a new pair of tokens
 *   signed in --the same refresh again, from the same device within 30 s--> signed in: the same pair again
 *   signed in --a role group that forbids passwords, if the session began with one--> not renewed
 *   signed in --logout, ended from another device, new password, user deactivated or deleted, used token later or from
 *   elsewhere--> ended
 *   signed in --no refresh for 12 hours, 30 days if remembered--> expired
 *
 * Ended and expired sessions cannot be resumed.
 */

export type Lifetimes = Pick<Config, 'accessTokenSeconds' | 'refreshSeconds'>;

/** The device of a session, shown to its user. */
export interface Device {
  readonly ip: string;
  readonly userAgent: string | undefined;
}

export interface TokenPair {
  readonly accessToken: string;
  readonly refreshToken: string;
}

const MAX_USER_AGENT_LENGTH = 400;
const MAX_ADDRESS_LENGTH = 60;
/** The stored form of a device: bounded in length, without characters that PostgreSQL cannot store. */
const toStoredDevice = ({ ip, userAgent }: Device) => ({
  ip: ip.slice(0, MAX_ADDRESS_LENGTH),
  userAgent: userAgent?.replaceAll('\0', '').slice(0, MAX_USER_AGENT_LENGTH) ?? null,
});

const addSeconds = (now: Date, seconds: number): Date => new Date(now.getTime() + seconds * 1000);

const createTokenPair = (): TokenPair => ({ accessToken: createToken('access'), refreshToken: createToken('refresh') });

/** The response of a call that starts or renews a session (RFC 6749). */
export const toTokenResponse = (
  { accessToken, refreshToken }: TokenPair,
  { accessTokenSeconds }: Pick<Lifetimes, 'accessTokenSeconds'>,
): TokenResponse => ({
  token_type: 'Bearer',
  access_token: accessToken,
  refresh_token: refreshToken,
  expires_in: accessTokenSeconds,
});

/** The tokens that a refresh token is exchanged for. */
const deriveTokenPair = (refreshToken: string, salt: Buffer): TokenPair => ({
  accessToken: deriveToken('access', refreshToken, salt),
  refreshToken: deriveToken('refresh', refreshToken, salt),
});

function toStoredPair(tokens: TokenPair, lifetimes: Lifetimes, isRemembered: boolean, now: Date) {
  return {
    access: { hash: hashToken(tokens.accessToken), expires: addSeconds(now, lifetimes.accessTokenSeconds) },
    refresh: {
      hash: hashToken(tokens.refreshToken),
      expires: addSeconds(now, isRemembered ? lifetimes.refreshSeconds.remembered : lifetimes.refreshSeconds.otherwise),
    },
  };
}

interface NewSession {
  readonly userId: number;
  readonly isRemembered: boolean;
  readonly device: Device;
  /** By default with a password, which has the strictest rules. */
  readonly method?: SignInMethod;
  /** Of single sign-on. */
  readonly idToken?: string;
}

/**
 * Starts a session. Orders an account mail if the user has had sessions before, but none on this device. Undefined if
 * the user was deleted or deactivated at that moment, or may not sign in by this method.
 */
export const startSession = (
  db: Db,
  lifetimes: Lifetimes,
  session: NewSession,
  now: Date,
  outbox?: Outbox,
): Promise<TokenPair | undefined> =>
  db.kysely.transaction().execute(async (tx) => {
    const isNew = outbox !== undefined && (await isNewDevice(tx, session));
    const opened = await openSession(tx, lifetimes, session, now);
    if (opened && isNew)
      await outbox(tx, { letter: 'new_device', userId: session.userId, sessionId: opened.sessionId });
    return opened?.tokens;
  });

/** Identifies a device by network and browser. Ignores the version, because browsers update themselves. */
const deviceKey = (ip: string | null, userAgent: string | null): string =>
  `${networkOf(ip ?? '')} ${userAgent?.replaceAll(/[\d._]+/g, '') ?? ''}`;

async function isNewDevice(tx: Tx, { userId, device }: NewSession): Promise<boolean> {
  const earlierSessions = await tx
    .selectFrom('session')
    .select(['ip', 'user_agent'])
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(MAX_RECENT_SESSIONS)
    .execute();
  const { ip, userAgent } = toStoredDevice(device);
  const currentKey = deviceKey(ip, userAgent);
  return (
    earlierSessions.length > 0 &&
    earlierSessions.every((session) => deviceKey(session.ip, session.user_agent) !== currentKey)
  );
}

/**
 * Whether the user signed in from this network before. The user agent can be forged, so it proves nothing on its own.
 */
export async function isKnownNetwork(tx: Tx, userId: number, ip: string): Promise<boolean> {
  const { rows } = await sql<{ ip: string | null }>`
    select distinct ip from (select ip from session where user_id = ${userId} order by id desc
        limit ${MAX_RECENT_SESSIONS}) recent`.execute(tx);
  const currentNetwork = networkOf(ip.slice(0, MAX_ADDRESS_LENGTH));
  return rows.some((row) => row.ip !== null && networkOf(row.ip) === currentNetwork);
}

/** How many of the latest sessions are searched for a device. */
const MAX_RECENT_SESSIONS = 200;

async function openSession(
  tx: Tx,
  lifetimes: Lifetimes,
  { userId, isRemembered, device, method = 'password', idToken }: NewSession,
  now: Date,
): Promise<{ readonly sessionId: number; readonly tokens: TokenPair } | undefined> {
  const tokens = createTokenPair();
  const { access, refresh } = toStoredPair(tokens, lifetimes, isRemembered, now);
  const { ip, userAgent } = toStoredDevice(device);
  const { rows } = await sql<{ session_id: number }>`
    with active_user as (
      select id, must_change_password from users
      where id = ${userId} and is_active and deleted_at is null and ${isMethodAllowedSql(sql`${method}`, sql`role_group_id`)}
      for share),
    new_session as (
      insert into session (user_id, is_remembered, ip, user_agent, created_at, last_used_at, expires_at, method,
          id_token, must_change_password)
      select id, ${isRemembered}, ${ip}, ${userAgent}, ${now}, ${now}, ${refresh.expires}, ${method},
             ${idToken ?? null}, must_change_password and ${method} = 'password'
      from active_user returning id
    ),
    access as (insert into access_token select ${access.hash}, id, ${access.expires} from new_session)
    insert into refresh_token select ${refresh.hash}, id, ${refresh.expires} from new_session returning session_id`.execute(
    tx,
  );
  const [row] = rows;
  return row && { sessionId: row.session_id, tokens };
}

/** Whether a session may begin or continue by its method: role groups can forbid passwords. */
const isMethodAllowedSql = (method: RawBuilder<unknown>, roleGroupId: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(${method} <> 'password' or allows_password(${roleGroupId}))`;

/** The state of a refresh token. It is usable while unused, and shortly afterwards to get the same response again. */
export type RefreshState =
  | { readonly state: 'usable'; readonly userId: number; readonly isRemembered: boolean }
  | { readonly state: 'used'; readonly sessionId: number }
  | { readonly state: 'dead' };

/** Seconds for which a used refresh token gets the same response again, in case the first response was lost. */
const REPEAT_SECONDS = 30;

interface StoredRefresh {
  readonly session_id: number;
  readonly user_id: number;
  readonly is_remembered: boolean;
  readonly is_used: boolean;
  readonly is_alive: boolean;
  readonly ip: string | null;
  readonly user_agent: string | null;
  readonly salt: Buffer | null;
}

async function readRefreshToken(db: Db, refreshToken: string, now: Date): Promise<StoredRefresh | undefined> {
  const { rows } = await sql<StoredRefresh>`
    select r.session_id, s.user_id, s.is_remembered, s.ip, s.user_agent, r.used_at is not null as is_used,
           r.expires_at > ${now} and s.ended_at is null and u.is_active and u.deleted_at is null
             and ${isMethodAllowedSql(sql`s.method`, sql`u.role_group_id`)} as is_alive,
           case when r.used_at + ${REPEAT_SECONDS} * interval '1 second' > ${now} then r.response_salt end as salt
    from refresh_token r join session s on s.id = r.session_id join users u on u.id = s.user_id
    where r.token_hash = ${hashToken(refreshToken)}`.execute(db.kysely);
  return rows[0];
}

/** Whether a used token may get its response again: the repeat came in time, from the same device. */
function isAllowedRepeat(row: StoredRefresh, device: Device): boolean {
  const { ip, userAgent } = toStoredDevice(device);
  return row.is_alive && row.salt !== null && deviceKey(row.ip, row.user_agent) === deviceKey(ip, userAgent);
}

export async function findRefreshState(db: Db, refreshToken: string, device: Device, now: Date): Promise<RefreshState> {
  const row = await readRefreshToken(db, refreshToken, now);
  if (row?.is_used && !isAllowedRepeat(row, device)) return { state: 'used', sessionId: row.session_id };
  return row?.is_alive ? { state: 'usable', userId: row.user_id, isRemembered: row.is_remembered } : { state: 'dead' };
}

/**
 * Exchanges a refresh token for new tokens. A concurrent request with the same token waits and gets the same pair; so
 * does a repeat within 30 s from the same device. Undefined for any other. See
 * docs/decisions/0084-repeat-a-lost-refresh-response-for-30-seconds.md.
 */
export async function exchangeRefreshToken(
  db: Db,
  lifetimes: Lifetimes,
  refreshToken: string,
  options: { isRemembered: boolean; device: Device },
  now: Date,
): Promise<TokenPair | undefined> {
  const tokens = await rotateTokens(db, lifetimes, refreshToken, options, now);
  if (tokens) return tokens;
  const row = await readRefreshToken(db, refreshToken, now);
  return row?.salt && isAllowedRepeat(row, options.device) ? deriveTokenPair(refreshToken, row.salt) : undefined;
}

/** Uses up a refresh token in one statement; undefined if it was used before. Also deletes expired tokens. */
async function rotateTokens(
  db: Db,
  lifetimes: Lifetimes,
  refreshToken: string,
  { isRemembered, device }: { isRemembered: boolean; device: Device },
  now: Date,
): Promise<TokenPair | undefined> {
  const salt = randomBytes(32);
  const tokens = deriveTokenPair(refreshToken, salt);
  const { access, refresh } = toStoredPair(tokens, lifetimes, isRemembered, now);
  const { ip, userAgent } = toStoredDevice(device);
  const { rows } = await sql`
    with used_token as (
      update refresh_token set used_at = ${now}, response_salt = ${salt}
      where token_hash = ${hashToken(refreshToken)} and used_at is null and expires_at > ${now} returning session_id
    ),
    renewed_session as (
      update session s set last_used_at = ${now}, expires_at = ${refresh.expires}, ip = ${ip}, user_agent = ${userAgent}
      from used_token where s.id = used_token.session_id and s.ended_at is null returning s.id
    ),
    old_access as (delete from access_token a using renewed_session n where a.session_id = n.id and a.expires_at <= ${now}),
    old_refresh as (
      delete from refresh_token r using renewed_session n where r.session_id = n.id and r.used_at is not null
        and r.expires_at <= ${now}
    ),
    cleared_salts as (
      update refresh_token r set response_salt = null from renewed_session n
      where r.session_id = n.id and r.response_salt is not null and r.expires_at > ${now}
        and r.used_at + ${REPEAT_SECONDS} * interval '1 second' <= ${now}
    ),
    access as (insert into access_token select ${access.hash}, id, ${access.expires} from renewed_session)
    insert into refresh_token select ${refresh.hash}, id, ${refresh.expires} from renewed_session returning session_id`.execute(
    db.kysely,
  );
  return rows.length === 0 ? undefined : tokens;
}

/** Ends a session immediately, on every server. */
export async function endSession(db: Db, sessionId: number, now: Date): Promise<void> {
  await sql`update session set ended_at = ${now} where id = ${sessionId} and ended_at is null`.execute(db.kysely);
}

/** The ID token of a session of single sign-on, which is deleted; null for any other session. */
export async function takeIdToken(db: Db, sessionId: number): Promise<string | null> {
  const { rows } = await sql<{ id_token: string | null }>`
    update session s set id_token = null from session before
    where s.id = ${sessionId} and before.id = s.id and before.id_token is not null returning before.id_token`.execute(
    db.kysely,
  );
  return rows[0]?.id_token ?? null;
}

/** Ends the session that a refresh token belonged to. */
export async function endSessionByRefreshToken(db: Db, refreshToken: string, now: Date): Promise<void> {
  await sql`update session set ended_at = ${now} where ended_at is null
    and id = (select session_id from refresh_token where token_hash = ${hashToken(refreshToken)})`.execute(db.kysely);
}

/**
 * Resumes the session in which its user changed their own sign-in: the change ended all of the user's sessions at the
 * time of its transaction (see the trigger `end_sessions`). A session that ended before remains so.
 */
export async function resumeCurrentSession(tx: Tx, sessionId: number): Promise<void> {
  await sql`update session set ended_at = null where id = ${sessionId} and ended_at = now()`.execute(tx);
}

const sessionColumnsSql = (
  currentId: number,
) => sql`id, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as created_at,
  to_char(last_used_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as last_used_at, ip, user_agent,
  id = ${currentId} as current`;

interface SessionOwner {
  readonly userId: number;
  /** The current session. */
  readonly sessionId: number;
}

/** The sessions of a user that have neither ended nor expired, most recently used first. */
export async function listSessions(db: Db, { userId, sessionId }: SessionOwner, now: Date): Promise<SessionItem[]> {
  const { rows } = await sql<SessionItem>`select ${sessionColumnsSql(sessionId)} from session
    where user_id = ${userId} and ended_at is null and expires_at > ${now}
    order by session.last_used_at desc, id desc`.execute(db.kysely);
  return rows;
}

/** Ends one of a user's sessions; undefined if the user has no such session. */
export async function endOwnSession(
  db: Db,
  { userId, sessionId }: SessionOwner,
  id: number,
  now: Date,
): Promise<SessionItem | undefined> {
  const { rows } = await sql<SessionItem>`update session set ended_at = ${now}
    where id = ${id} and user_id = ${userId} and ended_at is null and expires_at > ${now}
    returning ${sessionColumnsSql(sessionId)}`.execute(db.kysely);
  return rows[0];
}

/**
 * Deletes sessions a month after their end, and rate limits and links a day after theirs. Retains each user's last
 * session, so that a new device is recognised even after a long absence.
 */
export async function deleteOldSignIns(db: Db, now: Date): Promise<void> {
  await sql`delete from session s where expires_at < ${now}::timestamptz - interval '30 days'
    and exists (select from session later where later.user_id = s.user_id and later.id > s.id)`.execute(db.kysely);
  for (const table of ['access_token', 'refresh_token'])
    await sql`delete from ${sql.table(table)} where expires_at < ${now}::timestamptz - interval '30 days'`.execute(
      db.kysely,
    );
  await sql`update refresh_token set response_salt = null
    where response_salt is not null and used_at + ${REPEAT_SECONDS} * interval '1 second' <= ${now}`.execute(db.kysely);
  await sql`delete from password_reset where expires_at < ${now}::timestamptz - interval '1 day'`.execute(db.kysely);
  await sql`delete from throttle where last_at < ${now}::timestamptz - interval '1 day'
      and blocked_until < ${now}`.execute(db.kysely);
}
