import { message, resources } from '@innkeeper/contract';
import { sql } from 'kysely';
import { fail, invalid } from '../http/fail.ts';
import type { Outbox } from '../mail/outbox.ts';
import type { Row, WriteContext } from '../resources/behaviour.ts';
import { checkReferences } from '../resources/references.ts';
import { type Write, lockLive } from '../resources/write.ts';
import { issueCard, issueVouchers } from '../selling/issue.ts';

interface Asked {
  readonly membershipId: number;
  readonly remark: string | null;
}

interface Held {
  readonly card_id: number;
  readonly hotel_id: number;
  readonly end_date: string;
  readonly today: string;
  readonly from_id: number;
  readonly is_open: boolean;
  readonly is_higher: boolean;
}

/**
 * Sets the level of a member who has a running card: a card of that membership to the same end. A higher one brings its
 * vouchers and a mail; the old card and its vouchers stay good. It holds until the next renewal, whatever the visits.
 *
 * Throws a 409 for a member without a running card, a 422 for a membership that is not open where the card was sold.
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
  if (!held.is_open) throw invalid({ membership_id: [message('not_offered_here')] });
  if (held.from_id === membershipId) {
    // The same level by hand: there is nothing to give, but it holds from now on.
    await sql`update member_card set is_by_hand = true, remark = ${remark} where id = ${held.card_id}`.execute(
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
           wanted.restrict_region_id is null or wanted.restrict_region_id = n.region_id as is_open, wanted.rank > l.rank as is_higher
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
