import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { MAX_ATTACHED_BYTES, type Label, type Language, REPORT_FILE_DAYS, REPORT_PAGES } from '@innkeeper/contract';
import { sql } from 'kysely';
import { loadActorByUserId } from '../../access/actor.ts';
import { FILE_TYPES } from '../../engine/import-export/export.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Store } from '../../platform/files/store.ts';
import { type MailServices, sendLogged } from '../../platform/mail/send-logged.ts';
import type { Mail } from '../../platform/mail/outbox.ts';
import { type FileRow, canSeeFile, formatFileName } from './report-files.ts';
import { reportTexts } from '../../texts/reports.ts';

interface DeliverServices extends MailServices {
  readonly config: Pick<Config, 'publicUrl' | 'mail'>;
  readonly store: Store;
}

interface DeliveredFile extends FileRow {
  readonly delivery_id: number;
  readonly mail_log_id: number | null;
  readonly due_at: Date;
  readonly reader: string;
  readonly reader_email: string;
  readonly owner: string;
  readonly owner_email: string;
  readonly owner_language: string | null;
  readonly is_owner_active: boolean;
}

/**
 * Sends the file of a scheduled report to its reader. If there is no file, mails the reason to the owner. Skips files
 * that were already delivered. Rejects if the mail must be retried.
 */
export async function deliverReport(services: DeliverServices, fileId: number, isLastAttempt: boolean): Promise<void> {
  const { db } = services;
  const { rows } = await sql<DeliveredFile>`
    select f.*, d.mail_log_id, d.due_at, u.name as reader, u.email as reader_email, o.name as owner, o.email as owner_email,
           p.settings ->> 'language' as owner_language, o.is_active and o.deleted_at is null as is_owner_active
    from report_file f join report_delivery d on d.id = f.delivery_id and d.state = 'making'
    join report_schedule s on s.id = d.schedule_id join users u on u.id = d.user_id join users o on o.id = s.owner_id
    left join user_preference p on p.user_id = o.id
    where f.id = ${fileId} and f.state in ('done', 'failed')`.execute(db.kysely);
  const [file] = rows;
  if (!file) return;
  const reader = await loadActorByUserId(db.kysely, file.user_id);
  const isAccessible = file.state === 'done' && reader !== undefined && canSeeFile(reader, file);
  const reason = isAccessible ? null : (file.reason ?? reportTexts.accessChanged);
  const mail = reason ? createFailureMail(services, file, reason) : await createReportMail(services, file);
  if (!reason || file.is_owner_active) await sendReportMail(services, file, mail, isLastAttempt);
  await sql`
    update report_delivery set state = ${reason ? 'failed' : 'sent'}, reason = ${reason && JSON.stringify(reason)}::jsonb, ended_at = clock_timestamp()
    where id = ${file.delivery_id} and state = 'making'`.execute(db.kysely);
}

/**
 * All attempts share one log entry and one message id. After the last attempt, or if the mail bounces, the delivery is
 * marked as failed.
 */
async function sendReportMail(
  services: DeliverServices,
  file: DeliveredFile,
  mail: Mail,
  isLastAttempt: boolean,
): Promise<void> {
  const { db } = services;
  const { rows } = file.mail_log_id
    ? { rows: [{ id: file.mail_log_id }] }
    : await sql<{ id: number }>`
        with entered as (insert into mail_log (recipient, subject) values (${mail.to}, ${mail.subject}) returning id)
        update report_delivery d set mail_log_id = e.id from entered e where d.id = ${file.delivery_id} returning e.id`.execute(
        db.kysely,
      );
  const job = {
    ordered_at: file.due_at.toISOString(),
    message_id: createHash('sha256').update(`report delivery ${file.delivery_id}`).digest('hex').slice(0, 32),
    mail_log_id: rows[0]?.id ?? 0,
  };
  const markAsFailed = () =>
    sql`
      update report_delivery set state = 'failed', reason = ${JSON.stringify(reportTexts.notDelivered)}::jsonb, ended_at = clock_timestamp()
      where id = ${file.delivery_id} and state = 'making'`.execute(db.kysely);
  try {
    if ((await sendLogged(services, mail, job, isLastAttempt)) === 'bounced') await markAsFailed();
  } catch (error) {
    if (isLastAttempt) await markAsFailed();
    throw error;
  }
}

async function createReportMail({ db, config, store }: DeliverServices, file: DeliveredFile): Promise<Mail> {
  const { report, format, language, name, bytes, rows_done, reader, reader_email, owner } = file;
  const title = REPORT_PAGES[report].label[language];
  const isAttached = (bytes ?? 0) <= MAX_ATTACHED_BYTES;
  const content = isAttached && name !== null ? await store.open(name) : undefined;
  const { rows } = await sql<{ address: string }>`
    select signed_file_path(${`report/${name}`}, ${file.requested_at}::timestamptz + make_interval(days => ${REPORT_FILE_DAYS}, hours => -1)) as address`.execute(
    db.kysely,
  );
  const link = `${config.publicUrl}${rows[0]?.address ?? ''}`;
  const fileText = content ? reportTexts.fileAttached : reportTexts.fileByLink({ days: REPORT_FILE_DAYS, link });
  const text = reportTexts.mail({ reader, owner, title, rows: rows_done, file: fileText });
  return {
    from: config.mail.from,
    to: reader_email,
    subject: title,
    text: text[language],
    ...(content && {
      attachments: [
        { filename: formatFileName(file), contentType: FILE_TYPES[format], content: await buffer(content.content) },
      ],
    }),
  };
}

function createFailureMail({ config }: DeliverServices, file: DeliveredFile, reason: Label): Mail {
  const language: Language = file.owner_language === 'id' ? 'id' : 'en';
  const title = REPORT_PAGES[file.report].label[language];
  const subject = reportTexts.notSentSubject({ title, reader: file.reader });
  const text = reportTexts.notSent({ owner: file.owner, reader: file.reader, reason });
  return { from: config.mail.from, to: file.owner_email, subject: subject[language], text: text[language] };
}
