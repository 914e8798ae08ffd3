import type { Outbox } from '../mail/outbox.ts';
import { refuseWrongTime } from '../redemptions/moment.ts';
import { refuseRedemption } from '../redemptions/refusal.ts';
import type { Behaviour, Row, Values } from '../resources/behaviour.ts';

/**
 * Redemptions. Whether a voucher can be redeemed is judged by the hotel and the day of the redemption; that it is redeemed once is
 * the database's own guard (voucher_redeem_member_voucher_id_key). Deleting one voids it and frees the voucher, restoring
 * takes it again. The member gets a receipt by mail.
 */
export const voucher_redeem = (outbox: Outbox): Behaviour => ({
  judged: ['member_voucher_id'],
  beforeWrite: async (context, values, before) => {
    const at = momentOf(values, before);
    const isJudged = ['member_voucher_id', 'redeem_hotel_id', 'redeem_date', 'member_id'].some(
      (name) => values[name] !== undefined && !isSame(values[name], before?.[name]),
    );
    if (!isJudged) return values;
    if (!isSame(at, before?.redeem_date)) refuseWrongTime(at, context.now);
    const memberId = values.member_id ?? null;
    await refuseRedemption(context, idOf('member_voucher_id', values, before), {
      hotelId: idOf('redeem_hotel_id', values, before),
      at,
      memberId: memberId === null ? null : Number(memberId),
      except: before?.id ?? null,
    });
    return values;
  },
  // An import sends it, too: a guest hears of every voucher that was used.
  afterWrite: async ({ tx }, id, before) => {
    if (!before) await outbox(tx, { mailType: 'voucher-redeemed', about: { voucherRedeemId: id } });
  },
});

const idOf = (name: string, values: Values, before: Row | null): number => Number(values[name] ?? before?.[name]);

function momentOf(values: Values, before: Row | null): Date {
  const at = values.redeem_date ?? before?.redeem_date;
  return at instanceof Date ? at : new Date(String(at));
}

const isSame = (a: unknown, b: unknown): boolean =>
  a instanceof Date && b instanceof Date ? a.getTime() === b.getTime() : a === b;
