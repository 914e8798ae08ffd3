import { message } from '@innkeeper/contract';
import { invalid } from '../http/fail.ts';
import { refuseRedemption } from '../redemptions/refusal.ts';
import type { Behaviour, Row, Values } from '../resources/behaviour.ts';

/** How far back a redemption may be written down. */
const DAYS_BACK = 7;
const DAY_MS = 86_400_000;
/** What a clock at the counter may be ahead. */
const AHEAD_MS = 120_000;

/**
 * Redemptions. Whether a voucher can be redeemed is judged by the hotel and the day of the redemption; that it is redeemed once is
 * the database's own guard (voucher_redeem_member_voucher_id_key). Deleting one voids it and frees the voucher, restoring
 * takes it again.
 */
export const voucher_redeem: Behaviour = {
  judged: ['member_voucher_id'],
  beforeWrite: async ({ tx, now }, values, before) => {
    const at = momentOf(values, before);
    const isJudged = ['member_voucher_id', 'redeem_hotel_id', 'redeem_date', 'member_id'].some(
      (name) => values[name] !== undefined && !isSame(values[name], before?.[name]),
    );
    if (!isJudged) return values;
    if (!isSame(at, before?.redeem_date)) refuseWrongTime(at, now);
    const memberId = values.member_id ?? null;
    await refuseRedemption(tx, idOf('member_voucher_id', values, before), {
      hotelId: idOf('redeem_hotel_id', values, before),
      at,
      memberId: memberId === null ? null : Number(memberId),
      except: before?.id ?? null,
    });
    return values;
  },
};

const idOf = (name: string, values: Values, before: Row | null): number => Number(values[name] ?? before?.[name]);

function momentOf(values: Values, before: Row | null): Date {
  const at = values.redeem_date ?? before?.redeem_date;
  return at instanceof Date ? at : new Date(String(at));
}

const isSame = (a: unknown, b: unknown): boolean =>
  a instanceof Date && b instanceof Date ? a.getTime() === b.getTime() : a === b;

function refuseWrongTime(at: Date, now: Date): void {
  if (at.getTime() > now.getTime() + AHEAD_MS) throw invalid({ redeem_date: [message('future')] });
  if (at.getTime() < now.getTime() - DAYS_BACK * DAY_MS)
    throw invalid({ redeem_date: [message('days_back', DAYS_BACK)] });
}
