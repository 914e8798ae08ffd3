import {
  type Label,
  type Language,
  MEMBER_MAILS,
  type MemberMailType,
  permission,
  resources,
} from '@innkeeper/contract';
import type { SentMemberMail, MemberOverview } from '@innkeeper/contract/calls';
import type { Db, Tx } from '@innkeeper/db';
import { type Actor, can } from '../../access/actor.ts';
import { limitResends } from '../../access/resend-limit.ts';
import { apiError } from '../../platform/http/api-error.ts';
import type { Outbox } from '../../platform/mail/outbox.ts';
import { countryLanguageSql, findTemplate } from '../../platform/mail/template.ts';
import { lockLiveRow } from '../../engine/resources/write.ts';
import type { Write } from '../../engine/resources/write-services.ts';
import { memberMailTexts } from '../../texts/member-mails.ts';
import { type Addressee, findAddresseeProblem, readAddressees } from './addressees.ts';

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
  const [member] = await readAddressees(db, [memberId]);
  return Promise.all(
    MEMBER_MAILS.map(async (mail_type) => {
      const problem = member ? await findProblem(db, member, mail_type) : null;
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
  const [member] = await readAddressees(tx, [id]);
  const problem = member ? await findProblem(tx, member, mailType) : memberMailTexts.memberDeleted;
  if (!member || problem) throw apiError('conflict', { message: problem ?? memberMailTexts.memberDeleted });
  await limitResends(tx, `member ${id}`, mailType, now);
  const about = member.card_id === null ? {} : { memberCardId: member.card_id };
  await outbox(tx, { mailType, memberId: id, about });
  return { mail_type: mailType, recipient: member.email };
}

async function findProblem(
  db: Db['kysely'] | Tx,
  addressee: Addressee,
  mailType: MemberMailType,
): Promise<Label | null> {
  const problem = findAddresseeProblem(addressee, mailType);
  if (problem) return problem;
  const template = await findTemplate(db, mailType, countryLanguageSql(addressee.origin_country_id));
  return template ? null : memberMailTexts.noTemplate;
}
