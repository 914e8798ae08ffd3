import { type AddressState, type Label, type MemberMailType, isNoEmail } from '@innkeeper/contract';
import type { Db, Tx } from '@innkeeper/db';
import { sql } from 'kysely';
import { memberMailTexts } from '../../texts/member-mails.ts';

/** A member to whom staff may send a mail. */
export interface Addressee {
  readonly id: number;
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

export async function readAddressees(
  db: Db['kysely'] | Tx,
  memberIds: readonly number[],
): Promise<readonly Addressee[]> {
  const { rows } = await sql<Addressee>`
    select m.id, m.email, m.origin_country_id, m.deleted_at is not null as is_deleted, m.all_notification,
           m.membership_notification, m.birthday_notification, s.member_card_id as card_id,
           address.state as address_state
    from member m left join member_standing s on s.member_id = m.id
    left join mail_address_state address on address.email = lower(m.email)
    where m.id = any(${memberIds}::bigint[]) order by m.id`.execute(db);
  return rows;
}

const ADDRESS_PROBLEMS = {
  bounced: memberMailTexts.addressRejected,
  complained: memberMailTexts.reportedAsSpam,
} satisfies Record<AddressState, Label>;

/** Why a mail about the member's card must not be sent by staff; null if it may. */
export function findAddresseeProblem(addressee: Addressee, mailType: MemberMailType): Label | null {
  const isBirthday = mailType === 'birthday';
  if (addressee.is_deleted) return memberMailTexts.memberDeleted;
  if (isNoEmail(addressee.email)) return memberMailTexts.noEmail;
  if (addressee.address_state) return ADDRESS_PROBLEMS[addressee.address_state];
  if (!addressee.all_notification) return memberMailTexts.noMails;
  if (isBirthday && !addressee.birthday_notification) return memberMailTexts.noBirthdayMails;
  if (!isBirthday && !addressee.membership_notification) return memberMailTexts.noMembershipMails;
  if (!isBirthday && addressee.card_id === null) return memberMailTexts.noCard;
  return null;
}
