import type { Tx } from '@innkeeper/db';
import { sql } from 'kysely';
import { apiError } from '../platform/http/api-error.ts';
import { cardTexts } from '../texts/cards.ts';

/** SQL: whether the voucher has an active redemption; `id` is SQL for the voucher's id. */
export const isRedeemedSql = (id: string): string =>
  `exists (select from voucher_redeem r where r.member_voucher_id = ${id} and r.deleted_at is null)`;

/**
 * Throws a 409 that names voucher and redemption if one of these vouchers, or a voucher of these cards, was redeemed.
 * The database enforces the same rule (guard_redeemed_voucher).
 */
export async function assertNotRedeemed(
  tx: Tx,
  column: 'id' | 'member_card_id',
  ids: readonly number[],
): Promise<void> {
  const { rows } = await sql<{ voucher_no: string; redeem_no: string }>`
    select v.voucher_no, r.redeem_no from member_voucher v join voucher_redeem r on r.member_voucher_id = v.id
      and r.deleted_at is null
    where v.${sql.ref(column)} = any(${ids}::bigint[]) order by v.id`.execute(tx);
  const [redemption] = rows;
  if (redemption)
    throw apiError('conflict', {
      message: cardTexts.voucherRedeemed({ voucher: redemption.voucher_no, redemption: redemption.redeem_no }),
    });
}
