import { isIP } from 'node:net';
import { type PasskeyItem, message, text } from '@innkeeper/contract';
import { valueSchema } from '@innkeeper/contract/schemas';
import type { Db } from '@innkeeper/db';
import {
  type AuthenticationResponseJSON,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { type RawBuilder, sql } from 'kysely';
import { type ApiError, apiError, validationError } from '../platform/http/api-error.ts';
import { isObject } from '../platform/http/body.ts';
import type { Outbox } from '../platform/mail/outbox.ts';
import { type WriteRequest, runInTransaction } from '../engine/resources/transaction.ts';
import { signInTexts } from '../texts/sign-in.ts';
import { toText } from './change-password.ts';
import { consumeChallenge, createChallenge } from './passkey-challenge.ts';

/*
 * Passkeys (WebAuthn): a device of the user signs our challenge after it has checked its user by PIN, finger or face. So
 * a passkey counts as both factors. It also names its user, so the sign-in needs no user name.
 *
 *   none --signed in within the last minutes, device confirms--> added; a mail notifies the user
 *   added --its user--> renamed, or removed: sessions that began with a passkey end on all other devices
 *
 * See docs/decisions/0119-sign-in-with-a-provider-or-a-passkey.md.
 */

/** Where passkeys are valid: the host of the console (the relying party) and its origin. */
export interface PasskeySite {
  readonly host: string;
  readonly origin: string;
}

/** Undefined if browsers allow no passkeys at this URL: they require a name, and TLS except for `localhost`. */
export function findPasskeySite(publicUrl: string): PasskeySite | undefined {
  if (!URL.canParse(publicUrl)) return undefined;
  const { protocol, hostname, origin } = new URL(publicUrl);
  const isSecure = protocol === 'https:' || hostname === 'localhost';
  return isSecure && isIP(hostname) === 0 && !hostname.startsWith('[') ? { host: hostname, origin } : undefined;
}

interface Services {
  readonly db: Db;
  readonly site: PasskeySite;
}

type Values = Readonly<Record<string, unknown>>;

const rejectedError = (cause?: unknown): ApiError =>
  apiError('sign_in_rejected', { message: signInTexts.passkeyRejected, cause });

// Signing in ----------------------------------------------------------------------------------------------------------

/** Options for the browser, which asks for any passkey of this site. */
export const startPasskeySignIn = async (
  { db, site }: Services,
  now: Date,
): Promise<PublicKeyCredentialRequestOptionsJSON> =>
  generateAuthenticationOptions({
    rpID: site.host,
    challenge: await createChallenge(db, 'sign in', now),
    userVerification: 'required',
  });

interface StoredPasskey {
  readonly id: number;
  readonly user_id: number;
  readonly public_key: Buffer;
  readonly use_count: number;
}

/** The id of the user whose passkey has signed our challenge. Throws a 403 for any other response. */
export async function verifyPasskeySignIn({ db, site }: Services, values: Values, now: Date): Promise<number> {
  const response = parseResponse(values.response);
  const { rows } = await sql<StoredPasskey>`
    select p.id, p.user_id, p.public_key, p.use_count
    from passkey p join users u on u.id = p.user_id
    where p.credential_id = ${Buffer.from(response.id, 'base64url')} and u.is_active
      and u.deleted_at is null`.execute(db.kysely);
  const [passkey] = rows;
  if (!passkey) throw rejectedError();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    expectedChallenge: (challenge) => consumeChallenge(db, 'sign in', challenge, now),
    expectedOrigin: site.origin,
    expectedRPID: site.host,
    credential: { id: response.id, publicKey: new Uint8Array(passkey.public_key), counter: passkey.use_count },
    requireUserVerification: true,
  }).catch((error: unknown) => {
    throw rejectedError(error);
  });
  if (!verified) throw rejectedError();
  await sql`update passkey set use_count = ${authenticationInfo.newCounter}, last_used_at = ${now}
    where id = ${passkey.id}`.execute(db.kysely);
  return passkey.user_id;
}

/** A browser's response from its JSON text: of the kind that its caller expects, which the library validates. */
function parseResponse(input: unknown): AuthenticationResponseJSON & RegistrationResponseJSON {
  try {
    const response: unknown = JSON.parse(toText(input));
    if (isObject(response) && typeof response.id === 'string' && isObject(response.response))
      return response as unknown as ReturnType<typeof parseResponse>; // validated by the library
  } catch {
    // Not JSON.
  }
  throw rejectedError();
}

// One's own passkeys --------------------------------------------------------------------------------------------------

/** Minutes after a sign-in in which a passkey can be added: a session that somebody left open is not enough. */
const FRESH_MINUTES = 15;
const MAX_PASSKEYS = 20;

/** EdDSA, ES256 and RS256, which all devices know between them. */
const ALGORITHMS = [-8, -7, -257];

const NAME_SCHEMA = valueSchema(text('Name', 'Nama', { required: true, max: 80 }));

function parseName(input: unknown): string {
  const name = toText(input).trim();
  if (name === '') throw validationError({ name: [message('required')] });
  const parsed = NAME_SCHEMA.safeParse(name);
  if (!parsed.success) throw validationError({ name: [message('pattern')] });
  return toText(parsed.data);
}

const itemColumnsSql = (): RawBuilder<unknown> => sql`id, name,
  to_char(created_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as created_at,
  to_char(last_used_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as last_used_at`;

export async function listPasskeys(db: Db, userId: number): Promise<PasskeyItem[]> {
  const { rows } = await sql<PasskeyItem>`
    select ${itemColumnsSql()} from passkey where user_id = ${userId} order by passkey.created_at, id`.execute(
    db.kysely,
  );
  return rows;
}

/** Options for the browser, which creates a passkey. Throws a 403 if the sign-in was too long ago. */
export async function startPasskey(
  { db, site }: Services,
  { actor, now }: WriteRequest,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  await assertFreshSession(db, actor.sessionId, now);
  const { name, username } = await db.kysely
    .selectFrom('users')
    .select(['name', 'username'])
    .where('id', '=', actor.userId)
    .executeTakeFirstOrThrow();
  const passkeys = await db.kysely
    .selectFrom('passkey')
    .select(['credential_id', 'transports'])
    .where('user_id', '=', actor.userId)
    .execute();
  return generateRegistrationOptions({
    rpName: 'Innkeeper',
    rpID: site.host,
    userID: new TextEncoder().encode(`innkeeper:${actor.userId}`),
    userName: username,
    userDisplayName: name,
    challenge: await createChallenge(db, `add for ${actor.userId}`, now),
    excludeCredentials: passkeys.map(({ credential_id, transports }) => ({
      id: credential_id.toString('base64url'),
      transports,
    })),
    supportedAlgorithmIDs: ALGORITHMS,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

async function assertFreshSession(db: Db, sessionId: number, now: Date): Promise<void> {
  const session = await db.kysely
    .selectFrom('session')
    .select('created_at')
    .where('id', '=', sessionId)
    .executeTakeFirstOrThrow();
  if (now.getTime() - session.created_at.getTime() > FRESH_MINUTES * 60_000)
    throw apiError('forbidden', { message: signInTexts.signInAgain });
}

/** Adds the passkey that the browser has created. Throws a 422 for an invalid name, a 403 for an invalid response. */
export async function finishPasskey(
  { db, site, outbox }: Services & { readonly outbox: Outbox },
  write: WriteRequest,
  values: Values,
): Promise<PasskeyItem> {
  const { actor, now } = write;
  const name = parseName(values.name);
  await assertFreshSession(db, actor.sessionId, now);
  const response = parseResponse(values.response);
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response,
    expectedChallenge: (challenge) => consumeChallenge(db, `add for ${actor.userId}`, challenge, now),
    expectedOrigin: site.origin,
    expectedRPID: site.host,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch((error: unknown) => {
    throw rejectedError(error);
  });
  if (!verified) throw rejectedError();
  const { credential } = registrationInfo;
  return runInTransaction(db, write, async ({ tx }) => {
    await sql`select from users where id = ${actor.userId} for update`.execute(tx);
    const { rows } = await sql<PasskeyItem>`
      insert into passkey (user_id, name, credential_id, public_key, use_count, transports, created_at)
      select ${actor.userId}, ${name}, ${Buffer.from(credential.id, 'base64url')}, ${Buffer.from(credential.publicKey)},
             ${credential.counter}, ${credential.transports ?? []}::text[], ${now}
      where (select count(*) from passkey where user_id = ${actor.userId}) < ${MAX_PASSKEYS}
      on conflict do nothing returning ${itemColumnsSql()}`.execute(tx);
    const [item] = rows;
    if (!item) throw apiError('conflict', { message: signInTexts.passkeyLimit });
    await outbox(tx, { letter: 'passkey_added', userId: actor.userId });
    return item;
  });
}

/** Renames one of a user's passkeys; undefined if the user has no such passkey. */
export async function renamePasskey(
  db: Db,
  userId: number,
  id: number,
  values: Values,
): Promise<PasskeyItem | undefined> {
  const { rows } = await sql<PasskeyItem>`
    update passkey set name = ${parseName(values.name)} where id = ${id} and user_id = ${userId}
    returning ${itemColumnsSql()}`.execute(db.kysely);
  return rows[0];
}

/** Removes one of a user's passkeys, and ends other sessions that may have begun with it. */
export const removePasskey = (db: Db, write: WriteRequest, id: number): Promise<PasskeyItem | undefined> =>
  runInTransaction(db, write, async ({ tx, actor, now }) => {
    const { rows } = await sql<PasskeyItem>`
      delete from passkey where id = ${id} and user_id = ${actor.userId} returning ${itemColumnsSql()}`.execute(tx);
    if (rows.length > 0)
      await sql`update session set ended_at = ${now}
        where user_id = ${actor.userId} and method = 'passkey' and ended_at is null
          and id <> ${actor.sessionId}`.execute(tx);
    return rows[0];
  });
