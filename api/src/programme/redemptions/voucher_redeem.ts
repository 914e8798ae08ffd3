import { sql } from 'kysely';
import { ApiError, fail } from '../../platform/http/fail.ts';
import type { Outbox } from '../../platform/mail/outbox.ts';
import { refuseWrongTime } from './moment.ts';
import { requireOwnRedemptions } from './own-redemptions.ts';
import { type AskedRedemption, redemptionRefusals, refuseRedemption, refuseUnredeemable } from '../cards/refusal.ts';
import { lockRedeemed } from '../cards/lock-order.ts';
import { isClosedSql } from '../../engine/resources/months.ts';
import type { Behaviour, Values, WriteContext } from '../../engine/resources/behaviour.ts';
import { zoneSql } from '../places/zone.ts';

/**
 * Redemptions. Voucher, hotel, member and date are immutable (guard_redemption_immutable). Whether a voucher can be redeemed is judged by the hotel and the day of the redemption; that it is redeemed once is
 * the database's own guard (voucher_redeem_member_voucher_id_key). Deleting one voids it and frees the voucher, restoring
 * takes it again where it could be redeemed at that hotel at that moment. A hotel's system voids only its own redemptions of the day. The member gets a receipt by mail.
 */
export const voucher_redeem = (outbox: Outbox): Behaviour => ({
  lockFirst: lockRedeemed,
  computed: {
    time_zone: (ref) => zoneSql(ref, 'redeem_hotel'),
    stays_because: (ref) =>
      `case when ${isClosedSql(ref('redeem_hotel_id'), ref('redeem_date'))} then 'month_closed' end`,
  },
  judged: ['member_voucher_id', 'member_id'],
  beforeWrite: (context, values, before) => (before ? undefined : judged(context, values)),
  many: {
    before: judgeRedemptions,
    after: async (context, ids) => {
      await refuseUnredeemable(context, ids);
      // A guest hears of every voucher that was used.
      await outbox(
        context.tx,
        ids.map((voucherRedeemId) => ({ mailType: 'voucher-redeemed', about: { voucherRedeemId } })),
      );
    },
  },
  beforeDelete: requireOwnRedemptions,
  // Once more: a card or member that was switched off meanwhile was awaited.
  afterRestore: (context, rows) =>
    refuseUnredeemable(
      context,
      rows.map(({ id }) => id),
    ),
  afterCreate: ({ tx }, id) => outbox(tx, { mailType: 'voucher-redeemed', about: { voucherRedeemId: id } }),
});

async function judged(context: WriteContext, values: Values): Promise<Values> {
  const { at, voucherId, ...asked } = askedIn(values);
  refuseWrongTime(at, context.now);
  await refuseRedemption(context, voucherId, { ...asked, at });
  return values;
}

/** New redemptions as they are, or why they cannot be; their vouchers are held. One that comes back was entered in time. */
async function judgeRedemptions(context: WriteContext, redemptions: readonly Values[]): Promise<(Values | ApiError)[]> {
  const asked = redemptions.map(askedIn);
  const refusals = await redemptionRefusals(context, asked);
  const handedOn = context.isRestoring ? await handedOnAmong(context, redemptions) : NONE;
  return redemptions.map((values, i) => {
    if (handedOn.has(values.id)) return fail('wrong_member');
    try {
      if (!context.isRestoring) refuseWrongTime(asked[i]?.at ?? context.now, context.now);
      return refusals[i] ?? values;
    } catch (error) {
      if (error instanceof ApiError) return error;
      throw error;
    }
  });
}

const NONE: ReadonlySet<unknown> = new Set();

/**
 * The voided redemptions among these whose voucher went to another member since: they went along with it, and the operation log has their former
 * member. A merge that moved the redemption, or its undoing, brings it to the same person.
 */
async function handedOnAmong({ tx }: WriteContext, voided: readonly Values[]): Promise<ReadonlySet<unknown>> {
  const { rows } = await sql<{ id: number }>`
    select r.id from voucher_redeem r
    cross join lateral (
      select (o.before ->> 'member_id')::bigint as id from operation o
      where o.resource = 'voucher_redeem' and o.record_id = r.id and o.before ? 'member_id' and o.id > (
        select max(v.id) from operation v where v.resource = 'voucher_redeem' and v.record_id = r.id and v.action = 'delete')
      order by o.id limit 1) owner
    where r.id = any(${voided.map(({ id }) => id)}::bigint[]) and r.member_id not in (
      with recursive same (id) as (
        select owner.id
        union
        select case g.kept_id when same.id then g.absorbed_id else g.kept_id end
        from same join member_merge g on same.id in (g.kept_id, g.absorbed_id) and g.moved -> 'voucher_redeem' @> to_jsonb(r.id))
      select id from same)`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

const askedIn = ({ member_voucher_id, redeem_hotel_id, redeem_date, member_id = null }: Values): AskedRedemption => ({
  voucherId: Number(member_voucher_id),
  hotelId: Number(redeem_hotel_id),
  at: redeem_date instanceof Date ? redeem_date : new Date(String(redeem_date)),
  memberId: member_id === null ? null : Number(member_id),
});
