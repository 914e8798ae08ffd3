import { message, resources } from '@innkeeper/contract';
import { type Tx, plannedOnce } from '@innkeeper/db';
import { sql } from 'kysely';
import { dayLabel } from '../../platform/http/day-in-words.ts';
import { ApiError, fail, invalid } from '../../platform/http/fail.ts';
import { type Behaviour, type Row, type Values, type WriteContext } from '../../engine/resources/behaviour.ts';
import type { Outbox } from '../../platform/mail/outbox.ts';
import { isSaleClosedSql } from '../../engine/resources/months.ts';
import { refusalBy } from '../../engine/resources/refusals.ts';
import { changedAmong, keptAsIssued, standsAsIssued } from './as-issued.ts';
import { reconsiderLevels } from './levels.ts';
import { lockMembers } from './lock-order.ts';
import { isRedeemed, refuseRedeemed } from './redeemed.ts';
import { unpaidCard, unpaidTier } from './unpaid.ts';
import { wentWithSale } from './went-with-sale.ts';

/**
 * Member cards. The database gives the number and the promise, and keeps active cards of one member from overlapping (see
 * next_card_no, keep_card_promise and member_card_period_excl). The picture is drawn from the record when it is asked for. After every
 * change of a card, its member's level is judged anew.
 */
export const member_card = (outbox: Outbox): Behaviour => ({
  beforeWrite: async (context, values, before) => {
    if (before && !context.isTakingBack) await refuseByHand(context, values, before);
    if (before && values.is_active === true && before.refunded_with_id !== null)
      throw refusalBy('member_card_refunded_check');
    if (!before) {
      const refusal = (await manualRefusals(context, [values]))[0];
      if (refusal) throw refusal;
    }
    if (context.check) return refuseOverlap(context, values, before);
    if (!before) await holdMembers(context, [values]);
    return values;
  },
  lockFirst: lockMembers('member_card'),
  computed: {
    is_manual: (ref) =>
      `(${ref('is_by_hand')} or (${ref('transaction_id')} is null and ${ref('upgraded_from_id')} is null))`,
    file_url: (ref) => `'member-card-' || ${ref('id')} || '.png'`,
    stays_because: (ref) => `case when ${wentWithSale('member_card', ref('id'))} then 'cancelled'
      when ${isSaleClosedSql(ref('transaction_id'))} then 'month_closed'
      when exists (select from member_voucher v where v.member_card_id = ${ref('id')} and ${isRedeemed('v.id')}) then 'used' end`,
  },
  many: {
    before: async (context, values) => {
      const refusals = await (context.isRestoring ? unpaidRefusals(context, values) : manualRefusals(context, values));
      const placed = context.check ? await overlapsAmong(context, values) : values;
      if (!context.check) await holdMembers(context, values);
      return placed.map((value, i) => refusals[i] ?? value);
    },
    after: async (context, ids) => reconsiderLevels(context, outbox, await holdersOf(context, ids)),
  },
  afterCreate: async (context, id) => reconsiderLevels(context, outbox, await holdersOf(context, [id])),
  afterUpdate: async (context, before) => {
    const ids = before.map(({ id }) => id);
    const members = [...(await holdersOf(context, ids)), ...before.map(({ member_id }) => Number(member_id))];
    await reconsiderLevels(context, outbox, members);
  },
  beforeDelete: ({ tx }, rows) =>
    refuseRedeemed(
      tx,
      'member_card_id',
      rows.map(({ id }) => id),
    ),
  afterDelete: async (context, ids) => reconsiderLevels(context, outbox, await holdersOf(context, ids)),
  afterRestore: async (context, rows) =>
    reconsiderLevels(
      context,
      outbox,
      rows.map(({ member_id }) => Number(member_id)),
    ),
});

/**
 * Why each of these cards cannot be made manually: it ends later than one that is sold today would (guard_manual_card), or it is unpaid, above the
 * limit of the actor, and not approved.
 */
async function manualRefusals(
  context: WriteContext,
  cards: readonly Values[],
): Promise<readonly (ApiError | undefined)[]> {
  const { rows } = await sql<{ latest: string | null; is_late: boolean | null }>`
    select d.latest::text as latest, c.until > d.latest as is_late
    from unnest(${cards.map(({ membership_id }) => Number(membership_id))}::bigint[], ${cards.map(({ hotel_id }) => Number(hotel_id))}::bigint[],
                ${cards.map(({ end_date }) => end_date)}::date[]) with ordinality c (membership_id, hotel_id, until, n)
    cross join lateral (select end_of_sale_today(c.membership_id, c.hotel_id) as latest) d
    order by c.n`.execute(context.tx);
  const unpaid = context.approved?.kind === 'card' ? undefined : await unpaidCard(context);
  return rows.map(({ latest, is_late }) => {
    if (is_late && latest !== null) return invalid({ end_date: [message('manual_until', dayLabel(latest))] });
    return unpaid && fail('approval_needed', { message: unpaid });
  });
}

/**
 * Why each of these cards cannot be restored: it is unpaid, and above the limit of the actor. Its last day was judged when it was set. A card that was
 * sold, or that visits led to, is not judged.
 */
async function unpaidRefusals(
  context: WriteContext,
  cards: readonly Values[],
): Promise<readonly (ApiError | undefined)[]> {
  if (context.isTakingBack) return [];
  const isManual = ({ transaction_id, upgraded_from_id }: Values) =>
    transaction_id === null && upgraded_from_id === null;
  const manual = cards.some(isManual) ? await unpaidCard(context) : undefined;
  const refusals: (ApiError | undefined)[] = [];
  for (const card of cards) {
    const { upgraded_from_id: from, membership_id } = card;
    const isSetByHand = card.is_by_hand === true && from !== null;
    const tier = isSetByHand ? await unpaidTier(context, Number(from), Number(membership_id)) : undefined;
    const unpaid = isManual(card) ? manual : tier;
    refusals.push(unpaid && fail('approval_needed', { message: unpaid }));
  }
  return refusals;
}

/**
 * New cards of one member are written one after the other: two that came at the same moment would each wait for the other to find out
 * whether they overlap, until the database ends one of them a second later.
 */
async function holdMembers({ tx }: WriteContext, cards: readonly Values[]): Promise<void> {
  const members = cards.map(({ member_id }) => member_id);
  await sql`select from member where id = any(${members}::bigint[]) order by id for no key update`.execute(tx);
}

/** Many cards at once are checked one after the other, so that each knows those before it. */
async function overlapsAmong(context: WriteContext, cards: readonly Values[]): Promise<(Values | ApiError)[]> {
  const answers: (Values | ApiError)[] = [];
  for (const card of cards)
    answers.push(
      await refuseOverlap(context, card, null).catch((error: unknown) => {
        if (error instanceof ApiError) return error;
        throw error;
      }),
    );
  return answers;
}

const KEPT = keptAsIssued(resources.member_card);

/**
 * Checks the rules of the database for a card that is extended or given another membership (keep_card_by_hand), with the day until which
 * it may be good; and that a membership above the one that was paid is within the actor's limit.
 */
async function refuseByHand(context: WriteContext, values: Values, before: Row): Promise<void> {
  const { tx } = context;
  const { end_date: until = before.end_date, membership_id: membership = before.membership_id } = values;
  const kept = changedAmong(KEPT, values, before);
  if (kept !== undefined && (await isSoldOrRaised(tx, before))) throw standsAsIssued('member_card', kept);
  // Its vouchers go with it, and a redemption stays with its member (guard_redemption_immutable).
  if (changedAmong(['member_id'], values, before) !== undefined && (await hasRedemption(tx, before.id)))
    throw refusalBy('voucher_redeem_member_settled', 'member_id');
  const isLonger = String(until) > String(before.end_date);
  const isOther = Number(membership) !== Number(before.membership_id);
  if (!isLonger && !isOther) return;
  const reason = values.remark ?? null;
  if (reason === null || reason === before.remark) throw refusalBy('member_card_change_reason');
  if (isLonger && before.extended_from !== null) throw refusalBy('member_card_extended_once', 'end_date');
  const { rows } = await sql<{ latest: string }>`
    select (end_date + option_number('voucher-extension', 'days'))::text as latest
    from member_card where id = ${before.id}`.execute(tx);
  const [held] = rows;
  if (isLonger && held && String(until) > held.latest)
    throw invalid({ end_date: [message('extension_until', dayLabel(held.latest))] });
  if (isOther && (await unpaidTier(context, before.id, Number(membership))))
    throw fail('conflict', { message: UNPAID_CARD });
}

async function isSoldOrRaised(tx: Tx, { id, transaction_id, upgraded_from_id }: Row): Promise<boolean> {
  if (transaction_id !== null || upgraded_from_id !== null) return true;
  return (await sql`select from member_card where upgraded_from_id = ${id} limit 1`.execute(tx)).rows.length > 0;
}

async function hasRedemption(tx: Tx, id: number): Promise<boolean> {
  const { rows } = await sql`
    select from member_voucher v where v.member_card_id = ${id} and ${sql.raw(isRedeemed('v.id'))} limit 1`.execute(tx);
  return rows.length > 0;
}

const UNPAID_CARD = {
  en: 'Nobody has paid for this level: set it on the page of the member, where an approval can be requested.',
  id: 'Tingkat ini tidak dibayar: atur di halaman anggota, tempat persetujuan dapat diminta.',
};

async function holdersOf({ tx }: WriteContext, ids: readonly number[]): Promise<number[]> {
  const rows = await tx
    .selectFrom('member_card')
    .select('member_id')
    .distinct()
    .where('id', '=', sql<number>`any(${plannedOnce(ids)})`)
    .execute();
  return rows.map(({ member_id }) => member_id);
}

/** Checks the rule of member_card_period_excl for a card that is not written. */
async function refuseOverlap({ tx, check }: WriteContext, values: Values, before: Row | null): Promise<Values> {
  const future: Values = { ...before, ...values };
  const { member_id, start_date, end_date, is_active, upgraded_from_id = null, merged_from_id = null } = future;
  if (is_active === false || upgraded_from_id !== null || merged_from_id !== null) return values;
  const held = check?.get(`member ${String(member_id)}`) ?? [];
  const { rows } = await sql`
    select from member_card
    where member_id = ${member_id} and daterange(start_date, end_date, '[]') && daterange(${start_date}::date, ${end_date}::date, '[]')
      and deleted_at is null and is_active and upgraded_from_id is null and merged_from_id is null and id <> all(${[before, ...held].flatMap((card) => card?.id ?? [])}::bigint[])`.execute(
    tx,
  );
  const isHeld = held.some(
    (card) => String(card.start_date) <= String(end_date) && String(start_date) <= String(card.end_date),
  );
  if (rows.length > 0 || isHeld) throw refusalBy('member_card_period_excl');
  check?.set(`member ${String(member_id)}`, [...held, { id: before?.id, start_date, end_date }]);
  return values;
}
