import { LANGUAGES, type Label } from '@innkeeper/contract';
import type { Db, Tx } from '@innkeeper/db';
import { sql } from 'kysely';
import type { Config } from '../../platform/config/config.ts';
import type { Store } from '../../platform/files/store.ts';
import { readMailContent } from '../../platform/mail/mail-content.ts';
import type { Mail } from '../../platform/mail/outbox.ts';
import { embedPicture } from '../../platform/mail/template-picture.ts';
import { isAccountMailName, renderAccountMail } from '../../account/account-mails.ts';
import { removeTracking } from './tracking.ts';
import { renderMemberMail } from './render-member-mail.ts';
import { hideUnsubscribeToken } from './unsubscribe-link.ts';
import { memberMailTexts } from '../../texts/member-mails.ts';

/*
 * Shows a logged mail.
 *
 *   sent in the last 24 months --> as it was sent
 *   not sent yet, or longer ago --> rendered again for the same cause, and marked so
 *   nothing to render it from --> the reason
 *
 * Account mails never show a link that opens an account, and mails to members not the token of the link to unsubscribe,
 * which acts for the guest. Viewing a mail counts as no opening, and its
 * links as no clicks.
 */

interface MailContext {
  readonly db: Db['kysely'];
  readonly config: Pick<Config, 'publicUrl' | 'mail'>;
  readonly store: Store;
  readonly now: Date;
}

interface MailContent {
  readonly subject: string;
  /** Null for a mail without a template, which is plain text. */
  readonly html: string | null;
  readonly text: string;
}

export interface LoggedMail {
  /** True if this is exactly the mail that was sent. */
  readonly is_as_sent: boolean;
  readonly mail: MailContent | null;
  /** Why there is no mail to show. */
  readonly problem: Label | null;
}

interface LogEntry {
  readonly id: number;
  readonly subject: string;
  readonly member_id: number | null;
  readonly mail_type: string | null;
  readonly account_mail: string | null;
  readonly user_id: number | null;
  readonly session_id: number | null;
  readonly language: string | null;
}

/** A mail in the log, with its cause. */
export async function readLogEntry(db: Db['kysely'] | Tx, id: number): Promise<LogEntry | undefined> {
  const { rows } = await sql<LogEntry>`
    select l.id, l.subject, l.member_id, d.code as mail_type, c.account_mail,
      c.user_id, c.session_id, c.language
    from mail_log l left join mail_cause c on c.mail_log_id = l.id left join option_detail d on d.id = l.mail_type_id
    where l.id = ${id}`.execute(db);
  return rows[0];
}

/** The account mail that an entry logs. */
export function accountMailOf({
  account_mail: letter,
  user_id: userId,
  session_id: sessionId,
  language: name,
}: LogEntry) {
  if (letter === null || !isAccountMailName(letter)) return undefined;
  const language = LANGUAGES.find((candidate) => candidate === name);
  return { letter, userId, ...(sessionId !== null && { sessionId }), ...(language && { language }) };
}

/** The content of a logged mail. The caller has checked that its entry is visible. */
export async function readLoggedMail(context: MailContext, id: number): Promise<LoggedMail> {
  const entry = await readLogEntry(context.db, id);
  if (!entry) return createUnavailableMail(memberMailTexts.contentNotStored);
  return (await readSentMail(context, entry)) ?? renderMailAgain(context, entry);
}

const createUnavailableMail = (problem: Label): LoggedMail => ({ is_as_sent: false, mail: null, problem });

async function readSentMail({ db, store }: MailContext, { id, subject }: LogEntry): Promise<LoggedMail | undefined> {
  const content = await readMailContent(db, id);
  if (!content) return undefined;
  const { html, picture } = content;
  const text = hideUnsubscribeToken(content.text);
  const mail =
    html === null
      ? { subject, html, text }
      : await embedPicture(store, {
          subject,
          text,
          html: removeTracking(hideUnsubscribeToken(html)),
          ...(picture !== null && { picture }),
        });
  return { is_as_sent: true, mail, problem: null };
}

async function renderMailAgain(context: MailContext, entry: LogEntry): Promise<LoggedMail> {
  if (entry.mail_type === 'password-reset') return createUnavailableMail(memberMailTexts.secretNotStored);
  const accountMail = accountMailOf(entry);
  if (accountMail) {
    const mail = await renderAccountMail(context, accountMail, () => HIDDEN_LINK);
    return mail ? toLoggedMail(context, mail) : createUnavailableMail(memberMailTexts.contentNotStored);
  }
  if (entry.member_id === null) return createUnavailableMail(memberMailTexts.contentNotStored);
  const mail = await renderMemberMail(context.db, entry.id, context.now);
  return 'problem' in mail ? createUnavailableMail(mail.problem) : toLoggedMail(context, mail.rendered);
}

async function toLoggedMail(
  { store }: MailContext,
  { subject, html, text, picture }: Pick<Mail, 'subject' | 'html' | 'text' | 'picture'>,
): Promise<LoggedMail> {
  const mail =
    html === undefined
      ? { subject, html: null, text }
      : await embedPicture(store, { subject, html, text, ...(picture !== undefined && { picture }) });
  return { is_as_sent: false, mail, problem: null };
}

/** Replaces the link of an account mail. */
const HIDDEN_LINK = '[…]';
