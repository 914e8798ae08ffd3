import { type Label, type Language, SKIP_REASONS, type SkipReason } from '@innkeeper/contract';
import type { Db, Tx } from '@innkeeper/db';
import { sql } from 'kysely';
import { type MailCause, type MemberFacts, readMemberFacts } from './mail-facts.ts';
import { type CreateUnsubscribeUrl, unsubscribeLink } from './unsubscribe-link.ts';
import { canUnsubscribe, isMemberMailType, skipReasonSql } from './queue-mails.ts';
import { type RenderedMail, renderMail } from '../../platform/mail/render-template.ts';
import { countryLanguageSql, findTemplate } from '../../platform/mail/template.ts';
import { memberMailTexts } from '../../texts/member-mails.ts';

type Executor = Db['kysely'] | Tx;

export interface RenderedMemberMail {
  readonly facts: MemberFacts;
  readonly language: Language;
  /** The receipt to attach, and the number of the copy. */
  readonly receipt: { readonly id: number; readonly copy: number } | null;
  readonly rendered: RenderedMail;
  /** Null if there is none, or none that the reader may follow. */
  readonly unsubscribeUrl: string | null;
}

interface LogEntry extends MailCause {
  readonly member_id: number | null;
  readonly mail_type: string | null;
  readonly created_at: Date;
  readonly receipt_copy: number | null;
  readonly skip_reason: SkipReason | null;
}

/**
 * Renders a mail to a member from its log entry and cause, with the currently active template, to the member's current
 * address. An entry without a cause is about the newest records at that time. See
 * docs/decisions/0019-write-a-mail-to-a-member-when-it-is-sent.md. Without `createUnsubscribeUrl` the link to unsubscribe
 * has no address: staff who view a mail must not act for the guest.
 */
export async function renderMemberMail(
  db: Executor,
  entryId: number,
  now: Date,
  createUnsubscribeUrl: CreateUnsubscribeUrl = async () => null,
): Promise<RenderedMemberMail | { readonly problem: Label }> {
  const entry = await readLogEntry(db, entryId);
  if (!entry?.member_id || entry.mail_type === null || !isMemberMailType(entry.mail_type))
    return { problem: memberMailTexts.notToMember };
  if (entry.skip_reason) return { problem: SKIP_REASONS[entry.skip_reason] };
  const facts = await readMemberFacts(db, entry.member_id, entry, { at: entry.created_at, now });
  if (!facts) return { problem: memberMailTexts.memberDeleted };
  if (facts.isCauseDeleted) return { problem: memberMailTexts.recordDeleted };
  const template = await findTemplate(db, entry.mail_type, countryLanguageSql(facts.member.origin_country_id));
  if (!template) return { problem: memberMailTexts.noTemplate };
  const values = facts.forLanguage(template.language);
  const receipt = entry.receipt_id === null ? null : { id: entry.receipt_id, copy: entry.receipt_copy ?? 0 };
  const isOptional = canUnsubscribe(entry.mail_type);
  const unsubscribeUrl = isOptional ? await createUnsubscribeUrl(entry.member_id) : null;
  const footLink = isOptional ? unsubscribeLink(template.language, unsubscribeUrl) : undefined;
  return {
    facts,
    language: template.language,
    receipt,
    rendered: renderMail(template, facts.hotel, (name) => values[name] ?? '', footLink),
    unsubscribeUrl,
  };
}

async function readLogEntry(db: Executor, id: number): Promise<LogEntry | undefined> {
  const { rows } = await sql<LogEntry>`
    select l.member_id, d.code as mail_type, l.created_at, c.member_card_id, c.from_membership_id, c.voucher_redeem_id,
           c.visit_id,
           c.receipt_id, c.receipt_copy, ${skipReasonSql(sql`d.code`)} as skip_reason
    from mail_log l left join member m on m.id = l.member_id
    left join mail_cause c on c.mail_log_id = l.id left join option_detail d on d.id = l.mail_type_id
    where l.id = ${id}`.execute(db);
  return rows[0];
}
