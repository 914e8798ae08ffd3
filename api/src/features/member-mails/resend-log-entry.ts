import type { Label } from '@innkeeper/contract';
import { sql } from 'kysely';
import { limitResends } from '../../access/resend-limit.ts';
import { apiError } from '../../platform/http/api-error.ts';
import { queueLoggedMail } from '../../account/queue-account-mail.ts';
import { lockRows } from '../../engine/resources/row-locks.ts';
import { readWrittenRecord } from '../../engine/resources/write.ts';
import type { Write } from '../../engine/resources/write-services.ts';
import { recordNotFoundError } from '../../engine/resources/record.ts';
import { toText } from '../../engine/resources/row-unique.ts';
import { accountMailOf, readLogEntry } from './logged-mail.ts';
import { queueMailsSql } from './queue-mails.ts';
import { renderMemberMail } from './render-member-mail.ts';
import { memberMailTexts } from '../../texts/member-mails.ts';

const createConflict = (message: Label) => apiError('conflict', { message });

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
  const logged = await readLogEntry(tx, id);
  if (logged?.mail_type === 'password-reset') throw createConflict(memberMailTexts.passwordLinkOnRequest);
  const accountMail = logged && accountMailOf(logged);
  if (accountMail) {
    await limitResends(tx, `user ${accountMail.userId ?? toText(entry.recipient)}`, accountMail.letter, now);
    await queueLoggedMail(tx, id, accountMail, now);
  } else {
    if (entry.member_id === null) throw createConflict(memberMailTexts.detailsNotStored);
    await limitResends(tx, `member ${toText(entry.member_id)}`, logged?.mail_type ?? `entry ${id}`, now);
    const renderedMail = await renderMemberMail(tx, id, now);
    if ('problem' in renderedMail) throw createConflict(renderedMail.problem);
    await queueMailsSql(sql`select ${id}::bigint as entry_id, ${now}::timestamptz as ordered_at`).execute(tx);
  }
  await sql`update mail_log set delivery_status = 'queued', message = null, last_resend_at = ${now}
    where id = ${id}`.execute(tx);
  return readWrittenRecord(write, id);
}
