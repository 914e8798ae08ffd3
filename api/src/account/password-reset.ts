import { isIP } from 'node:net';
import { type Language, message, resources } from '@innkeeper/contract';
import { valueSchema } from '@innkeeper/contract/schemas';
import type { Db } from '@innkeeper/db';
import { sql } from 'kysely';
import { invalid } from '../platform/http/fail.ts';
import type { Outbox } from '../platform/mail/outbox.ts';
import { newPasswordErrors, refuseErrors, setPassword, textOf } from './change-password.ts';
import { accountSubject } from './credentials.ts';
import { STRANGERS_CALL } from './strangers.ts';
import {
  MAIL_BRAKE,
  callersOf,
  countFailure,
  digestOf,
  forgetFailures,
  lockSubject,
  refuseEarly,
} from '../access/throttle.ts';
import { hashToken } from '../access/token.ts';

/*
 * A forgotten password: a link by mail (reset-link.ts) that serves once, for 60 minutes. Nothing that a stranger sees, neither an answer nor
 * the time it takes, tells whether an address is known.
 */

export interface ResetServices {
  readonly db: Db;
  readonly outbox: Outbox;
}

interface Stranger {
  readonly ip: string;
  readonly language: Language;
}

/** Orders a mail with a link for the user with this address. Throws a 422 for a text that is no address and a 429 when too many were asked for. */
export async function requestReset(
  { db, outbox }: ResetServices,
  sent: unknown,
  { ip, language }: Stranger,
  now: Date,
): Promise<void> {
  const email = readEmail(sent);
  const subjects = [
    { key: `reset-mail:${digestOf(email.toLowerCase())}`, brake: MAIL_BRAKE },
    callersOf(STRANGERS_CALL.askForLink, ip),
  ];
  await db.kysely.transaction().execute(async (tx) => {
    for (const { key } of subjects) await lockSubject(tx, key);
    await refuseEarly(tx, subjects, now);
    await countFailure(tx, subjects, now);
    const { rows } = await sql<{ id: number }>`
      select id from users where lower(email) = lower(${email}) and is_active and deleted_at is null`.execute(tx);
    await outbox(tx, { letter: 'password_reset', userId: rows[0]?.id ?? null, language });
  });
}

function readEmail(sent: unknown): string {
  const text = textOf(sent).trim();
  if (text === '') throw invalid({ email: [message('required')] });
  const parsed = valueSchema(resources.users.fields.email).safeParse(text);
  if (!parsed.success) throw invalid({ email: [message('email')] });
  return text;
}

/**
 * Sets a new password by a link's token. All of the user's sessions end, all other links die, and the account need not wait any
 * longer. Throws a 422 with every wrong field: a token that is wrong, used, too old, or of another address is one of them.
 */
export async function resetPassword(
  db: Db,
  values: Readonly<Record<string, unknown>>,
  { ip }: Pick<Stranger, 'ip'>,
  now: Date,
): Promise<void> {
  const subject = callersOf(STRANGERS_CALL.resetPassword, ip);
  const email = textOf(values.email).trim();
  const token = textOf(values.token);
  const isDone = await db.kysely.transaction().execute(async (tx) => {
    const owner = await tx
      .selectFrom('password_reset')
      .innerJoin('users', 'users.id', 'password_reset.user_id')
      .select(['users.id', 'users.name', 'users.username', 'users.email'])
      .where('token_hash', '=', hashToken(token))
      .where('expires_at', '>', now)
      .where('users.is_active', '=', true)
      .where('users.deleted_at', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (!owner || owner.email.toLowerCase() !== email.toLowerCase()) return false;
    refuseErrors(newPasswordErrors(values, owner));
    await sql`select set_config('innkeeper.actor', ${String(owner.id)}, true), set_config('innkeeper.ip', ${isIP(ip) ? ip : ''}, true)`.execute(
      tx,
    );
    await setPassword(tx, owner.id, textOf(values.password));
    await forgetFailures(tx, accountSubject(owner.id).key);
    return true;
  });
  if (isDone) return;
  await countFailure(db.kysely, [subject], now);
  throw invalid({ token: [message('reset_token')] });
}
