import { message, resources, stripDigitSeparators } from '@innkeeper/contract';
import { sql } from 'kysely';
import { dayLabel } from '../../platform/http/format-day.ts';
import { validationError } from '../../platform/http/api-error.ts';
import {
  type Ref,
  type ResourceHooks,
  type Row,
  type RowChange,
  type Values,
  type WriteContext,
  checkAll,
  checkEach,
  ofAction,
  requireApproval,
} from '../../engine/resources/resource-hooks.ts';
import { checkMonthOpen, isSaleClosedSql } from '../../domain/closed-period.ts';
import { errorForConstraint } from '../../engine/resources/constraint-errors.ts';
import { servableIdsSql } from '../../domain/servable-members.ts';
import { findChangedField, listFixedFields, fixedFieldError } from './fixed-fields.ts';
import { lockMemberOfCard, lockMembersOfVouchers } from '../../domain/lock-order.ts';
import { checkNotRedeemed, isRedeemedSql } from '../../domain/redeemed-vouchers.ts';
import { type LastDays, findExtendedFrom, listExtensions, readLastDays } from '../../domain/extensions.ts';
import { findUnpaidVoucherReason } from '../../domain/unpaid-limits.ts';
import { zoneSql } from '../../domain/hotel-time-zone.ts';
import { isDeletedWithSaleSql } from '../../domain/deleted-with-sale.ts';

/**
 * Member vouchers. The state depends on the redemption, the current day at the hotel that serves the member, and
 * whether voucher, card and member are active and not deleted. The database assigns number and owner and snapshots the
 * terms (see snapshot_voucher).
 */
export const member_voucher: ResourceHooks = {
  computed: {
    state: {
      sql: stateSql,
      choiceCondition: (ref, value) => {
        if (value === 'redeemed') return isRedeemedSql(ref('id'));
        if (value === 'cancelled') return `(not ${isRedeemedSql(ref('id'))} and ${isCancelledSql(ref)})`;
        return `(${STATE_BOUNDS[value]?.(ref) ?? 'false'} and ${stateSql(ref)} = '${value}')`;
      },
    },
    is_issued: (ref) => `exists (select from member_voucher i where i.id = ${ref('id')} and i.issued_as is not null)`,
    locked_reason: (ref) => `case when ${isDeletedWithSaleSql('member_voucher', ref('id'))} then 'cancelled'
      when ${isSaleClosedSql(ref('transaction_id'))} then 'month_closed'
      when ${isRedeemedSql(ref('id'))} then 'redeemed' end`,
  },
  references: {
    lockFirst: lockMembersOfVouchers,
    numberLookup: {
      read: (text) => {
        const number = normalizeVoucherNumber(text);
        return /^[0-9A-Z]{12}$/.test(number) ? number : null;
      },
      sql: (numbers, actorContext) => sql`
        select v.voucher_no as number, v.id, v.member_id, v.member_id in ${servableIdsSql(actorContext)} as is_served
        from member_voucher v where v.voucher_no = any(${numbers}::text[])`,
    },
  },
  check: checkAll(
    checkMonthOpen(resources.member_voucher),
    checkNotRedeemed('id'),
    checkEach(async (context, { action, before, values }) => {
      if (action === 'delete') return undefined;
      if (action === 'restore') return assertRestorable(context, values);
      if (before) await assertTermsUnchanged(context, values, before);
      else if (!context.isDryRun) await lockMemberOfCard(context, values.member_card_id);
      if (!context.isReverting) await assertValidUntil(context, values, before);
      await requirePaid(context, values, before);
      return before ? findExtendedFrom(context, 'voucher_extended', values, before) : undefined;
    }),
  ),
  after: async (context, changes) => {
    await listExtensions(context, 'voucher_extended', changes);
    await listManualVouchers(context, ofAction(changes, 'create'));
  },
};

/** Lists vouchers that a user created manually. */
async function listManualVouchers({ tx, actor }: WriteContext, created: readonly RowChange[]): Promise<void> {
  if (created.length === 0 || actor.integration) return;
  await sql`
    insert into manual_change (kind, member_card_id, member_voucher_id, value_after, reason)
    select 'voucher_made', member_card_id, id, valid_until_date, remark from member_voucher
    where id = any(${created.map(({ id }) => id)}::bigint[]) order by id`.execute(tx);
}

/** Voucher numbers contain no letters that look like digits, so such input is read as digits. */
const normalizeVoucherNumber = (text: string): string =>
  stripDigitSeparators(text).toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1');

const FIXED_FIELDS = listFixedFields(resources.member_voucher);

/**
 * A voucher that was issued with a card cannot be exchanged or given to another guest; only a merge moves it with its
 * card. It cannot become valid at another hotel than the one its card restricts it to. It cannot become valid before its
 * card, unless it has expired by then on the day of its member's hotel, which also decides its shown state. A manual
 * voucher can be corrected. Once redeemed, both kinds are immutable, because their days and hotel justified the
 * redemption.
 */
async function assertTermsUnchanged({ tx }: WriteContext, values: Values, before: Row): Promise<void> {
  const changedName = findChangedField(
    [...FIXED_FIELDS, 'restrict_hotel_id', 'redeem_date', 'valid_until_date'],
    values,
    before,
  );
  if (changedName === undefined) return;
  const { rows } = await sql<{ is_redeemed: boolean; hotel_id: number; first_day: string; over_before: string }>`
    select ${sql.raw(isRedeemedSql('v.id'))} as is_redeemed, c.hotel_id, c.start_date::text as first_day,
           least(c.start_date, (now() at time zone effective_time_zone(m.hotel_id))::date)::text as over_before
    from member_voucher v join member_card c on c.id = v.member_card_id join member m on m.id = v.member_id
    where v.id = ${before.id}`.execute(tx);
  const { is_redeemed = false, hotel_id, first_day = '', over_before = '' } = rows[0] ?? {};
  if (is_redeemed) throw errorForConstraint('member_voucher_immutable', changedName);
  const isIssued = before['issued_as'] !== null;
  const isRestricted = before.restrict_hotel_id === hotel_id;
  const fixedField = findChangedField(
    isRestricted ? [...FIXED_FIELDS, 'restrict_hotel_id'] : FIXED_FIELDS,
    values,
    before,
  );
  if (isIssued && fixedField !== undefined) throw fixedFieldError('member_voucher', fixedField);
  const { redeem_date: from, valid_until_date: until }: Values = { ...before, ...values };
  const isBeforeCard = String(from) < String(before.redeem_date) && String(from) < first_day;
  if (isIssued && isBeforeCard && String(until) >= over_before) throw errorForConstraint('member_voucher_before_card');
}

/** A voucher that is created manually, or changed into another kind, must be within the actor's limit or approved. */
async function requirePaid(context: WriteContext, values: Values, before: Row | null): Promise<void> {
  const isOtherVoucher = findChangedField(['member_card_id', 'voucher_id'], values, before ?? EMPTY_ROW) !== undefined;
  if (!isOtherVoucher || context.isReverting) return;
  const { id, member_card_id, voucher_id }: Values = { ...before, ...values };
  await assertWithinLimit(context, { id, member_card_id, voucher_id, is_restored: false });
}

const EMPTY_ROW: Row = { id: 0 };

/** Key of the vouchers that this write has accepted, which count towards the limit. */
const ACCEPTED_KEY = 'vouchers';

async function assertWithinLimit(context: WriteContext, voucher: Values): Promise<void> {
  const acceptedVouchers = context.acceptedRows?.get(ACCEPTED_KEY) ?? [];
  const unpaid = await findUnpaidVoucherReason(context, voucher, acceptedVouchers);
  if (unpaid) requireApproval(context, 'voucher', unpaid);
  context.acceptedRows?.set(ACCEPTED_KEY, [...acceptedVouchers, voucher]);
}

/**
 * Checks a voucher to be restored. One issued with its card needs no check, and an extension was checked when it was
 * granted. The limit covers all vouchers of the term, and others may have been created since; it applies no matter who
 * deleted this one.
 */
async function assertRestorable(context: WriteContext, values: Values): Promise<void> {
  if (values['issued_as'] !== null) return;
  const { id, member_card_id, voucher_id, extended_from, valid_until_date } = values;
  await assertNotAfter('end', context, member_card_id, extended_from ?? valid_until_date);
  await assertWithinLimit(context, { id, member_card_id, voucher_id, is_restored: true });
}

/**
 * A voucher ends with its card, also if it is created manually or moved to another card. It can be extended once, by some
 * days beyond its card, with a reason.
 */
async function assertValidUntil(context: WriteContext, values: Values, before: Row | null): Promise<void> {
  const { member_card_id: cardId, valid_until_date: until }: Values = { ...before, ...values };
  if (findChangedField(['member_card_id'], values, before ?? EMPTY_ROW) !== undefined)
    await assertNotAfter('end', context, cardId, until);
  if (!before || String(until) <= String(before.valid_until_date)) return;
  if (before.extended_from !== null) throw errorForConstraint('member_voucher_extended_once', 'valid_until_date');
  const reason = values.remark ?? null;
  if (reason === null || reason === before.remark) throw errorForConstraint('member_voucher_extension_reason');
  if (context.approved?.kind !== 'extension') await assertNotAfter('latest', context, cardId, until);
}

/** Rejects a last day after the end of the card, or after the latest day of an extension. */
async function assertNotAfter(
  limitKind: keyof LastDays,
  context: WriteContext,
  cardId: unknown,
  until: unknown,
): Promise<void> {
  const limit = (await readLastDays(context, cardId))?.[limitKind];
  if (limit !== undefined && String(until) > limit)
    throw validationError({
      valid_until_date: [message(limitKind === 'end' ? 'voucher_until' : 'extension_until', dayLabel(limit))],
    });
}

const isCancelledSql = (ref: Ref): string =>
  `(${ref('deleted_at')} is not null or ${ref('member_card.deleted_at')} is not null or not ${ref('member_card.is_active')}
    or ${ref('member.deleted_at')} is not null or not ${ref('member.is_active')})`;

const todaySql = (ref: Ref): string => `(now() at time zone ${zoneSql(ref, 'member.hotel')})::date`;

/** Index conditions by UTC day: no zone is more than a day away. An exact condition by each row's local day follows. */
const STATE_BOUNDS: Readonly<Record<string, (ref: Ref) => string>> = {
  upcoming: (ref) => `${ref('redeem_date')} > (now() at time zone 'UTC')::date - 1`,
  available: (ref) => `${ref('valid_until_date')} >= (now() at time zone 'UTC')::date - 1`,
  expired: (ref) => `${ref('valid_until_date')} <= (now() at time zone 'UTC')::date + 1`,
};

function stateSql(ref: Ref): string {
  return `case
    when ${isRedeemedSql(ref('id'))} then 'redeemed'
    when ${isCancelledSql(ref)} then 'cancelled'
    when ${todaySql(ref)} < ${ref('redeem_date')} then 'upcoming'
    when ${todaySql(ref)} > ${ref('valid_until_date')} then 'expired'
    else 'available' end`;
}
