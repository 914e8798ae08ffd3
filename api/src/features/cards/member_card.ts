import { message, resources } from '@innkeeper/contract';
import type { Tx } from '@innkeeper/db';
import { sql } from 'kysely';
import { dayLabel } from '../../platform/http/format-day.ts';
import { type ApiError, apiError, validationError } from '../../platform/http/api-error.ts';
import {
  type ResourceHooks,
  type Row,
  type RowResult,
  type RowWrite,
  type Values,
  type WriteContext,
  checkAll,
  checkEach,
  ofAction,
} from '../../engine/resources/resource-hooks.ts';
import type { Outbox } from '../../platform/mail/outbox.ts';
import { cardPictureName } from '../../domain/card-face.ts';
import { checkMonthOpen, isSaleClosedSql } from '../../domain/closed-period.ts';
import { errorForConstraint } from '../../engine/resources/constraint-errors.ts';
import { findChangedField, listFixedFields, fixedFieldError } from './fixed-fields.ts';
import { readMemberIds, reevaluateTiers } from '../../domain/tier-changes.ts';
import { lockMembers } from '../../domain/lock-order.ts';
import { checkNotRedeemed, isRedeemedSql } from '../../domain/redeemed-vouchers.ts';
import { findExtendedFrom, listExtensions, readLastDays } from '../../domain/extensions.ts';
import { findUnpaidCardReason, findUnpaidTierReason } from '../../domain/unpaid-limits.ts';
import { isDeletedWithSaleSql } from '../../domain/deleted-with-sale.ts';
import { cardTexts } from '../../texts/cards.ts';

/**
 * Member cards. The database assigns the number, snapshots the terms, and prevents overlapping active cards of one
 * member (see next_card_no, snapshot_card and member_card_period_excl). The picture is drawn on request. Every
 * change of a card re-evaluates the tier of its member.
 */
export const member_card = (outbox: Outbox): ResourceHooks => ({
  computed: {
    is_manual: (ref) =>
      `(${ref('is_tier_manual')} or (${ref('transaction_id')} is null and ${ref('upgraded_from_id')} is null))`,
    file_url: cardPictureName,
    locked_reason: (ref) => `case when ${isDeletedWithSaleSql('member_card', ref('id'))} then 'cancelled'
      when ${isSaleClosedSql(ref('transaction_id'))} then 'month_closed'
      when exists (select from member_voucher v where v.member_card_id = ${ref('id')} and ${isRedeemedSql('v.id')})
        then 'used' end`,
  },
  references: { lockFirst: lockMembers('member_card') },
  check: checkAll(
    checkMonthOpen(resources.member_card),
    checkNotRedeemed('member_card_id'),
    checkEach(async (context, { action, before, values }) => {
      if (action !== 'update' || !before) return undefined;
      await assertFieldsUnfixed(context, values, before);
      if (!context.isReverting) await assertManualChange(context, values, before);
      return values.is_active === true && before.refunded_with_id !== null
        ? errorForConstraint('member_card_refunded_check')
        : findExtendedFrom(context, 'card_extended', values, before);
    }),
    checkNewCards,
    checkEach((context, { action, before, values }) =>
      action === 'delete' ? undefined : assertNoOverlap(context, values, before),
    ),
  ),
  after: async (context, changes) => {
    await listExtensions(context, 'card_extended', changes);
    await reevaluateTiers(context, outbox, [
      ...(await readMemberIds(
        context,
        'member_card',
        changes.map(({ id }) => id),
      )),
      ...changes.flatMap(({ before }) => (before ? [Number(before.member_id)] : [])),
    ]);
  },
});

/** Checks what each new or restored card costs, and locks their members. */
async function checkNewCards(context: WriteContext, rows: readonly RowWrite[]): Promise<readonly RowResult[]> {
  const newCards = ofAction(rows, 'create', 'restore');
  const cards = newCards.map(({ values }) => values);
  if (cards.length === 0) return [];
  const rejections = await (context.isRestoring
    ? findUnpaidRejections(context, cards)
    : findManualRejections(context, cards));
  if (!context.isDryRun) await lockCardMembers(context, cards);
  const errors = new Map(newCards.map((row, i) => [row, rejections[i]]));
  return rows.map((row) => errors.get(row));
}

/**
 * Why each of these cards cannot be created manually: it ends later than one sold today would, or it is an
 * unapproved, unpaid card above the actor's limit.
 */
async function findManualRejections(
  context: WriteContext,
  cards: readonly Values[],
): Promise<readonly (ApiError | undefined)[]> {
  const { rows } = await sql<{ latest: string | null; is_late: boolean | null }>`
    select d.latest::text as latest, c.until > d.latest as is_late
    from unnest(${cards.map(({ membership_id }) => Number(membership_id))}::bigint[],
                ${cards.map(({ hotel_id }) => Number(hotel_id))}::bigint[],
                ${cards.map(({ end_date }) => end_date)}::date[]) with ordinality c (membership_id, hotel_id, until, n)
    cross join lateral (select end_date_if_sold_today(c.membership_id, c.hotel_id) as latest) d
    order by c.n`.execute(context.tx);
  const unpaid = context.approved?.kind === 'card' ? undefined : await findUnpaidCardReason(context);
  return rows.map(({ latest, is_late }) => {
    if (is_late && latest !== null) return validationError({ end_date: [message('manual_until', dayLabel(latest))] });
    return unpaid && apiError('approval_needed', { message: unpaid });
  });
}

/**
 * Why each of these cards cannot be restored: it is unpaid and above the actor's limit. Its end date was checked when
 * it was set. Cards that were sold or earned by visits are not checked.
 */
async function findUnpaidRejections(
  context: WriteContext,
  cards: readonly Values[],
): Promise<readonly (ApiError | undefined)[]> {
  if (context.isReverting) return [];
  const isManual = ({ transaction_id, upgraded_from_id }: Values) =>
    transaction_id === null && upgraded_from_id === null;
  const unpaidManual = cards.some(isManual) ? await findUnpaidCardReason(context) : undefined;
  const rejections: (ApiError | undefined)[] = [];
  for (const card of cards) {
    const { upgraded_from_id: from, membership_id } = card;
    const isSetManually = card.is_tier_manual === true && from !== null;
    const unpaidTierChange = isSetManually
      ? await findUnpaidTierReason(context, Number(from), Number(membership_id))
      : undefined;
    const unpaid = isManual(card) ? unpaidManual : unpaidTierChange;
    rejections.push(unpaid && apiError('approval_needed', { message: unpaid }));
  }
  return rejections;
}

/**
 * Serializes new cards of one member: two concurrent inserts would each wait for the other's overlap check, until the
 * database aborts one a second later.
 */
async function lockCardMembers({ tx }: WriteContext, cards: readonly Values[]): Promise<void> {
  const memberIds = cards.map(({ member_id }) => member_id);
  await sql`select from member where id = any(${memberIds}::bigint[]) order by id for no key update`.execute(tx);
}

const FIXED_FIELDS = listFixedFields(resources.member_card);

/**
 * A card that was sold, or that is part of an upgrade, keeps its member, except by merging; its hotel, since its vouchers
 * depend on the region; its first day, since visits count from it; and its number, except by replacing it.
 */
async function assertFieldsUnfixed(
  { tx, unlockedFields = [] }: WriteContext,
  values: Values,
  before: Row,
): Promise<void> {
  const fixedFields = FIXED_FIELDS.filter((name) => !unlockedFields.includes(name));
  const fixedField = findChangedField(fixedFields, values, before);
  if (fixedField !== undefined && (await isSoldOrUpgraded(tx, before)))
    throw fixedFieldError('member_card', fixedField);
}

/**
 * A card can be extended manually once, by some days, and can be given another membership; each change needs a reason. A
 * membership above the paid one must be within the actor's limit.
 */
async function assertManualChange(context: WriteContext, values: Values, before: Row): Promise<void> {
  const { tx } = context;
  const { end_date: endDate = before.end_date, membership_id: membershipId = before.membership_id } = values;
  // The card's vouchers move with it, but a redemption cannot change its member (keep_redemption).
  if (findChangedField(['member_id'], values, before) !== undefined && (await hasRedemption(tx, before.id)))
    throw errorForConstraint('voucher_redeem_member_immutable', 'member_id');
  const isExtended = String(endDate) > String(before.end_date);
  const isOtherMembership = Number(membershipId) !== Number(before.membership_id);
  if (!isExtended && !isOtherMembership) return;
  const reason = values.remark ?? null;
  if (reason === null || reason === before.remark) throw errorForConstraint('member_card_change_reason');
  if (isExtended && before.extended_from !== null) throw errorForConstraint('member_card_extended_once', 'end_date');
  const days = isExtended ? await readLastDays(context, before.id) : undefined;
  if (days && String(endDate) > days.latest)
    throw validationError({ end_date: [message('extension_until', dayLabel(days.latest))] });
  if (isOtherMembership && (await findUnpaidTierReason(context, before.id, Number(membershipId))))
    throw apiError('conflict', { message: cardTexts.unpaidTierOfCard });
}

async function isSoldOrUpgraded(tx: Tx, { id, transaction_id, upgraded_from_id }: Row): Promise<boolean> {
  if (transaction_id !== null || upgraded_from_id !== null) return true;
  return (await sql`select from member_card where upgraded_from_id = ${id} limit 1`.execute(tx)).rows.length > 0;
}

async function hasRedemption(tx: Tx, id: number): Promise<boolean> {
  const { rows } = await sql`
    select from member_voucher v where v.member_card_id = ${id} and ${sql.raw(isRedeemedSql('v.id'))} limit 1`.execute(
    tx,
  );
  return rows.length > 0;
}

/** Checks the rule of member_card_period_excl, also among the cards of this write. */
async function assertNoOverlap(
  { tx, acceptedRows }: WriteContext,
  values: Values,
  before: Row | null,
): Promise<ApiError | undefined> {
  if (before && findChangedField(['member_id', 'start_date', 'end_date', 'is_active'], values, before) === undefined)
    return undefined;
  const newRow: Values = { ...before, ...values };
  const { member_id, start_date, end_date, is_active, upgraded_from_id = null, merged_from_id = null } = newRow;
  if (is_active === false || upgraded_from_id !== null || merged_from_id !== null) return undefined;
  const key = `member ${String(member_id)}`;
  const acceptedCards = acceptedRows?.get(key) ?? [];
  const { rows } = await sql`
    select from member_card
    where member_id = ${member_id}
      and daterange(start_date, end_date, '[]') && daterange(${start_date}::date, ${end_date}::date, '[]')
      and deleted_at is null and is_active and upgraded_from_id is null and merged_from_id is null
      and id <> all(${[before, ...acceptedCards].flatMap((card) => card?.id ?? [])}::bigint[])`.execute(tx);
  const overlapsAccepted = acceptedCards.some(
    (card) => String(card.start_date) <= String(end_date) && String(start_date) <= String(card.end_date),
  );
  if (rows.length > 0 || overlapsAccepted) return errorForConstraint('member_card_period_excl');
  acceptedRows?.set(key, [...acceptedCards, { id: before?.id, start_date, end_date }]);
  return undefined;
}
