import { resources } from '@innkeeper/contract';
import { sql } from 'kysely';
import { apiError } from '../../platform/http/api-error.ts';
import type { Outbox } from '../../platform/mail/outbox.ts';
import { findTimeError } from '../../domain/redemption-time.ts';
import {
  type RedemptionRequest,
  findRedemptionRejections,
  assertAllRedeemable,
} from '../../domain/redemption-eligibility.ts';
import { lockRedeemedVouchers } from '../../domain/lock-order.ts';
import { checkMonthOpen, isClosedSql } from '../../domain/closed-period.ts';
import {
  type ResourceHooks,
  type RowResult,
  type RowWrite,
  type Values,
  type WriteContext,
  checkAll,
  ofAction,
} from '../../engine/resources/resource-hooks.ts';
import { zoneSql } from '../../domain/hotel-time-zone.ts';
import { redemptionTexts } from '../../texts/redemptions.ts';

/**
 * Redemptions. Voucher, hotel, member and date are immutable (keep_redemption). The hotel and the day of the
 * redemption decide whether a voucher can be redeemed; a unique key (voucher_redeem_member_voucher_id_key) allows only
 * one redemption. Deleting one voids it and frees the voucher; restoring redeems it again if that is possible at that
 * hotel and time. A hotel's system voids only its own redemptions of the same day. The member gets a receipt by mail.
 */
export const voucher_redeem = (outbox: Outbox): ResourceHooks => ({
  computed: {
    time_zone: (ref) => zoneSql(ref, 'redeem_hotel'),
    locked_reason: (ref) =>
      `case when ${isClosedSql(ref('redeem_hotel_id'), ref('redeem_date'))} then 'month_closed' end`,
  },
  references: { lockFirst: lockRedeemedVouchers, validatedFields: ['member_voucher_id', 'member_id'] },
  check: checkAll(checkMonthOpen(resources.voucher_redeem), checkRedemptions, checkVoids),
  after: async (context, changes) => {
    const createdRows = ofAction(changes, 'create');
    if (createdRows.length > 0)
      await outbox(
        context.tx,
        (await findFirstOfEachSet(context, createdRows)).map((id) => ({
          mailType: 'voucher-redeemed',
          about: { voucherRedeemId: id },
        })),
      );
    // Check again: the restore may have waited for a concurrent change that switched off the card or member.
    const restoredIds = ofAction(changes, 'restore').map(({ id }) => id);
    if (restoredIds.length > 0) await assertAllRedeemable(context, restoredIds);
  },
});

/** The first of the redemptions that were made in one go: one receipt lists all of them. */
async function findFirstOfEachSet(
  { tx }: WriteContext,
  createdRows: readonly { readonly id: number }[],
): Promise<readonly number[]> {
  const ids = createdRows.map(({ id }) => id);
  if (ids.length === 1) return ids;
  const { rows } = await sql<{ id: number }>`
    select min(id) as id from voucher_redeem where id = any(${ids}::bigint[])
    group by member_id, redeem_hotel_id, redeem_date, booking_no order by 1`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Rejects redemptions that are not possible. Locks their vouchers. The date limits do not apply to restored ones. */
async function checkRedemptions(context: WriteContext, rows: readonly RowWrite[]): Promise<readonly RowResult[]> {
  const redemptions = ofAction(rows, 'create', 'restore');
  if (redemptions.length === 0) return [];
  const requests = redemptions.map(({ values }) => toRedemptionRequest(values));
  const timeErrors = redemptions.map(({ action }, i) =>
    action === 'create' ? findTimeError(requests[i]?.at ?? context.now, context.now) : undefined,
  );
  const rejections = await findRedemptionRejections(context, requests);
  const restored = ofAction(redemptions, 'restore').map(({ values }) => values);
  const reassignedIds = restored.length > 0 ? await findReassignedIds(context, restored) : NO_IDS;
  const errors = new Map(
    redemptions.map((row, i) => [
      row,
      reassignedIds.has(row.values.id) ? apiError('wrong_member') : (timeErrors[i] ?? rejections[i]),
    ]),
  );
  return rows.map((row) => errors.get(row));
}

/** Rejects voids by a hotel's system of redemptions that it did not make today. */
async function checkVoids(context: WriteContext, rows: readonly RowWrite[]): Promise<readonly RowResult[]> {
  const voids = ofAction(rows, 'delete').flatMap(({ before }) => before?.id ?? []);
  const foreignIds = await findForeignRedemptions(context, voids);
  return rows.map(({ before }) =>
    before && foreignIds.has(before.id) ? apiError('forbidden', { message: redemptionTexts.ownOfToday }) : undefined,
  );
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

/**
 * The redemptions that a hotel's system must not void: those that it did not make, and those of an earlier day in the
 * hotel's zone. The author comes from the audit log: a system has no user account, so `created_by_id` is null. Users
 * are not limited.
 */
async function findForeignRedemptions(
  { tx, actor, now }: WriteContext,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  if (!actor.integration || ids.length === 0) return new Set();
  const { rows } = await sql<{ id: number }>`
    select r.id from voucher_redeem r join hotel_time_zone z on z.hotel_id = r.redeem_hotel_id
    where r.id = any(${ids}::bigint[])
      and ((r.redeem_date at time zone z.zone)::date <> (${now}::timestamptz at time zone z.zone)::date
        or not exists (
          select from audit_log o where o.resource = 'voucher_redeem' and o.record_id = r.id and o.action = 'create'
            and o.actor_id = ${actor.userId}))`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}
