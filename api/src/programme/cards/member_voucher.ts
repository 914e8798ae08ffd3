import { message, resources, ungrouped } from '@innkeeper/contract';
import { sql } from 'kysely';
import { dayLabel } from '../../platform/http/day-in-words.ts';
import { invalid } from '../../platform/http/fail.ts';
import {
  type Behaviour,
  type Ref,
  type Row,
  type Values,
  type WriteContext,
  requireApproval,
} from '../../engine/resources/behaviour.ts';
import { isSaleClosedSql } from '../../engine/resources/months.ts';
import { refusalBy } from '../../engine/resources/refusals.ts';
import { servedSql } from '../people/served.ts';
import { changedAmong, keptAsIssued, standsAsIssued } from './as-issued.ts';
import { lockMemberOfCard, lockMembersOfVouchers } from './lock-order.ts';
import { isRedeemed, refuseRedeemed } from './redeemed.ts';
import { unpaidVoucher } from './unpaid.ts';
import { zoneSql } from '../places/zone.ts';
import { wentWithSale } from './went-with-sale.ts';

/**
 * Member vouchers. The state follows from the redemption, the days of the hotel that serves the member, and whether voucher, card
 * and member are still there and switched on. The database gives number, owner and promise (see
 * keep_voucher_promise).
 */
export const member_voucher: Behaviour = {
  lockFirst: lockMembersOfVouchers,
  numbered: {
    read: (text) => {
      const number = voucherNumberOf(text);
      return /^[0-9A-Z]{12}$/.test(number) ? number : null;
    },
    sql: (numbers, asking) => sql`
      select v.voucher_no as number, v.id, v.member_id as guest_id, v.member_id in ${servedSql(asking)} as is_served
      from member_voucher v where v.voucher_no = any(${numbers}::text[])`,
  },
  computed: {
    state: stateSql,
    is_issued: (ref) => `exists (select from member_voucher i where i.id = ${ref('id')} and i.issued_as is not null)`,
    stays_because: (ref) => `case when ${wentWithSale('member_voucher', ref('id'))} then 'cancelled'
      when ${isSaleClosedSql(ref('transaction_id'))} then 'month_closed'
      when ${isRedeemed(ref('id'))} then 'redeemed' end`,
  },
  chosen: {
    state: (ref, value) => {
      if (value === 'redeemed') return isRedeemed(ref('id'));
      if (value === 'cancelled') return `(not ${isRedeemed(ref('id'))} and ${isCancelled(ref)})`;
      return `(${SIDES[value]?.(ref) ?? 'false'} and ${stateSql(ref)} = '${value}')`;
    },
  },
  beforeWrite: async (context, values, before) => {
    if (context.isRestoring) return judgeRestored(context, values);
    if (before) await refuseChanged(context, values, before);
    if (!context.isTakingBack) await refuseLater(context, values, before);
    await requirePaid(context, values, before);
    if (!before && !context.check) await lockMemberOfCard(context, values.member_card_id);
    return values;
  },
  beforeDelete: ({ tx }, rows) =>
    refuseRedeemed(
      tx,
      'id',
      rows.map(({ id }) => id),
    ),
};

/** The letters of a voucher number cannot be taken for digits. */
const voucherNumberOf = (text: string): string =>
  ungrouped(text).toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1');

const KEPT = keptAsIssued(resources.member_voucher);

/** Checks the rules of the database for what a voucher is, and where and when it is good (keep_voucher). */
async function refuseChanged({ tx }: WriteContext, values: Values, before: Row): Promise<void> {
  const changed = changedAmong([...KEPT, 'restrict_hotel_id', 'redeem_date', 'valid_until_date'], values, before);
  if (changed === undefined) return;
  const { rows } = await sql<{ is_redeemed: boolean; hotel_id: number; first_day: string; over_before: string }>`
    select ${sql.raw(isRedeemed('v.id'))} as is_redeemed, c.hotel_id, c.start_date::text as first_day,
           least(c.start_date, (now() at time zone zone_of(m.hotel_id))::date)::text as over_before
    from member_voucher v join member_card c on c.id = v.member_card_id join member m on m.id = v.member_id where v.id = ${before.id}`.execute(
    tx,
  );
  const { is_redeemed = false, hotel_id, first_day = '', over_before = '' } = rows[0] ?? {};
  if (is_redeemed) throw refusalBy('member_voucher_settled', changed);
  const isIssued = before['issued_as'] !== null;
  const isRestricted = before.restrict_hotel_id === hotel_id;
  const kept = changedAmong(isRestricted ? [...KEPT, 'restrict_hotel_id'] : KEPT, values, before);
  if (isIssued && kept !== undefined) throw standsAsIssued('member_voucher', kept);
  const { redeem_date: from, valid_until_date: until }: Values = { ...before, ...values };
  const isEarlier = String(from) < String(before.redeem_date) && String(from) < first_day;
  if (isIssued && isEarlier && String(until) >= over_before) throw refusalBy('member_voucher_before_card');
}

/** A voucher that is made manually, or becomes another one, is within the limit of the actor, or was approved. */
async function requirePaid(context: WriteContext, values: Values, before: Row | null): Promise<void> {
  const { member_card_id, voucher_id }: Values = { ...before, ...values };
  const isOther = changedAmong(['member_card_id', 'voucher_id'], values, before ?? NOTHING) !== undefined;
  if (!isOther || context.isTakingBack) return;
  const restored = (context.check?.get(RESTORED) ?? []).map(({ id }) => Number(id));
  const unpaid = await unpaidVoucher(context, Number(member_card_id), Number(voucher_id), before?.id ?? null, restored);
  if (unpaid) requireApproval(context, 'voucher', unpaid);
}

const NOTHING: Row = { id: 0 };

/** In a check: the vouchers that are restored before this one. */
const RESTORED = 'restored';

/**
 * Judges a voucher that is restored. One that came with its card was promised with it; an extension was judged when it was given. The limit is of all
 * vouchers of the term, others of which may have been made since: it applies whoever deleted this one.
 */
async function judgeRestored(context: WriteContext, values: Values): Promise<Values> {
  if (values['issued_as'] !== null) return values;
  await refuseAfter('end', context, values.member_card_id, values.extended_from ?? values.valid_until_date);
  await requirePaid({ ...context, isTakingBack: false }, values, null);
  context.check?.set(RESTORED, [...(context.check.get(RESTORED) ?? []), { id: values['id'] }]);
  return values;
}

/** Checks the rule of the database for a voucher's last day (keep_voucher_days), with the day until which it may be good. */
async function refuseLater(context: WriteContext, values: Values, before: Row | null): Promise<void> {
  const { member_card_id: card, valid_until_date: until }: Values = { ...before, ...values };
  if (changedAmong(['member_card_id'], values, before ?? NOTHING) !== undefined)
    await refuseAfter('end', context, card, until);
  if (!before || String(until) <= String(before.valid_until_date)) return;
  if (before.extended_from !== null) throw refusalBy('member_voucher_extended_once', 'valid_until_date');
  const reason = values.remark ?? null;
  if (reason === null || reason === before.remark) throw refusalBy('member_voucher_extension_reason');
  await refuseAfter('latest', context, card, until);
}

/** Refuses a last day after the end of the card, or after the latest day to which a voucher of it may be extended. */
async function refuseAfter(day: 'end' | 'latest', { tx }: WriteContext, card: unknown, until: unknown): Promise<void> {
  const { rows } = await sql<{ end: string; latest: string }>`
    select end_date::text as end, (end_date + option_number('voucher-extension', 'days'))::text as latest
    from member_card where id = ${card}`.execute(tx);
  const limit = rows[0]?.[day];
  if (limit !== undefined && String(until) > limit)
    throw invalid({
      valid_until_date: [message(day === 'end' ? 'voucher_until' : 'extension_until', dayLabel(limit))],
    });
}

const isCancelled = (ref: Ref): string =>
  `(${ref('deleted_at')} is not null or ${ref('member_card.deleted_at')} is not null or not ${ref('member_card.is_active')}
    or ${ref('member.deleted_at')} is not null or not ${ref('member.is_active')})`;

const today = (ref: Ref): string => `(now() at time zone ${zoneSql(ref, 'member.hotel')})::date`;

/** No zone is further than a day from UTC: bounds for an index, around the condition by each row's own day. */
const SIDES: Readonly<Record<string, (ref: Ref) => string>> = {
  upcoming: (ref) => `${ref('redeem_date')} > (now() at time zone 'UTC')::date - 1`,
  available: (ref) => `${ref('valid_until_date')} >= (now() at time zone 'UTC')::date - 1`,
  expired: (ref) => `${ref('valid_until_date')} <= (now() at time zone 'UTC')::date + 1`,
};

function stateSql(ref: Ref): string {
  return `case
    when ${isRedeemed(ref('id'))} then 'redeemed'
    when ${isCancelled(ref)} then 'cancelled'
    when ${today(ref)} < ${ref('redeem_date')} then 'upcoming'
    when ${today(ref)} > ${ref('valid_until_date')} then 'expired'
    else 'available' end`;
}
