import { LANGUAGES, type Label } from '@innkeeper/contract';
import type { Db } from '@innkeeper/db';
import { sql } from 'kysely';
import type { Config } from '../../platform/config.ts';
import { readCaptured } from '../../platform/mail/captured.ts';
import { captureFolder } from '../../platform/mail/carrier.ts';
import { isLetterName, writeLetter } from '../../account/letters.ts';
import { withoutDot } from './openings.ts';
import { writeMemberMail } from './write.ts';

/*
 * A mail of the log, to be looked at.
 *
 *   captured, and its file is there --> as it went out
 * carried by a relay, or not sent yet --> written anew for the same cause, and marked so
 * nothing to write it from --> the reason
 *
 * No letter shows its link: one of them opens an account. Looking at a mail counts as no opening.
 */

interface Context {
  readonly db: Db['kysely'];
  readonly config: Pick<Config, 'publicUrl' | 'mail' | 'dataDir'>;
  readonly now: Date;
}

interface Shown {
  readonly subject: string;
  /** Null for a letter, which is plain text. */
  readonly html: string | null;
  readonly text: string;
}

export interface LoggedMail {
  /** Whether it is the mail that went out, to the letter. */
  readonly is_as_sent: boolean;
  readonly mail: Shown | null;
  /** Why there is none. */
  readonly problem: Label | null;
}

const SECRET: Label = {
  en: 'This letter held a link to a new password. It is kept nowhere.',
  id: 'Email ini berisi tautan kata sandi baru. Isinya tidak disimpan di mana pun.',
};
const NOT_KEPT: Label = {
  en: 'What this mail said was not kept.',
  id: 'Isi email ini tidak disimpan.',
};

interface Entry {
  readonly recipient: string;
  readonly subject: string;
  readonly message: string | null;
  readonly delivery_status: string;
  readonly member_id: number | null;
  readonly mail_type: string | null;
  readonly letter: string | null;
  readonly user_id: number | null;
  readonly language: string | null;
}

/** The content of a mail of the log. The caller has asked whether its entry is in sight. */
export async function readLoggedMail(context: Context, id: number): Promise<LoggedMail> {
  const { rows } = await sql<Entry>`
    select l.recipient, l.subject, l.message, l.delivery_status, l.member_id, d.code as mail_type, c.letter, c.user_id, c.language
    from mail_log l left join mail_cause c on c.mail_log_id = l.id left join option_detail d on d.id = l.mail_type_id
    where l.id = ${id}`.execute(context.db);
  const [entry] = rows;
  if (!entry) return none(NOT_KEPT);
  return (await asItWentOut(context, entry)) ?? writtenAnew(context, id, entry);
}

const none = (problem: Label): LoggedMail => ({ is_as_sent: false, mail: null, problem });

async function asItWentOut({ config }: Context, entry: Entry): Promise<LoggedMail | undefined> {
  if (entry.delivery_status !== 'sent') return undefined;
  const kept = await readCaptured(captureFolder(config.dataDir), entry.message ?? '');
  // A file that is somebody else's is no answer, even if the log names it.
  if (kept?.to.toLowerCase() !== entry.recipient.toLowerCase()) return undefined;
  const { text, html = null } = kept;
  const { subject } = entry;
  const isToMember = entry.member_id !== null;
  return {
    is_as_sent: true,
    mail: {
      subject,
      html: html === null ? null : isToMember ? withoutDot(html) : withoutKeys(html),
      text: isToMember ? text : withoutLinks(text),
    },
    problem: null,
  };
}

async function writtenAnew(context: Context, id: number, entry: Entry): Promise<LoggedMail> {
  const { letter, user_id: userId } = entry;
  if (entry.mail_type === 'password-reset') return none(SECRET);
  if (letter !== null && isLetterName(letter)) {
    const language = LANGUAGES.find((known) => known === entry.language);
    const mail = await writeLetter(context, { letter, userId, ...(language && { language }) }, () => HIDDEN);
    return mail ? written({ subject: mail.subject, html: null, text: mail.text }) : none(NOT_KEPT);
  }
  if (entry.member_id === null) return none(NOT_KEPT);
  const mail = await writeMemberMail(context.db, id, context.now);
  return 'problem' in mail ? none(mail.problem) : written(mail.rendered);
}

const written = ({ subject, html, text }: Shown): LoggedMail => ({
  is_as_sent: false,
  mail: { subject, html, text },
  problem: null,
});

/** Stands where a letter has its link. */
const HIDDEN = '[…]';
const withoutLinks = (text: string): string => text.replace(/https?:\/\/\S+/g, HIDDEN);
/** A page of a mail on trial: its addresses lead nowhere secret, apart from those that open an account. */
const withoutKeys = (html: string): string => html.replace(/(?<=\/auth\/reset-password\/)[^\s"'<>]+/g, HIDDEN);
