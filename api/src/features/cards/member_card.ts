import { message, resources } from '@innkeeper/contract';
import { type Tx, genericPlanArray } from '@innkeeper/db';
import { sql } from 'kysely';
import { dayLabel } from '../../platform/http/format-day.ts';
import { ApiError, apiError, validationError } from '../../platform/http/api-error.ts';
import { type ResourceHooks, type Row, type Values, type WriteContext } from '../../engine/resources/resource-hooks.ts';
import type { Outbox } from '../../platform/mail/outbox.ts';
import { isSaleClosedSql } from '../../engine/resources/closed-months.ts';
import { errorForConstraint } from '../../engine/resources/constraint-errors.ts';
import { findChangedField, listFixedFields, fixedFieldError } from './fixed-fields.ts';
import { reevaluateTiers } from '../../domain/tier-changes.ts';
import { lockMembers } from '../../domain/lock-order.ts';
import { isRedeemedSql, assertNotRedeemed } from '../../domain/redeemed-vouchers.ts';
import { findUnpaidCardReason, findUnpaidTierReason } from '../../domain/unpaid-limits.ts';
import { isDeletedWithSaleSql } from '../../domain/deleted-with-sale.ts';
import { cardTexts } from '../../texts/cards.ts';

/**
 * Member cards. The database assigns the number, snapshots the terms, and prevents overlapping active cards of one
 * member (see next_card_no, snapshot_card_terms and member_card_period_excl). The picture is drawn on request. Every
 * change of a card re-evaluates the tier of its member.
 */
export const member_card = (outbox: Outbox): ResourceHooks => ({
  beforeWrite: async (context, values, before) => {
    if (before && !context.isReverting) await assertManualChange(context, values, before);
    if (before && values.is_active === true && before.refunded_with_id !== null)
      throw errorForConstraint('member_card_refunded_check');
    if (!before) {
      const rejection = (await findManualRejections(context, [values]))[0];
      if (rejection) throw rejection;
    }
    if (context.dryRun) return assertNoOverlap(context, values, before);
    if (!before) await lockCardMembers(context, [values]);
    return values;
  },
  lockFirst: lockMembers('member_card'),
  computedSql: {
    is_manual: (ref) =>
      `(${ref('is_tier_manual')} or (${ref('transaction_id')} is null and ${ref('upgraded_from_id')} is null))`,
    file_url: (ref) => `'member-card-' || ${ref('id')} || '.png'`,
    locked_reason: (ref) => `case when ${isDeletedWithSaleSql('member_card', ref('id'))} then 'cancelled'
      when ${isSaleClosedSql(ref('transaction_id'))} then 'month_closed'
      when exists (select from member_voucher v where v.member_card_id = ${ref('id')} and ${isRedeemedSql('v.id')})
        then 'used' end`,
  },
  batchCreate: {
    before: async (context, values) => {
      const rejections = await (context.isRestoring
        ? findUnpaidRejections(context, values)
        : findManualRejections(context, values));
      const checked = context.dryRun ? await checkOverlaps(context, values) : values;
      if (!context.dryRun) await lockCardMembers(context, values);
      return checked.map((value, i) => rejections[i] ?? value);
    },
    after: async (context, ids) => reevaluateTiers(context, outbox, await readHolderIds(context, ids)),
  },
  afterCreate: async (context, id) => reevaluateTiers(context, outbox, await readHolderIds(context, [id])),
  afterUpdate: async (context, before) => {
    const ids = before.map(({ id }) => id);
    const memberIds = [...(await readHolderIds(context, ids)), ...before.map(({ member_id }) => Number(member_id))];
    await reevaluateTiers(context, outbox, memberIds);
  },
  beforeDelete: ({ tx }, rows) =>
    assertNotRedeemed(
      tx,
      'member_card_id',
      rows.map(({ id }) => id),
    ),
  afterDelete: async (context, ids) => reevaluateTiers(context, outbox, await readHolderIds(context, ids)),
  afterRestore: async (context, rows) =>
    reevaluateTiers(
      context,
      outbox,
      rows.map(({ member_id }) => Number(member_id)),
    ),
});

/**
 * Why each of these cards cannot be created manually: it ends later than one sold today would (guard_manual_card), or
 * it is an unapproved, unpaid card above the actor's limit.
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

/** A batch of cards is checked one after the other, so that each check includes the cards before it. */
async function checkOverlaps(context: WriteContext, cards: readonly Values[]): Promise<(Values | ApiError)[]> {
  const results: (Values | ApiError)[] = [];
  for (const card of cards)
    results.push(
      await assertNoOverlap(context, card, null).catch((error: unknown) => {
        if (error instanceof ApiError) return error;
        throw error;
      }),
    );
  return results;
}

const FIXED_FIELDS = listFixedFields(resources.member_card);

/**
 * Checks the database's rules for extending a card or changing its membership (guard_manual_card_change) and reports
 * the latest allowed day. A membership above the paid one must be within the actor's limit.
 */
async function assertManualChange(context: WriteContext, values: Values, before: Row): Promise<void> {
  const { tx } = context;
  const { end_date: endDate = before.end_date, membership_id: membershipId = before.membership_id } = values;
  const fixedField = findChangedField(FIXED_FIELDS, values, before);
  if (fixedField !== undefined && (await isSoldOrUpgraded(tx, before)))
    throw fixedFieldError('member_card', fixedField);
  // The card's vouchers move with it, but a redemption cannot change its member (guard_redemption_immutable).
  if (findChangedField(['member_id'], values, before) !== undefined && (await hasRedemption(tx, before.id)))
    throw errorForConstraint('voucher_redeem_member_immutable', 'member_id');
  const isExtended = String(endDate) > String(before.end_date);
  const isOtherMembership = Number(membershipId) !== Number(before.membership_id);
  if (!isExtended && !isOtherMembership) return;
  const reason = values.remark ?? null;
  if (reason === null || reason === before.remark) throw errorForConstraint('member_card_change_reason');
  if (isExtended && before.extended_from !== null) throw errorForConstraint('member_card_extended_once', 'end_date');
  const { rows } = await sql<{ latest: string }>`
    select (end_date + option_number('voucher-extension', 'days'))::text as latest
    from member_card where id = ${before.id}`.execute(tx);
  const [limitRow] = rows;
  if (isExtended && limitRow && String(endDate) > limitRow.latest)
    throw validationError({ end_date: [message('extension_until', dayLabel(limitRow.latest))] });
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

async function readHolderIds({ tx }: WriteContext, ids: readonly number[]): Promise<number[]> {
  const rows = await tx
    .selectFrom('member_card')
    .select('member_id')
    .distinct()
    .where('id', '=', sql<number>`any(${genericPlanArray(ids)})`)
    .execute();
  return rows.map(({ member_id }) => member_id);
}

/** Checks the rule of member_card_period_excl in a dry run, where the card is not written. */
async function assertNoOverlap({ tx, dryRun }: WriteContext, values: Values, before: Row | null): Promise<Values> {
  const newRow: Values = { ...before, ...values };
  const { member_id, start_date, end_date, is_active, upgraded_from_id = null, merged_from_id = null } = newRow;
  if (is_active === false || upgraded_from_id !== null || merged_from_id !== null) return values;
  const earlierCards = dryRun?.get(`member ${String(member_id)}`) ?? [];
  const { rows } = await sql`
    select from member_card
    where member_id = ${member_id}
      and daterange(start_date, end_date, '[]') && daterange(${start_date}::date, ${end_date}::date, '[]')
      and deleted_at is null and is_active and upgraded_from_id is null and merged_from_id is null
      and id <> all(${[before, ...earlierCards].flatMap((card) => card?.id ?? [])}::bigint[])`.execute(tx);
  const overlapsEarlier = earlierCards.some(
    (card) => String(card.start_date) <= String(end_date) && String(start_date) <= String(card.end_date),
  );
  if (rows.length > 0 || overlapsEarlier) throw errorForConstraint('member_card_period_excl');
  dryRun?.set(`member ${String(member_id)}`, [...earlierCards, { id: before?.id, start_date, end_date }]);
  return values;
}
