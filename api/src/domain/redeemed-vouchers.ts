import type { Tx } from '@innkeeper/db';
import { sql } from 'kysely';
import { fail } from '../platform/http/api-error.ts';
import { cardTexts } from '../texts/cards.ts';

/** SQL: whether the voucher has an active redemption; `id` is SQL for the voucher's id. */
export const isRedeemed = (id: string): string =>
  `exists (select from voucher_redeem r where r.member_voucher_id = ${id} and r.deleted_at is null)`;

/**
 * Checks the database's rule (guard_redeemed_voucher) and names voucher and redemption: throws a 409 if one of these
 * vouchers, or a voucher of these cards, was redeemed.
 */
export async function assertNotRedeemed(tx: Tx, by: 'id' | 'member_card_id', ids: readonly number[]): Promise<void> {
  const { rows } = await sql<{ voucher_no: string; redeem_no: string }>`
    select v.voucher_no, r.redeem_no from member_voucher v join voucher_redeem r on r.member_voucher_id = v.id
      and r.deleted_at is null
    where v.${sql.ref(by)} = any(${ids}::bigint[]) order by v.id`.execute(tx);
  const [first] = rows;
  if (first)
    throw fail('conflict', {
      message: cardTexts.voucherRedeemed({ voucher: first.voucher_no, redemption: first.redeem_no }),
    });
}
