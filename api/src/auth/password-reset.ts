import { isIP } from 'node:net';
import { type Label, type Language, message, resources } from '@innkeeper/contract';
import { valueSchema } from '@innkeeper/contract/schemas';
import type { Db } from '@innkeeper/db';
import { sql } from 'kysely';
import { invalid } from '../http/fail.ts';
import type { Deliver } from '../mail/outbox.ts';
import { networkOf } from './address.ts';
import { newPasswordErrors, refuseErrors, setPassword, textOf } from './change-password.ts';
import { accountSubject } from './credentials.ts';
import {
  ADDRESS_BRAKE,
  type Brake,
  countFailure,
  digestOf,
  forgetFailures,
  lockSubject,
  refuseEarly,
} from './throttle.ts';
import { createToken, hashToken } from './token.ts';

/*
 * A forgotten password: a link by mail that serves once, for 60 minutes. Nothing that a stranger sees, neither an answer nor
 * the time it takes, tells whether an address is known.
 */

const LIFETIME_MINUTES = 60;
/** Nobody is sent mail after mail by a stranger. */
const MAIL_BRAKE: Brake = { free: 3, firstWait: 60, longestWait: 3600, forgives: 1200 };

export interface ResetServices {
  readonly db: Db;
  readonly deliver: Deliver;
  readonly publicUrl: string;
}

interface Stranger {
  readonly ip: string;
  readonly language: Language;
}

/**
 * Makes a link for whoever has this address. Returns what is left to do, the mail: it is sent behind the answer. Throws a 422
 * for what is no address and a 429 when too many links were asked for.
 */
export async function requestReset(
  { db, deliver, publicUrl }: ResetServices,
  sent: unknown,
  { ip, language }: Stranger,
  now: Date,
): Promise<() => Promise<void>> {
  const email = readEmail(sent);
  const subjects = [
    { key: `reset-mail:${digestOf(email.toLowerCase())}`, brake: MAIL_BRAKE },
    { key: `reset-mail-from:${networkOf(ip)}`, brake: ADDRESS_BRAKE },
  ];
  const token = createToken('passwordReset');
  const user = await db.kysely.transaction().execute(async (tx) => {
    for (const { key } of subjects) await lockSubject(tx, key);
    await refuseEarly(tx, subjects, now);
    await countFailure(tx, subjects, now);
    const { rows } = await sql<{ name: string; email: string }>`
      with person as (select id, name, email from users where lower(email) = lower(${email}) and is_active and deleted_at is null),
      link as (
        insert into password_reset (token_hash, user_id, expires_at)
        select ${hashToken(token)}, id, ${now}::timestamptz + make_interval(mins => ${LIFETIME_MINUTES}) from person
      )
      select name, email from person`.execute(tx);
    return rows[0];
  });
  return async () => {
    if (!user) return;
    const link = `${publicUrl}/auth/reset-password/${token}/${encodeURIComponent(user.email)}`;
    await deliver({
      from: senderOf(publicUrl),
      to: user.email,
      subject: mail.subject[language],
      text: mail.text(user.name, link)[language],
      sentAt: now,
    });
  };
}

function readEmail(sent: unknown): string {
  const text = textOf(sent).trim();
  if (text === '') throw invalid({ email: [message('required')] });
  const parsed = valueSchema(resources.users.fields.email).safeParse(text);
  if (!parsed.success) throw invalid({ email: [message('email')] });
  return text;
}

const senderOf = (publicUrl: string): string =>
  `no-reply@${URL.canParse(publicUrl) ? new URL(publicUrl).hostname : 'localhost'}`;

const mail = {
  subject: { en: 'Choose a new password', id: 'Pilih kata sandi baru' },
  text: (name: string, link: string): Label => ({
    en: `Hello ${name},\n\nsomeone asked for a new password for your Innkeeper account. To choose one, open this link within ${LIFETIME_MINUTES} minutes; it works once:\n\n${link}\n\nIf it was not you, nothing has changed and you need do nothing.\n`,
    id: `Halo ${name},\n\nseseorang meminta kata sandi baru untuk akun Innkeeper Anda. Untuk memilihnya, buka tautan ini dalam ${LIFETIME_MINUTES} menit; tautan hanya berlaku satu kali:\n\n${link}\n\nJika bukan Anda yang meminta, tidak ada yang berubah dan Anda tidak perlu melakukan apa pun.\n`,
  }),
};

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
  const subject = { key: `reset-from:${networkOf(ip)}`, brake: ADDRESS_BRAKE };
  await refuseEarly(db.kysely, [subject], now);
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
