import { isIP } from 'node:net';
import { CAPTCHA_FIELD, type Language, message, resources } from '@innkeeper/contract';
import { fieldErrors, updateSchema } from '@innkeeper/contract/schemas';
import type { Db, Tx } from '@innkeeper/db';
import { sql } from 'kysely';
import { invalid } from '../platform/http/fail.ts';
import { inSlot } from '../platform/http/slots.ts';
import type { Outbox } from '../platform/mail/outbox.ts';
import { constraintError } from '../engine/resources/refusals.ts';
import { refuseUsedName } from '../access/user-names.ts';
import { newPasswordErrors, refuseErrors, textOf } from './change-password.ts';
import { hashPassword } from '../platform/passwords/password.ts';
import { MAIL_BRAKE, callersOf, countFailure, digestOf, lockSubject, refuseEarly } from '../access/throttle.ts';
import { STRANGERS_CALL } from './strangers.ts';

/*
 * Asking for access.
 *
 *   stranger --asks--> pending      a user without a role group: may sign in, is a guest, sees nothing but the own profile
 *   pending --an administrator gives a role group--> user
 *   pending --an administrator deletes it--> gone
 *
 * The answer is the same whether or not the address is known; its owner is told by mail. See docs/decisions/0003-asking-for-access.md.
 */

const FIELDS = new Set(['name', 'username', 'email', 'phone_no', 'password', 'password_confirmation', CAPTCHA_FIELD]);

interface Services {
  readonly db: Db;
  readonly outbox: Outbox;
}

interface Stranger {
  readonly ip: string;
  readonly language: Language;
  readonly requestId: string;
}

interface Person {
  readonly name: string;
  readonly username: string;
  readonly email: string;
  readonly phone_no: string | null;
}

/** Takes a request for access. Throws a 422 with every wrong field, a user name that is taken among them, and a 429 when too many came. */
export async function requestAccess(
  { db, outbox }: Services,
  values: Readonly<Record<string, unknown>>,
  stranger: Stranger,
  now: Date,
): Promise<void> {
  const person = readPerson(values);
  const from = callersOf(STRANGERS_CALL.askForAccess, stranger.ip);
  const to = { key: `register-mail:${digestOf(person.email.toLowerCase())}`, brake: MAIL_BRAKE };
  // Counted by itself: asking for names that are taken counts as well.
  await db.kysely.transaction().execute(async (tx) => {
    await lockSubject(tx, from.key);
    await refuseEarly(tx, [from], now);
    await countFailure(tx, [from], now);
  });
  const password = await inSlot(() => hashPassword(textOf(values.password)));
  await db.kysely.transaction().execute(async (tx) => {
    for (const key of [to.key, `register-name:${digestOf(person.username.toLowerCase())}`]) await lockSubject(tx, key);
    await refuseEarly(tx, [to], now);
    if (await isTaken(tx, person.username)) throw invalid({ username: [message('taken')] });
    await refuseUsedName({ tx }, person.name, null);
    await countFailure(tx, [to], now);
    const owner = await findOwner(tx, person.email);
    if (owner === undefined) {
      const userId = await insertPending(tx, person, password, stranger);
      await outbox(tx, { letter: 'access_requested', userId, language: stranger.language });
    } else await outbox(tx, { letter: 'address_known', userId: owner, language: stranger.language });
  });
}

function readPerson(values: Readonly<Record<string, unknown>>): Person {
  const unknown = Object.keys(values).filter((name) => !FIELDS.has(name));
  const { name = '', username = '', email = '', phone_no = null } = values;
  const parsed = updateSchema(resources.users).safeParse({ name, username, email, phone_no });
  const errors = {
    ...(parsed.success ? {} : fieldErrors(parsed.error)),
    // A name like an address would tell that the address is known: one signs in by either, so that it could not be given.
    ...(typeof username === 'string' && username.includes('@') && { username: [message('pattern')] }),
    ...newPasswordErrors(values, { name: textOf(name), username: textOf(username), email: textOf(email) }),
    ...Object.fromEntries(unknown.map((field) => [field, [message('unknown_field')]])),
  };
  refuseErrors(errors);
  const read: Readonly<Record<string, unknown>> = parsed.data ?? {};
  return {
    name: textOf(read.name),
    username: textOf(read.username),
    email: textOf(read.email),
    phone_no: textOf(read.phone_no) || null,
  };
}

async function isTaken(tx: Tx, username: string): Promise<boolean> {
  const { rows } =
    await sql`select from users where deleted_at is null and lower(username) = lower(${username})`.execute(tx);
  return rows.length > 0;
}

/** The user who signs in with this address, be it as their name. */
async function findOwner(tx: Tx, email: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from users where deleted_at is null and (lower(email) = lower(${email}) or lower(username) = lower(${email}))
    order by lower(email) = lower(${email}) desc limit 1`.execute(tx);
  return rows[0]?.id;
}

/** Logged as done by nobody: a person who asks is no user yet. The console starts in the language of the request. */
async function insertPending(
  tx: Tx,
  person: Person,
  password: string,
  { ip, requestId, language }: Stranger,
): Promise<number> {
  await sql`select set_config('innkeeper.ip', ${isIP(ip) ? ip : ''}, true), set_config('innkeeper.request_id', ${requestId}, true)`.execute(
    tx,
  );
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
    // Somebody else was faster: an administrator, who made this user.
    throw constraintError(resources.users, error) ?? error;
  }
}
