import { isIP } from 'node:net';
import { CAPTCHA_FIELD, message, resources } from '@innkeeper/contract';
import { fieldErrors, schemaForUpdate } from '@innkeeper/contract/schemas';
import type { Tx } from '@innkeeper/db';
import { sql } from 'kysely';
import { validationError } from '../platform/http/api-error.ts';
import { findPhoneErrors } from '../platform/phone/parse-phone.ts';
import { limitHashing } from '../platform/http/limiter.ts';
import { constraintError } from '../engine/resources/constraint-errors.ts';
import { assertNameUnused } from '../access/user-names.ts';
import { validateNewPassword, assertNoErrors, toText } from './change-password.ts';
import { hashPassword } from '../platform/passwords/password.ts';
import {
  MAIL_RATE_LIMIT,
  callerSubject,
  countFailure,
  hashSubject,
  lockSubject,
  assertNotThrottled,
} from '../access/throttle.ts';
import type { AnonymousCaller, PublicCallServices } from './password-reset.ts';
import { PUBLIC_CALL_KIND } from './public-call-limits.ts';

/*
 * Requests for access.
 *
 *   stranger --request--> pending: no role group yet, may sign in as a guest and sees only their own profile
 *   pending --an administrator assigns a role group--> user
 *   pending --an administrator deletes it--> deleted
 *
 * The response is the same whether or not the address is known; its owner is notified by mail. See
 * docs/decisions/0003-treat-an-access-request-as-a-user-without-a-role-group.md.
 */

const REQUEST_FIELDS = new Set([
  'name',
  'username',
  'email',
  'phone_no',
  'password',
  'password_confirmation',
  CAPTCHA_FIELD,
]);

type RegisteringCaller = AnonymousCaller & { readonly requestId: string };

interface Person {
  readonly name: string;
  readonly username: string;
  readonly email: string;
  readonly phone_no: string | null;
}

/**
 * Accepts a request for access. Throws a 422 with every invalid field, including a user name that is taken, and a 429
 * after too many requests.
 */
export async function requestAccess(
  { db, outbox }: PublicCallServices,
  values: Readonly<Record<string, unknown>>,
  caller: RegisteringCaller,
  now: Date,
): Promise<void> {
  const person = parsePerson(values);
  const networkSubject = callerSubject(PUBLIC_CALL_KIND.register, caller.ip);
  const mailSubject = { key: `register-mail:${hashSubject(person.email.toLowerCase())}`, rateLimit: MAIL_RATE_LIMIT };
  // Counted in its own transaction, because rejected requests count as well.
  await db.kysely.transaction().execute(async (tx) => {
    await lockSubject(tx, networkSubject.key);
    await assertNotThrottled(tx, [networkSubject], now);
    await countFailure(tx, [networkSubject], now);
  });
  const password = await limitHashing(() => hashPassword(toText(values.password)));
  await db.kysely.transaction().execute(async (tx) => {
    for (const key of [mailSubject.key, `register-name:${hashSubject(person.username.toLowerCase())}`])
      await lockSubject(tx, key);
    await assertNotThrottled(tx, [mailSubject], now);
    if (await isUsernameTaken(tx, person.username)) throw validationError({ username: [message('taken')] });
    await assertNameUnused({ tx }, person.name, null);
    await countFailure(tx, [mailSubject], now);
    const existingUserId = await findUserByAddress(tx, person.email);
    if (existingUserId === undefined) {
      const userId = await insertPendingUser(tx, person, password, caller);
      await outbox(tx, { letter: 'access_requested', userId, language: caller.language });
    } else await outbox(tx, { letter: 'address_known', userId: existingUserId, language: caller.language });
  });
}

function parsePerson(values: Readonly<Record<string, unknown>>): Person {
  const unknownFields = Object.keys(values).filter((name) => !REQUEST_FIELDS.has(name));
  const { name = '', username = '', email = '', phone_no = null } = values;
  const parsed = schemaForUpdate(resources.users).safeParse({ name, username, email, phone_no });
  const errors = {
    ...(parsed.success ? {} : fieldErrors(parsed.error)),
    // Users sign in with email or user name. If user names could be emails, rejecting a taken one would reveal that the
    // address is known.
    ...(typeof username === 'string' && username.includes('@') && { username: [message('pattern')] }),
    ...validateNewPassword(values, { name: toText(name), username: toText(username), email: toText(email) }),
    ...Object.fromEntries(unknownFields.map((field) => [field, [message('unknown_field')]])),
  };
  const validValues: Readonly<Record<string, unknown>> = parsed.data ?? {};
  assertNoErrors({ ...findPhoneErrors(validValues.phone_no), ...errors });
  return {
    name: toText(validValues.name),
    username: toText(validValues.username),
    email: toText(validValues.email),
    phone_no: toText(validValues.phone_no) || null,
  };
}

async function isUsernameTaken(tx: Tx, username: string): Promise<boolean> {
  const { rows } =
    await sql`select from users where deleted_at is null and lower(username) = lower(${username})`.execute(tx);
  return rows.length > 0;
}

/** The user who signs in with this address, as email or as user name. */
async function findUserByAddress(tx: Tx, email: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from users where deleted_at is null
      and (lower(email) = lower(${email}) or lower(username) = lower(${email}))
    order by lower(email) = lower(${email}) desc limit 1`.execute(tx);
  return rows[0]?.id;
}

/**
 * The audit log gets no actor, because the person is not a user yet. The console starts in the language of the request.
 */
async function insertPendingUser(
  tx: Tx,
  person: Person,
  password: string,
  { ip, requestId, language }: RegisteringCaller,
): Promise<number> {
  await sql`select set_config('innkeeper.ip', ${isIP(ip) ? ip : ''}, true),
      set_config('innkeeper.request_id', ${requestId}, true)`.execute(tx);
  try {
    const { id } = await tx
      .insertInto('users')
      .values({ ...person, password, role_group_id: null })
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
