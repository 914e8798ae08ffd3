import {
  type AddressState,
  type Label,
  type Language,
  MEMBER_MAILS,
  type MemberMailType,
  isNoEmail,
  permission,
  resources,
} from '@innkeeper/contract';
import type { SentMemberMail, MemberOverview } from '@innkeeper/contract/calls';
import type { Db, Tx } from '@innkeeper/db';
import { sql } from 'kysely';
import { type Actor, can } from '../../access/actor.ts';
import { limitResends } from '../../access/resend-limit.ts';
import { apiError } from '../../platform/http/api-error.ts';
import type { Outbox } from '../../platform/mail/outbox.ts';
import { countryLanguageSql, findTemplate } from '../../platform/mail/template.ts';
import { lockLiveRow } from '../../engine/resources/write.ts';
import type { Write } from '../../engine/resources/write-services.ts';
import { memberMailTexts } from '../../texts/member-mails.ts';

const PROBLEM_TEXTS = {
  deleted: memberMailTexts.memberDeleted,
  no_email: memberMailTexts.noEmail,
  bounced: memberMailTexts.addressRejected,
  complained: memberMailTexts.reportedAsSpam,
  no_template: memberMailTexts.noTemplate,
  no_mails: memberMailTexts.noMails,
  no_membership_mails: memberMailTexts.noMembershipMails,
  no_birthday_mails: memberMailTexts.noBirthdayMails,
  no_card: memberMailTexts.noCard,
} satisfies Record<string, Label>;

interface Addressee {
  readonly email: string;
  readonly origin_country_id: number;
  readonly is_deleted: boolean;
  readonly all_notification: boolean;
  readonly membership_notification: boolean;
  readonly birthday_notification: boolean;
  readonly address_state: AddressState | null;
  /** The current card, or the last one. */
  readonly card_id: number | null;
}

type Executor = Db['kysely'] | Tx;

/** Any of these codes lets a user send a member mail. */
export const MAIL_PERMISSIONS = [
  permission('UPDATE', resources.mail_log.permission),
  permission('UPDATE', resources.member.permission),
] as const;

/**
 * The mails that staff may resend to a member, with the reason for each that cannot be sent. Null for an actor who may
 * send none.
 */
export async function readSendableMails(
  { kysely: db }: Db,
  actor: Actor,
  memberId: number,
  language: Language,
): Promise<MemberOverview['mails']> {
  if (!can(actor, ...MAIL_PERMISSIONS)) return null;
  const member = await readAddressee(db, memberId);
  return Promise.all(
    MEMBER_MAILS.map(async (mail_type) => {
      const problem = member && (await findProblem(db, member, mail_type));
      return { mail_type, reason: problem && problem[language] };
    }),
  );
}

/**
 * Orders a programme mail about the member's current card; the member may have had it before. Throws a 404 if the
 * member is not visible, a 409 with the reason if it cannot be sent, and a 429 if it was sent too often.
 */
export async function resendMemberMail(
  outbox: Outbox,
  write: Write,
  id: number,
  mailType: MemberMailType,
): Promise<SentMemberMail> {
  await lockLiveRow(write, id, undefined);
  const { tx, now } = write.context;
  const member = await readAddressee(tx, id);
  const problem = member ? await findProblem(tx, member, mailType) : PROBLEM_TEXTS.deleted;
  if (!member || problem) throw apiError('conflict', { message: problem ?? PROBLEM_TEXTS.deleted });
  await limitResends(tx, `member ${id}`, mailType, now);
  const about = member.card_id === null ? {} : { memberCardId: member.card_id };
  await outbox(tx, { mailType, memberId: id, about });
  return { mail_type: mailType, recipient: member.email };
}

async function readAddressee(db: Executor, memberId: number): Promise<Addressee | null> {
  const { rows } = await sql<Addressee>`
    select m.email, m.origin_country_id, m.deleted_at is not null as is_deleted, m.all_notification,
           m.membership_notification, m.birthday_notification, s.member_card_id as card_id,
           address.state as address_state
    from member m left join member_standing s on s.member_id = m.id
    left join mail_address_state address on address.email = lower(m.email) where m.id = ${memberId}`.execute(db);
  return rows[0] ?? null;
}

async function findProblem(db: Executor, member: Addressee, mailType: MemberMailType): Promise<Label | null> {
  const isBirthday = mailType === 'birthday';
  if (member.is_deleted) return PROBLEM_TEXTS.deleted;
  if (isNoEmail(member.email)) return PROBLEM_TEXTS.no_email;
  if (member.address_state) return PROBLEM_TEXTS[member.address_state];
  if (!member.all_notification) return PROBLEM_TEXTS.no_mails;
  if (isBirthday && !member.birthday_notification) return PROBLEM_TEXTS.no_birthday_mails;
  if (!isBirthday && !member.membership_notification) return PROBLEM_TEXTS.no_membership_mails;
  if (!isBirthday && member.card_id === null) return PROBLEM_TEXTS.no_card;
  return (await findTemplate(db, mailType, countryLanguageSql(member.origin_country_id)))
    ? null
    : PROBLEM_TEXTS.no_template;
}
