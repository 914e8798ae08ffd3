import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { ATTACHED_BYTES_MAX, type Label, type Language, REPORT_FILE_DAYS, REPORT_PAGES } from '@innkeeper/contract';
import { sql } from 'kysely';
import { loadActorOf } from '../../access/actor.ts';
import { FILE_TYPES } from '../../engine/exchange/export.ts';
import type { Config } from '../../platform/config.ts';
import type { Store } from '../../platform/files/store.ts';
import { type CarryServices, carryLogged } from '../../platform/mail/carry-logged.ts';
import type { Mail } from '../../platform/mail/outbox.ts';
import { type FileRow, NOT_IN_SIGHT, maySee, nameOf } from './report-files.ts';

interface DeliverServices extends CarryServices {
  readonly config: Pick<Config, 'publicUrl' | 'mail'>;
  readonly store: Store;
}

interface Delivered extends FileRow {
  readonly delivery_id: number;
  readonly mail_log_id: number | null;
  readonly due_at: Date;
  readonly reader: string;
  readonly reader_email: string;
  readonly owner: string;
  readonly owner_email: string;
  readonly owner_language: string | null;
  readonly is_owner_there: boolean;
}

/**
 * Sends a file that was made for a schedule to its reader; where there is none, its owner is told why. A delivered file is
 * left alone. Rejects where the mail is to be tried again.
 */
export async function deliverReport(services: DeliverServices, fileId: number, isLastAttempt: boolean): Promise<void> {
  const { db } = services;
  const { rows } = await sql<Delivered>`
    select f.*, d.mail_log_id, d.due_at, u.name as reader, u.email as reader_email, o.name as owner, o.email as owner_email,
           p.settings ->> 'language' as owner_language, o.is_active and o.deleted_at is null as is_owner_there
    from report_file f join report_delivery d on d.id = f.delivery_id and d.state = 'making'
    join report_schedule s on s.id = d.schedule_id join users u on u.id = d.user_id join users o on o.id = s.owner_id
    left join user_preference p on p.user_id = o.id
    where f.id = ${fileId} and f.state in ('done', 'failed')`.execute(db.kysely);
  const [file] = rows;
  if (!file) return;
  const reader = await loadActorOf(db.kysely, file.user_id);
  const isOpen = file.state === 'done' && reader !== undefined && maySee(reader, file);
  const reason = isOpen ? null : (file.reason ?? NOT_IN_SIGHT);
  const mail = reason ? failureMail(services, file, reason) : await reportMail(services, file);
  if (!reason || file.is_owner_there) await carry(services, file, mail, isLastAttempt);
  await sql`
    update report_delivery set state = ${reason ? 'failed' : 'sent'}, reason = ${reason && JSON.stringify(reason)}::jsonb, ended_at = clock_timestamp()
    where id = ${file.delivery_id} and state = 'making'`.execute(db.kysely);
}

/** Under one entry of the log and one name, however often it is tried. Given up, the delivery has failed. */
async function carry(services: DeliverServices, file: Delivered, mail: Mail, isLastAttempt: boolean): Promise<void> {
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
  try {
    await carryLogged(services, mail, job, isLastAttempt);
  } catch (error) {
    if (isLastAttempt)
      await sql`
        update report_delivery set state = 'failed', reason = ${JSON.stringify(NOT_CARRIED)}::jsonb, ended_at = clock_timestamp()
        where id = ${file.delivery_id} and state = 'making'`.execute(db.kysely);
    throw error;
  }
}

const NOT_CARRIED: Label = {
  en: 'The mail could not be sent, whatever was tried.',
  id: 'Email tidak berhasil dikirim meskipun sudah dicoba berulang kali.',
};

async function reportMail({ db, config, store }: DeliverServices, file: Delivered): Promise<Mail> {
  const { report, format, language, name, bytes, rows_done, reader, reader_email, owner } = file;
  const title = REPORT_PAGES[report].label[language];
  const isAttached = (bytes ?? 0) <= ATTACHED_BYTES_MAX;
  const content = isAttached && name !== null ? await store.open(name) : undefined;
  const { rows } = await sql<{ address: string }>`
    select file_address(${`report/${name}`}, ${file.asked_at}::timestamptz + make_interval(days => ${REPORT_FILE_DAYS}, hours => -1)) as address`.execute(
    db.kysely,
  );
  const link = `${config.publicUrl}${rows[0]?.address ?? ''}`;
  const text: Label = {
    en: `Hello ${reader},\n\nthis is the report that ${owner} has sent to you regularly: ${title}, ${rows_done} rows, of the hotels that you may see.\n\n${content ? 'The file is attached.' : `The file is too large for a mail. It can be downloaded for ${REPORT_FILE_DAYS} days, by nobody but you:\n\n${link}`}\n`,
    id: `Halo ${reader},\n\nini laporan yang dikirim secara berkala kepada Anda oleh ${owner}: ${title}, ${rows_done} baris, dari hotel yang boleh Anda lihat.\n\n${content ? 'Berkas terlampir.' : `Berkas terlalu besar untuk email. Berkas dapat diunduh selama ${REPORT_FILE_DAYS} hari, hanya oleh Anda:\n\n${link}`}\n`,
  };
  return {
    from: config.mail.from,
    to: reader_email,
    subject: title,
    text: text[language],
    ...(content && {
      attachments: [
        { filename: nameOf(file), contentType: FILE_TYPES[format], content: await buffer(content.content) },
      ],
    }),
  };
}

function failureMail({ config }: DeliverServices, file: Delivered, reason: Label): Mail {
  const language: Language = file.owner_language === 'id' ? 'id' : 'en';
  const title = REPORT_PAGES[file.report].label[language];
  const subject: Label = {
    en: `${title}: not sent to ${file.reader}`,
    id: `${title}: tidak terkirim ke ${file.reader}`,
  };
  const text: Label = {
    en: `Hello ${file.owner},\n\nthe report that you have sent to ${file.reader} regularly was not sent this time.\n\n${reason.en}\n`,
    id: `Halo ${file.owner},\n\nlaporan yang Anda kirim secara berkala kepada ${file.reader} kali ini tidak terkirim.\n\n${reason.id}\n`,
  };
  return { from: config.mail.from, to: file.owner_email, subject: subject[language], text: text[language] };
}
