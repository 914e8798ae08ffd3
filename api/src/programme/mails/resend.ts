import { LANGUAGES, type Label } from '@innkeeper/contract';
import { sql } from 'kysely';
import { limitResends } from '../../access/resend-limit.ts';
import { fail } from '../../platform/http/fail.ts';
import { queueLetter } from '../../account/order-letter.ts';
import { isLetterName } from '../../account/letters.ts';
import { lockRows } from '../../engine/resources/locks.ts';
import { readWritten } from '../../engine/resources/write.ts';
import type { Write } from '../../engine/resources/write-services.ts';
import { notFound } from '../../engine/resources/record.ts';
import { textOf } from '../../engine/resources/row-unique.ts';
import { queuedSql } from './order.ts';
import { writeMemberMail } from './write.ts';

const refusal = (message: Label) => fail('conflict', { message });

const DELETED: Label = { en: 'This entry was deleted.', id: 'Entri ini sudah dihapus.' };
const ONLY_ON_REQUEST: Label = {
  en: 'A link to a new password is sent only to who asks for it: please let the person choose “Forgot Password?” again.',
  id: 'Tautan kata sandi baru hanya dikirim kepada yang memintanya: mintalah orangnya memilih “Lupa kata sandi?” sekali lagi.',
};
const NOT_KEPT: Label = {
  en: 'This mail cannot be sent again: what it was about was not kept.',
  id: 'Email ini tidak dapat dikirim ulang: keterangannya tidak disimpan.',
};

interface Cause {
  readonly mail_type: string | null;
  readonly letter: string | null;
  readonly user_id: number | null;
  readonly language: string | null;
}

/**
 * Sends a mail of the log again: written anew for the same cause, under the same entry. One that still waits is not sent twice, but
 * now. Returns the entry as JSON text. Throws a 404 out of sight, a 409 that says why where it cannot be sent, and a 429 where it was
 * sent too often.
 */
export async function resendMail(write: Write, id: number): Promise<string> {
  const { context, services, d } = write;
  const { tx, now } = context;
  const [entry] = await lockRows(context, services.behaviours, d, [id]);
  if (!entry) throw notFound(d, id);
  if (entry.deleted_at !== null) throw refusal(DELETED);
  const { rows } = await sql<Cause>`
    select d.code as mail_type, c.letter, c.user_id, c.language
    from mail_log l left join mail_cause c on c.mail_log_id = l.id left join option_detail d on d.id = l.mail_type_id
    where l.id = ${id}`.execute(tx);
  const [cause] = rows;
  if (cause?.mail_type === 'password-reset') throw refusal(ONLY_ON_REQUEST);
  if (cause?.letter && isLetterName(cause.letter)) {
    await limitResends(tx, `user ${cause.user_id ?? textOf(entry.recipient)}`, cause.letter, now);
    const language = LANGUAGES.find((known) => known === cause.language);
    await queueLetter(tx, id, { letter: cause.letter, userId: cause.user_id, ...(language && { language }) }, now);
  } else {
    if (entry.member_id === null) throw refusal(NOT_KEPT);
    await limitResends(tx, `member ${textOf(entry.member_id)}`, cause?.mail_type ?? `entry ${id}`, now);
    const written = await writeMemberMail(tx, id, now);
    if ('problem' in written) throw refusal(written.problem);
    await queuedSql(sql`select ${id}::bigint as entry_id, ${now}::timestamptz as ordered_at`).execute(tx);
  }
  await sql`update mail_log set delivery_status = 'queued', message = null, last_resend_at = ${now} where id = ${id}`.execute(
    tx,
  );
  return readWritten(write, id);
}
