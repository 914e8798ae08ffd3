import { ApiError } from '../../platform/http/fail.ts';
import type { Outbox } from '../../platform/mail/outbox.ts';
import { refuseWrongTime } from './moment.ts';
import { requireOwnRedemptions } from './own-redemptions.ts';
import { redemptionRefusals, refuseRedemption, refuseUnredeemable } from '../cards/refusal.ts';
import { isClosedSql } from '../../engine/resources/months.ts';
import type { Behaviour, Row, Values, WriteContext } from '../../engine/resources/behaviour.ts';
import { zoneSql } from '../places/zone.ts';

/**
 * Redemptions. Whether a voucher can be redeemed is judged by the hotel and the day of the redemption; that it is redeemed once is
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
  beforeWrite: (context, values, before) => {
    const isJudged = ['member_voucher_id', 'redeem_hotel_id', 'redeem_date', 'member_id'].some(
      (name) => values[name] !== undefined && !isSame(values[name], before?.[name]),
    );
    return isJudged ? judged(context, values, before) : undefined;
  },
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

async function judged(context: WriteContext, values: Values, before: Row | null): Promise<Values> {
  const at = momentOf(values, before);
  if (!isSame(at, before?.redeem_date)) refuseWrongTime(at, context.now);
  const memberId = values.member_id ?? null;
  await refuseRedemption(context, idOf('member_voucher_id', values, before), {
    hotelId: idOf('redeem_hotel_id', values, before),
    at,
    memberId: memberId === null ? null : Number(memberId),
    corrected: before,
  });
  return values;
}

/** New redemptions as they are, or why they cannot be; their vouchers are held. */
async function judgeRedemptions(context: WriteContext, redemptions: readonly Values[]): Promise<(Values | ApiError)[]> {
  const asked = redemptions.map((values) => ({
    voucherId: idOf('member_voucher_id', values, null),
    hotelId: idOf('redeem_hotel_id', values, null),
    at: momentOf(values, null),
    memberId: (values.member_id ?? null) === null ? null : Number(values.member_id),
  }));
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

const idOf = (name: string, values: Values, before: Row | null): number => Number(values[name] ?? before?.[name]);

function momentOf(values: Values, before: Row | null): Date {
  const at = values.redeem_date ?? before?.redeem_date;
  return at instanceof Date ? at : new Date(String(at));
}

const isSame = (a: unknown, b: unknown): boolean =>
  a instanceof Date && b instanceof Date ? a.getTime() === b.getTime() : a === b;
