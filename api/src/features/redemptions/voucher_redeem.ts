import { sql } from 'kysely';
import { ApiError, apiError } from '../../platform/http/api-error.ts';
import type { Outbox } from '../../platform/mail/outbox.ts';
import { assertRedemptionTime } from './redemption-time.ts';
import { requireOwnRedemptions } from './own-redemptions.ts';
import {
  type RedemptionRequest,
  findRedemptionRejections,
  assertRedeemable,
  assertAllRedeemable,
} from '../../domain/redemption-eligibility.ts';
import { lockRedeemedVouchers } from '../../domain/lock-order.ts';
import { isClosedSql } from '../../engine/resources/closed-months.ts';
import type { ResourceHooks, Values, WriteContext } from '../../engine/resources/resource-hooks.ts';
import { zoneSql } from '../../domain/hotel-time-zone.ts';

/**
 * Redemptions. Voucher, hotel, member and date are immutable (guard_redemption_immutable). The hotel and the day of the
 * redemption decide whether a voucher can be redeemed; a unique key (voucher_redeem_member_voucher_id_key) allows only
 * one redemption. Deleting one voids it and frees the voucher; restoring redeems it again if that is possible at that
 * hotel and time. A hotel's system voids only its own redemptions of the same day. The member gets a receipt by mail.
 */
export const voucher_redeem = (outbox: Outbox): ResourceHooks => ({
  lockFirst: lockRedeemedVouchers,
  computedSql: {
    time_zone: (ref) => zoneSql(ref, 'redeem_hotel'),
    locked_reason: (ref) =>
      `case when ${isClosedSql(ref('redeem_hotel_id'), ref('redeem_date'))} then 'month_closed' end`,
  },
  validatedFields: ['member_voucher_id', 'member_id'],
  beforeWrite: (context, values, before) => (before ? undefined : validateRedemption(context, values)),
  batchCreate: {
    before: evaluateRedemptions,
    after: async (context, ids) => {
      await assertAllRedeemable(context, ids);
      // Send a receipt for every redeemed voucher.
      await outbox(
        context.tx,
        ids.map((voucherRedeemId) => ({ mailType: 'voucher-redeemed', about: { voucherRedeemId } })),
      );
    },
  },
  beforeDelete: requireOwnRedemptions,
  // Check again: the restore may have waited for a concurrent change that switched off the card or member.
  afterRestore: (context, rows) =>
    assertAllRedeemable(
      context,
      rows.map(({ id }) => id),
    ),
  afterCreate: ({ tx }, id) => outbox(tx, { mailType: 'voucher-redeemed', about: { voucherRedeemId: id } }),
});

async function validateRedemption(context: WriteContext, values: Values): Promise<Values> {
  const { at, voucherId, ...request } = toRedemptionRequest(values);
  assertRedemptionTime(at, context.now);
  await assertRedeemable(context, voucherId, { ...request, at });
  return values;
}

/**
 * Returns each new redemption unchanged, or the error that rejects it. Locks their vouchers. The date limits do not
 * apply to restored redemptions.
 */
async function evaluateRedemptions(
  context: WriteContext,
  redemptions: readonly Values[],
): Promise<(Values | ApiError)[]> {
  const requests = redemptions.map(toRedemptionRequest);
  const rejections = await findRedemptionRejections(context, requests);
  const reassignedIds = context.isRestoring ? await findReassignedIds(context, redemptions) : NO_IDS;
  return redemptions.map((values, i) => {
    if (reassignedIds.has(values.id)) return apiError('wrong_member');
    try {
      if (!context.isRestoring) assertRedemptionTime(requests[i]?.at ?? context.now, context.now);
      return rejections[i] ?? values;
    } catch (error) {
      if (error instanceof ApiError) return error;
      throw error;
    }
  });
}

const NO_IDS: ReadonlySet<unknown> = new Set();

/**
 * Voided redemptions whose voucher has since moved to another member. The redemption moved along with the voucher, so
 * only the audit log has its former member. A merge of the redemption, or its undo, still counts as the same person.
 */
async function findReassignedIds(
  { tx }: WriteContext,
  voidedRedemptions: readonly Values[],
): Promise<ReadonlySet<unknown>> {
  const { rows } = await sql<{ id: number }>`
    select r.id from voucher_redeem r
    cross join lateral (
      select (o.before ->> 'member_id')::bigint as id from audit_log o
      where o.resource = 'voucher_redeem' and o.record_id = r.id and o.before ? 'member_id' and o.id > (
        select max(v.id) from audit_log v where v.resource = 'voucher_redeem' and v.record_id = r.id
          and v.action = 'delete')
      order by o.id limit 1) owner
    where r.id = any(${voidedRedemptions.map(({ id }) => id)}::bigint[]) and r.member_id not in (
      with recursive person (id) as (
        select owner.id
        union
        select case g.retained_id when person.id then g.absorbed_id else g.retained_id end
        from person join member_merge g on person.id in (g.retained_id, g.absorbed_id)
          and g.moved -> 'voucher_redeem' @> to_jsonb(r.id))
      select id from person)`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

const toRedemptionRequest = ({
  member_voucher_id,
  redeem_hotel_id,
  redeem_date,
  member_id = null,
}: Values): RedemptionRequest => ({
  voucherId: Number(member_voucher_id),
  hotelId: Number(redeem_hotel_id),
  at: redeem_date instanceof Date ? redeem_date : new Date(String(redeem_date)),
  memberId: member_id === null ? null : Number(member_id),
});
