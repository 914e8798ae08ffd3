import { ApiError } from '../../platform/http/fail.ts';
import type { Outbox } from '../../platform/mail/outbox.ts';
import { refuseWrongTime } from './moment.ts';
import { requireOwnRedemptions } from './own-redemptions.ts';
import { type AskedRedemption, redemptionRefusals, refuseRedemption, refuseUnredeemable } from '../cards/refusal.ts';
import { isClosedSql } from '../../engine/resources/months.ts';
import type { Behaviour, Values, WriteContext } from '../../engine/resources/behaviour.ts';
import { zoneSql } from '../places/zone.ts';

/**
 * Redemptions. Voucher, hotel, member and date are immutable (guard_redemption_immutable). Whether a voucher can be redeemed is judged by the hotel and the day of the redemption; that it is redeemed once is
 * the database's own guard (voucher_redeem_member_voucher_id_key). Deleting one voids it and frees the voucher, restoring
 * takes it again. A hotel's system voids only its own redemptions of the day. The member gets a receipt by mail.
 */
export const voucher_redeem = (outbox: Outbox): Behaviour => ({
  computed: {
    time_zone: (ref) => zoneSql(ref, 'redeem_hotel'),
    stays_because: (ref) =>
      `case when ${isClosedSql(ref('redeem_hotel_id'), ref('redeem_date'))} then 'month_closed' end`,
  },
  judged: ['member_voucher_id'],
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
  afterCreate: ({ tx }, id) => outbox(tx, { mailType: 'voucher-redeemed', about: { voucherRedeemId: id } }),
});

async function judged(context: WriteContext, values: Values): Promise<Values> {
  const { at, voucherId, ...asked } = askedIn(values);
  refuseWrongTime(at, context.now);
  await refuseRedemption(context, voucherId, { ...asked, at });
  return values;
}

/** New redemptions as they are, or why they cannot be; their vouchers are held. */
async function judgeRedemptions(context: WriteContext, redemptions: readonly Values[]): Promise<(Values | ApiError)[]> {
  const asked = redemptions.map(askedIn);
  const refusals = await redemptionRefusals(context, asked);
  return redemptions.map((values, i) => {
    try {
      refuseWrongTime(asked[i]?.at ?? context.now, context.now);
      return refusals[i] ?? values;
    } catch (error) {
      if (error instanceof ApiError) return error;
      throw error;
    }
  });
}

const askedIn = ({ member_voucher_id, redeem_hotel_id, redeem_date, member_id = null }: Values): AskedRedemption => ({
  voucherId: Number(member_voucher_id),
  hotelId: Number(redeem_hotel_id),
  at: redeem_date instanceof Date ? redeem_date : new Date(String(redeem_date)),
  memberId: member_id === null ? null : Number(member_id),
});
