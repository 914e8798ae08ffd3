import { isIP } from 'node:net';
import { type Language, message, resources } from '@innkeeper/contract';
import { valueSchema } from '@innkeeper/contract/schemas';
import type { Db } from '@innkeeper/db';
import { sql } from 'kysely';
import { validationError } from '../platform/http/api-error.ts';
import type { Outbox } from '../platform/mail/outbox.ts';
import { validateNewPassword, assertNoErrors, setPassword, toText } from './change-password.ts';
import { accountSubject } from './credentials.ts';
import { PUBLIC_CALL_KIND } from './public-call-limits.ts';
import {
  MAIL_RATE_LIMIT,
  callerSubject,
  countFailure,
  hashSubject,
  clearFailures,
  lockSubject,
  assertNotThrottled,
} from '../access/throttle.ts';
import { hashToken } from '../access/token.ts';

/*
 * Password reset by a mailed link (reset-link.ts) that works once, for 60 minutes, for users who may have a password.
 * Neither the response nor its timing
 * reveals to a stranger whether an address is known.
 */

export interface PublicCallServices {
  readonly db: Db;
  readonly outbox: Outbox;
}

export interface AnonymousCaller {
  readonly ip: string;
  readonly language: Language;
}

/**
 * Orders a mail with a link for the user with this address. Throws a 422 if the text is not an address, a 429 after too
 * many requests.
 */
export async function requestReset(
  { db, outbox }: PublicCallServices,
  input: unknown,
  { ip, language }: AnonymousCaller,
  now: Date,
): Promise<void> {
  const email = parseEmail(input);
  const subjects = [
    { key: `reset-mail:${hashSubject(email.toLowerCase())}`, rateLimit: MAIL_RATE_LIMIT },
    callerSubject(PUBLIC_CALL_KIND.requestLink, ip),
  ];
  await db.kysely.transaction().execute(async (tx) => {
    for (const { key } of subjects) await lockSubject(tx, key);
    await assertNotThrottled(tx, subjects, now);
    await countFailure(tx, subjects, now);
    const { rows } = await sql<{ id: number }>`
      select id from users where lower(email) = lower(${email}) and is_active and deleted_at is null
        and allows_password(role_group_id)`.execute(tx);
    await outbox(tx, { letter: 'password_reset', userId: rows[0]?.id ?? null, language });
  });
}

function parseEmail(input: unknown): string {
  const text = toText(input).trim();
  if (text === '') throw validationError({ email: [message('required')] });
  const parsed = valueSchema(resources.users.fields.email).safeParse(text);
  if (!parsed.success) throw validationError({ email: [message('email')] });
  return text;
}

/**
 * Sets a new password by a link's token. Ends all of the user's sessions, invalidates all other links and clears the
 * account's wait. Throws a 422 with every invalid field; a token that is wrong, used, expired, or of another address is
 * one of them.
 */
export async function resetPassword(
  db: Db,
  values: Readonly<Record<string, unknown>>,
  { ip }: Pick<AnonymousCaller, 'ip'>,
  now: Date,
): Promise<void> {
  const subject = callerSubject(PUBLIC_CALL_KIND.resetPassword, ip);
  const email = toText(values.email).trim();
  const token = toText(values.token);
  const isReset = await db.kysely.transaction().execute(async (tx) => {
    const owner = await tx
      .selectFrom('password_reset')
      .innerJoin('users', 'users.id', 'password_reset.user_id')
      .select(['users.id', 'users.name', 'users.username', 'users.email'])
      .where('token_hash', '=', hashToken(token))
      .where('expires_at', '>', now)
      .where('users.is_active', '=', true)
      .where('users.deleted_at', 'is', null)
      .where(sql<boolean>`allows_password(users.role_group_id)`)
      .forUpdate()
      .executeTakeFirst();
    if (!owner || owner.email.toLowerCase() !== email.toLowerCase()) return false;
    assertNoErrors(validateNewPassword(values, owner));
    await sql`select set_config('innkeeper.actor', ${String(owner.id)}, true), set_config('innkeeper.ip', ${isIP(ip) ? ip : ''}, true)`.execute(
      tx,
    );
    await setPassword(tx, owner.id, toText(values.password));
    await clearFailures(tx, accountSubject(owner.id).key);
    return true;
  });
  if (isReset) return;
  await countFailure(db.kysely, [subject], now);
  throw validationError({ token: [message('reset_token')] });
}
