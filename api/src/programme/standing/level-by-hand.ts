import { message, resources } from '@innkeeper/contract';
import { sql } from 'kysely';
import { fail, invalid } from '../../platform/http/fail.ts';
import type { Outbox } from '../../platform/mail/outbox.ts';
import { type Row, type WriteContext, requireApproval } from '../../engine/resources/behaviour.ts';
import { checkReferences } from '../../engine/resources/references.ts';
import { lockLive } from '../../engine/resources/write.ts';
import type { Write } from '../../engine/resources/write-services.ts';
import { issueCard, issueVouchers } from '../cards/issue.ts';
import { isOpenToRegion } from '../cards/ladder.ts';
import { unpaidTier } from '../cards/unpaid.ts';

interface Asked {
  readonly membershipId: number;
  readonly remark: string;
}

interface Held {
  readonly card_id: number;
  readonly hotel_id: number;
  readonly end_date: string;
  readonly today: string;
  readonly from_id: number;
  readonly is_open: boolean;
  readonly is_higher: boolean;
  /** The card of the wanted level that visits led to, and that was withdrawn with them. */
  readonly withdrawn_id: number | null;
}

/**
 * Sets the level of a member who has a running card: a card of that membership to the same end. A higher one brings a mail, and
 * those of its vouchers that the term has not had; the old card and its vouchers stay good. It holds until the next renewal,
 * however many visits there are.
 *
 * Throws a 409 for a member without a running card, a 422 for a membership that is not open where the card was sold, and a 409
 * `approval_needed` for a level that was not paid, where the difference is a discount above the actor's limit.
 */
export async function setLevel(
  write: Write,
  outbox: Outbox,
  id: number,
  { membershipId, remark }: Asked,
  expected: number | undefined,
): Promise<void> {
  const { context, services } = write;
  const member: Row = await lockLive(write, id, expected);
  await checkReferences(context, services.behaviours, resources.member, { membership_id: membershipId });
  const held = await readHeld(context, id, membershipId);
  if (!held) throw fail('conflict', { message: NO_RUNNING_CARD });
  const unpaid = await unpaidTier(context, held.card_id, membershipId);
  if (unpaid) requireApproval(context, 'level', unpaid);
  if (!held.is_open) throw invalid({ membership_id: [message('not_offered_here')] });
  if (held.from_id === membershipId) {
    // The same level by hand: there is nothing to give, but it holds from now on.
    await sql`update member_card set is_by_hand = true, remark = ${remark} where id = ${held.card_id}`.execute(
      context.tx,
    );
    return;
  }
  if (held.withdrawn_id !== null) {
    // Its vouchers were given with it: they come back with the card, and not another time.
    await sql`update member_card set is_active = true, is_withdrawn = false, is_by_hand = true, remark = ${remark} where id = ${held.withdrawn_id}`.execute(
      context.tx,
    );
    return;
  }
  const cardId = await issueCard(context.tx, {
    memberId: member.id,
    membershipId,
    hotelId: held.hotel_id,
    startDate: held.today,
    endDate: held.end_date,
    upgradedFromId: held.card_id,
    isByHand: true,
    remark,
  });
  if (!held.is_higher) return;
  await issueVouchers(context.tx, cardId);
  await outbox(context.tx, {
    mailType: 'upgrade',
    memberId: member.id,
    about: { memberCardId: cardId, fromMembershipId: held.from_id },
  });
}

const NO_RUNNING_CARD = {
  en: 'The member has no running card: sell or renew a membership instead.',
  id: 'Anggota tidak memiliki kartu yang berlaku: jual atau perpanjang keanggotaan.',
};

async function readHeld({ tx }: WriteContext, memberId: number, membershipId: number): Promise<Held | undefined> {
  const { rows } = await sql<Held>`
    select c.id as card_id, c.hotel_id, c.end_date, d.today, c.membership_id as from_id,
           ${isOpenToRegion('wanted', sql`n.region_id`)} as is_open, wanted.rank > l.rank as is_higher,
           (select max(u.id) from member_card u where u.upgraded_from_id = c.id and u.membership_id = wanted.id
              and u.is_withdrawn and not u.is_active and u.deleted_at is null) as withdrawn_id
    from member_standing s
    join member_card c on c.id = s.member_card_id
    join membership l on l.id = c.membership_id
    join membership wanted on wanted.id = ${membershipId}
    join hotel h on h.id = c.hotel_id
    join country n on n.id = h.country_id
    cross join lateral (select (now() at time zone zone_of(s.hotel_id))::date as today) d
    where s.member_id = ${memberId} and d.today between c.start_date and c.end_date`.execute(tx);
  return rows[0];
}
