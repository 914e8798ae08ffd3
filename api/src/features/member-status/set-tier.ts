import { type Language, SELF_REVERT_MINUTES, message, resources } from '@innkeeper/contract';
import { sql } from 'kysely';
import { apiError, validationError } from '../../platform/http/api-error.ts';
import type { Outbox } from '../../platform/mail/outbox.ts';
import { type Row, type WriteContext, requireApproval } from '../../engine/resources/resource-hooks.ts';
import { checkReferences } from '../../engine/resources/references.ts';
import { isOwnRecentRow } from '../../engine/resources/revert-own-record.ts';
import { deleteRecords, lockLiveRow } from '../../engine/resources/write.ts';
import type { Write } from '../../engine/resources/write-services.ts';
import { issueCard, issueVouchers } from '../../domain/issue-cards.ts';
import { isOpenToRegionSql } from '../../domain/tier-order.ts';
import { findUnpaidTierReason } from '../../domain/unpaid-limits.ts';
import { memberTexts } from '../../texts/members.ts';

interface TierInput {
  readonly membershipId: number;
  readonly remark: string;
}

interface RunningTier {
  readonly card_id: number;
  readonly hotel_id: number;
  readonly end_date: string;
  readonly today: string;
  readonly from_id: number;
  readonly is_open: boolean;
  readonly is_higher: boolean;
  /** The card of the requested tier that visits had earned, and that was withdrawn with them. */
  readonly withdrawn_id: number | null;
}

/**
 * Sets the tier of a member with an active card: a card of that membership with the same end. A higher tier sends a
 * mail, and issues those of its vouchers that the term has not had; the old card and its vouchers stay valid. It
 * applies until the next renewal, regardless of visits.
 *
 * Throws a 409 for a member without an active card, a 422 for a membership that is not open where the card was sold,
 * and a 409 `approval_needed` for an unpaid tier whose price difference is a discount above the actor's limit.
 */
export async function setTier(
  write: Write,
  outbox: Outbox,
  id: number,
  { membershipId, remark }: TierInput,
  expectedVersion: number | undefined,
): Promise<void> {
  const { context, services } = write;
  const member: Row = await lockLiveRow(write, id, expectedVersion);
  await checkReferences(context, services.hooksByResource, resources.member, { membership_id: membershipId });
  const runningTier = await readRunningTier(context, id, membershipId);
  if (!runningTier) throw apiError('conflict', { message: memberTexts.noActiveCard });
  const unpaid = await findUnpaidTierReason(context, runningTier.card_id, membershipId);
  if (unpaid) requireApproval(context, 'tier', unpaid);
  if (!runningTier.is_open) throw validationError({ membership_id: [message('not_offered_here')] });
  if (runningTier.from_id === membershipId) {
    // The same tier, set manually: nothing is issued, but it is fixed from now on.
    await sql`update member_card set is_tier_manual = true, remark = ${remark}
      where id = ${runningTier.card_id}`.execute(context.tx);
    return;
  }
  if (runningTier.withdrawn_id !== null) {
    // Its vouchers were issued with it: they return with the card, and are not issued again.
    await sql`update member_card set is_active = true, is_withdrawn = false, is_tier_manual = true, remark = ${remark}
      where id = ${runningTier.withdrawn_id}`.execute(context.tx);
    return;
  }
  const cardId = await issueCard(context.tx, {
    memberId: member.id,
    membershipId,
    hotelId: runningTier.hotel_id,
    startDate: runningTier.today,
    endDate: runningTier.end_date,
    upgradedFromId: runningTier.card_id,
    isManual: true,
    remark,
  });
  if (!runningTier.is_higher) return;
  await issueVouchers(context.tx, cardId);
  await outbox(context.tx, {
    mailType: 'upgrade',
    memberId: member.id,
    about: { memberCardId: cardId, fromMembershipId: runningTier.from_id },
  });
}

/**
 * Deletes the card that the actor issued by setting a tier within the last minutes, with its vouchers, so that the tier
 * before applies again. Throws a 403 for any other tier, and a 409 once a voucher of the card was redeemed.
 */
export async function undoTier(write: Write, id: number, language: Language): Promise<void> {
  const { context } = write;
  await lockLiveRow(write, id, undefined);
  const { rows } = await sql<{ card_id: number }>`
    select c.id as card_id from member_standing s join member_card c on c.id = s.member_card_id
    where s.member_id = ${id} and c.is_tier_manual and c.upgraded_from_id is not null`.execute(context.tx);
  const cardWrite = { ...write, d: resources.member_card };
  const card = rows[0] && (await lockLiveRow(cardWrite, rows[0].card_id, undefined));
  if (!card || !isOwnRecentRow(context, card))
    throw apiError('forbidden', { message: memberTexts.notOwnTier({ minutes: SELF_REVERT_MINUTES }) });
  await deleteRecords(cardWrite, [card.id], memberTexts.tierUndone[language]);
}

async function readRunningTier(
  { tx }: WriteContext,
  memberId: number,
  membershipId: number,
): Promise<RunningTier | undefined> {
  const { rows } = await sql<RunningTier>`
    select c.id as card_id, c.hotel_id, c.end_date, d.today, c.membership_id as from_id,
           ${isOpenToRegionSql('requested', sql`n.region_id`)} as is_open, requested.rank > l.rank as is_higher,
           (select max(u.id) from member_card u where u.upgraded_from_id = c.id and u.membership_id = requested.id
              and u.is_withdrawn and not u.is_active and u.deleted_at is null) as withdrawn_id
    from member_standing s
    join member_card c on c.id = s.member_card_id
    join membership l on l.id = c.membership_id
    join membership requested on requested.id = ${membershipId}
    join hotel h on h.id = c.hotel_id
    join country n on n.id = h.country_id
    cross join lateral (select (now() at time zone effective_time_zone(s.hotel_id))::date as today) d
    where s.member_id = ${memberId} and d.today between c.start_date and c.end_date`.execute(tx);
  return rows[0];
}
