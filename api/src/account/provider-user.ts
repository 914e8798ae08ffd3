import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import { type Label, type Language, resources } from '@innkeeper/contract';
import { schemaForUpdate } from '@innkeeper/contract/schemas';
import type { Db, Tx } from '@innkeeper/db';
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import { isAdministratorGroup, requireAnotherAdministrator } from '../access/administrators.ts';
import { lockSubject } from '../access/throttle.ts';
import { assertNameUnused } from '../access/user-names.ts';
import { constraintError } from '../engine/resources/constraint-errors.ts';
import type { SingleSignOnConfig } from '../platform/config/sign-in.ts';
import { ApiError, apiError } from '../platform/http/api-error.ts';
import { limitHashing } from '../platform/http/limiter.ts';
import { hashPassword } from '../platform/passwords/password.ts';
import { signInTexts } from '../texts/sign-in.ts';
import { toText } from './change-password.ts';
import type { ProviderSignIn } from './identity-provider.ts';

/*
 * The user of a person whom the provider has identified.
 *
 *   known identity ──▶ its user
 *   first sign-in, verified email of a user without an identity there ──▶ that user, linked from now on
 *   first sign-in, verified email that nobody has ──▶ a new user
 *
 * Role group and hotels follow the provider's claims at each sign-in if the configuration names claims for them.
 * Otherwise a new user waits for an administrator, as after a request for access. See
 * docs/decisions/0119-sign-in-with-a-provider-or-a-passkey.md.
 */

interface Services {
  readonly db: Db;
  readonly settings: SingleSignOnConfig;
  readonly log: FastifyBaseLogger;
}

/** What the provider says about a person. */
type Person = Omit<ProviderSignIn, 'idToken'>;

interface Caller {
  readonly ip: string;
  readonly requestId: string;
  readonly language: Language;
}

/** Finds or creates the user, and applies the claims. Throws a 403 with the reason if the person may not sign in. */
export const resolveProviderUser = (
  { db, settings, log }: Services,
  signIn: Person,
  caller: Caller,
  now: Date,
): Promise<number> =>
  db.kysely.transaction().execute(async (tx) => {
    await sql`select set_config('innkeeper.ip', ${isIP(caller.ip) ? caller.ip : ''}, true),
      set_config('innkeeper.request_id', ${caller.requestId}, true)`.execute(tx);
    await lockSubject(tx, `identity:${signIn.issuer} ${signIn.subject}`);
    const userId =
      (await findLinkedUser(tx, signIn)) ??
      (await linkUser(tx, signIn, now, () => readVerifiedEmail(signIn, settings), caller.language));
    if (settings.roleClaim !== undefined)
      await assignRoleGroup(tx, log, userId, readNames(signIn.claims[settings.roleClaim]));
    if (settings.hotelClaim !== undefined)
      await assignHotels(tx, userId, readNames(signIn.claims[settings.hotelClaim]), now);
    return userId;
  });

const rejection = (message: Label): ApiError => apiError('sign_in_rejected', { message });

interface FoundUser {
  readonly id: number;
  readonly is_usable: boolean;
}

/** A deleted user remains linked, so that nobody returns as a new user. */
async function findLinkedUser(tx: Tx, { issuer, subject }: Person): Promise<number | undefined> {
  const { rows } = await sql<FoundUser>`
    select u.id, u.is_active and u.deleted_at is null as is_usable
    from user_identity i join users u on u.id = i.user_id
    where i.issuer = ${issuer} and i.subject = ${subject}`.execute(tx);
  const [user] = rows;
  if (user && !user.is_usable) throw rejection(signInTexts.accountInactive);
  return user?.id;
}

/** The address that the provider has verified: whoever could name any address could take over its user. */
function readVerifiedEmail({ claims }: Person, { isEmailTrusted }: Services['settings']): string {
  const email = toText(claims.email).trim();
  if (email === '' || (claims.email_verified !== true && !isEmailTrusted))
    throw rejection(signInTexts.addressNotVerified);
  return email;
}

async function linkUser(
  tx: Tx,
  signIn: Person,
  now: Date,
  readEmail: () => string,
  language: Language,
): Promise<number> {
  const email = readEmail();
  await lockSubject(tx, `register-mail:${email.toLowerCase()}`);
  const userId =
    (await findUserByEmail(tx, signIn.issuer, email)) ?? (await insertUser(tx, signIn.claims, email, language));
  await tx
    .insertInto('user_identity')
    .values({ issuer: signIn.issuer, subject: signIn.subject, user_id: userId, linked_at: now })
    .execute();
  return userId;
}

async function findUserByEmail(tx: Tx, issuer: string, email: string): Promise<number | undefined> {
  const { rows } = await sql<FoundUser & { is_other: boolean }>`
    select u.id, u.is_active as is_usable, lower(u.email) <> lower(${email})
      or exists (select from user_identity i where i.user_id = u.id and i.issuer = ${issuer}) as is_other
    from users u
    where u.deleted_at is null and (lower(u.email) = lower(${email}) or lower(u.username) = lower(${email}))
    order by lower(u.email) = lower(${email}) desc limit 1`.execute(tx);
  const [user] = rows;
  if (user?.is_other) throw rejection(signInTexts.addressInUse);
  if (user && !user.is_usable) throw rejection(signInTexts.accountInactive);
  return user?.id;
}

// A new user ----------------------------------------------------------------------------------------------------------

const MIN_USERNAME_LENGTH = 4;
/** Leaves room for a number. */
const MAX_USERNAME_LENGTH = 60;

/** The password is random and known to nobody; with “Forgot Password?” its user can set another one. */
async function insertUser(tx: Tx, claims: Person['claims'], email: string, language: Language): Promise<number> {
  const username = await findFreeUsername(tx, toText(claims.preferred_username) || email);
  const values = parsePerson(toText(claims.name), username, email);
  const name = await findUnusedName(tx, values.name, username);
  const password = await limitHashing(() => hashPassword(randomBytes(32).toString('base64url')));
  try {
    const { id } = await tx
      .insertInto('users')
      .values({ ...values, name, password, role_group_id: null })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('user_preference')
      .values({ user_id: id, settings: JSON.stringify({ language }) })
      .execute();
    return id;
  } catch (error) {
    // An administrator created this user in the meantime.
    throw constraintError(resources.users, error) ?? error;
  }
}

/** Texts of the provider pass the rules of a user's fields; a name that does not is replaced by the user name. */
function parsePerson(name: string, username: string, email: string) {
  const schema = schemaForUpdate(resources.users);
  const parse = (candidate: string) => schema.safeParse({ name: candidate, username, email });
  const parsed = [name, username].map(parse).find(({ success }) => success)?.data;
  if (!parsed) throw rejection(signInTexts.addressNotVerified);
  const values: Readonly<Record<string, unknown>> = parsed;
  return { name: toText(values.name), username: toText(values.username), email: toText(values.email) };
}

/** The part before the @ of a user name or an address, with a number if another user has it. */
async function findFreeUsername(tx: Tx, text: string): Promise<string> {
  const [localPart = ''] = text.split('@');
  const base = localPart
    .replace(/[^A-Za-z0-9._+-]/g, '')
    .slice(0, MAX_USERNAME_LENGTH)
    .padEnd(MIN_USERNAME_LENGTH, '0');
  await lockSubject(tx, `register-name:${base.toLowerCase()}`);
  const { rows } = await sql<{ name: string }>`
    select name from (
      select ${base}::text || case n when 1 then '' else n::text end as name, n from generate_series(1, 1000) n) candidate
    where not exists (
      select from users u where u.deleted_at is null and lower(u.username) = lower(candidate.name))
    order by n limit 1`.execute(tx);
  return rows[0]?.name ?? `${base}${randomBytes(4).toString('hex')}`;
}

/** Two persons may have one name; the user name then tells them apart. */
async function findUnusedName(tx: Tx, name: string, username: string): Promise<string> {
  try {
    await assertNameUnused({ tx }, name, null);
    return name;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const longerName = `${name} (${username})`;
    await assertNameUnused({ tx }, longerName, null);
    return longerName;
  }
}

// Claims --------------------------------------------------------------------------------------------------------------

/** A claim with one text, or a list of them. */
const readNames = (claim: unknown): string[] =>
  (Array.isArray(claim) ? claim : [claim]).filter((name): name is string => typeof name === 'string' && name !== '');

/**
 * Assigns the first role group that the claim names, or none. The last administrator keeps theirs, because nobody could
 * appoint another.
 */
async function assignRoleGroup(
  tx: Tx,
  log: FastifyBaseLogger,
  userId: number,
  names: readonly string[],
): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select g.id from unnest(${[...names]}::text[]) with ordinality claim (name, position)
    join role_group g on lower(g.name) = lower(claim.name) and g.deleted_at is null
    order by claim.position, g.id limit 1`.execute(tx);
  const newId = rows[0]?.id ?? null;
  const { role_group_id: presentId } = await tx
    .selectFrom('users')
    .select('role_group_id')
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (newId === presentId) return;
  if (!(await isAdministratorGroup(tx, newId)))
    try {
      await requireAnotherAdministrator({ tx }, { users: [userId] });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      log.warn({ user: userId }, 'the last administrator keeps the role group, although the provider names another');
      return;
    }
  await tx.updateTable('users').set({ role_group_id: newId }).where('id', '=', userId).execute();
}

/** Assigns the hotels whose codes the claim names, and with the code of a region all of its hotels. */
async function assignHotels(tx: Tx, userId: number, codes: readonly string[], now: Date): Promise<void> {
  const namedPlaces = sql`
    select c.region_id, h.id as restrict_hotel_id from hotel h join country c on c.id = h.country_id
    where h.deleted_at is null and lower(h.code) = any(${codes.map((code) => code.toLowerCase())}::text[])
    union
    select r.id, null from region r
    where r.deleted_at is null and lower(r.code) = any(${codes.map((code) => code.toLowerCase())}::text[])`;
  await sql`
    update region_users a set deleted_at = ${now}
    where a.user_id = ${userId} and a.deleted_at is null and not exists (
      select from (${namedPlaces}) p
      where p.region_id = a.region_id and p.restrict_hotel_id is not distinct from a.restrict_hotel_id)`.execute(tx);
  await sql`
    insert into region_users (region_id, user_id, restrict_hotel_id)
    select p.region_id, ${userId}, p.restrict_hotel_id from (${namedPlaces}) p
    where not exists (
      select from region_users a
      where a.user_id = ${userId} and a.deleted_at is null and a.region_id = p.region_id
        and a.restrict_hotel_id is not distinct from p.restrict_hotel_id)`.execute(tx);
}
