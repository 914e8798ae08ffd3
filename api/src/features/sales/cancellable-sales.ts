import type { Tx } from '@innkeeper/db';
import { sql } from 'kysely';
import { errorForConstraint } from '../../engine/resources/constraint-errors.ts';
import type { WriteContext } from '../../engine/resources/resource-hooks.ts';
import { apiError } from '../../platform/http/api-error.ts';
import { saleTexts } from '../../texts/sales.ts';
import { assertNoDependentSale } from './dependent-sales.ts';
import { isSoldSql, lockSoldRecords } from './sold-records.ts';

/**
 * Throws a 409 if a part of one of these sales was refunded, one of its vouchers was redeemed, or a sale that is not
 * deleted with it depends on it. Locks the records that they sold.
 */
export async function assertCancellable(
  context: WriteContext,
  ids: readonly number[],
  deletedIds: readonly number[],
): Promise<void> {
  const { tx } = context;
  await assertNotRefunded(tx, ids);
  if (!context.isDryRun) await lockSoldRecords(context, ids);
  const { rows: redeemed } = await sql<{ voucher_no: string; redeem_no: string }>`
    select v.voucher_no, r.redeem_no
    from member_voucher v join voucher_redeem r on r.member_voucher_id = v.id and r.deleted_at is null
    where ${isSoldSql(ids)} order by r.id`.execute(tx);
  const [first] = redeemed;
  if (first)
    throw apiError('conflict', {
      message: saleTexts.voucherRedeemed({ voucher: first.voucher_no, redemption: first.redeem_no }),
    });
  await assertNoDependentSale(tx, ids, deletedIds);
}

/** Throws a 409 if a part of one of these transactions was refunded. */
async function assertNotRefunded(tx: Tx, ids: readonly number[]): Promise<void> {
  const { rows } = await sql`
    select from transaction r where r.reverses_id = any(${ids}::bigint[]) and r.refund_reason_id is not null
      and r.deleted_at is null limit 1`.execute(tx);
  if (rows.length > 0) throw errorForConstraint('transaction_refunded_immutable');
}
