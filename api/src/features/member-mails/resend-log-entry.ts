import { LANGUAGES, type Label } from '@innkeeper/contract';
import { sql } from 'kysely';
import { limitResends } from '../../access/resend-limit.ts';
import { apiError } from '../../platform/http/api-error.ts';
import { queueLoggedMail } from '../../account/queue-account-mail.ts';
import { isAccountMailName } from '../../account/account-mails.ts';
import { lockRows } from '../../engine/resources/row-locks.ts';
import { readWrittenRecord } from '../../engine/resources/write.ts';
import type { Write } from '../../engine/resources/write-services.ts';
import { recordNotFoundError } from '../../engine/resources/record.ts';
import { toText } from '../../engine/resources/row-unique.ts';
import { queueMailsSql } from './queue-mails.ts';
import { renderMemberMail } from './render-member-mail.ts';
import { memberMailTexts } from '../../texts/member-mails.ts';

const createConflict = (message: Label) => apiError('conflict', { message });

interface Cause {
  readonly mail_type: string | null;
  readonly account_mail: string | null;
  readonly user_id: number | null;
  readonly language: string | null;
}

/**
 * Sends a logged mail again: rendered again for the same cause, under the same entry. A mail that is still queued is
 * sent now instead of twice. Returns the entry as JSON text. Throws a 404 if it is not visible, a 409 with the reason
 * if it cannot be sent, and a 429 if it was sent too often.
 */
export async function resendMail(write: Write, id: number): Promise<string> {
  const { context, services, d } = write;
  const { tx, now } = context;
  const [entry] = await lockRows(context, services.hooksByResource, d, [id]);
  if (!entry) throw recordNotFoundError(d, id);
  if (entry.deleted_at !== null) throw createConflict(memberMailTexts.entryDeleted);
  const { rows } = await sql<Cause>`
    select d.code as mail_type, c.account_mail, c.user_id, c.language
    from mail_log l left join mail_cause c on c.mail_log_id = l.id left join option_detail d on d.id = l.mail_type_id
    where l.id = ${id}`.execute(tx);
  const [cause] = rows;
  if (cause?.mail_type === 'password-reset') throw createConflict(memberMailTexts.passwordLinkOnRequest);
  if (cause?.account_mail && isAccountMailName(cause.account_mail)) {
    await limitResends(tx, `user ${cause.user_id ?? toText(entry.recipient)}`, cause.account_mail, now);
    const language = LANGUAGES.find((candidate) => candidate === cause.language);
    await queueLoggedMail(
      tx,
      id,
      { letter: cause.account_mail, userId: cause.user_id, ...(language && { language }) },
      now,
    );
  } else {
    if (entry.member_id === null) throw createConflict(memberMailTexts.detailsNotStored);
    await limitResends(tx, `member ${toText(entry.member_id)}`, cause?.mail_type ?? `entry ${id}`, now);
    const renderedMail = await renderMemberMail(tx, id, now);
    if ('problem' in renderedMail) throw createConflict(renderedMail.problem);
    await queueMailsSql(sql`select ${id}::bigint as entry_id, ${now}::timestamptz as ordered_at`).execute(tx);
  }
  await sql`update mail_log set delivery_status = 'queued', message = null, last_resend_at = ${now}
    where id = ${id}`.execute(tx);
  return readWrittenRecord(write, id);
}
