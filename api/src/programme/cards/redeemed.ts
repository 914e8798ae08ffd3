import type { Tx } from '@innkeeper/db';
import { sql } from 'kysely';
import { fail } from '../../platform/http/fail.ts';

/** SQL: whether a redemption of the voucher stands. `id` is that of the voucher, in SQL. */
export const isRedeemed = (id: string): string =>
  `exists (select from voucher_redeem r where r.member_voucher_id = ${id} and r.deleted_at is null)`;

/**
 * Checks the rule of the database (keep_redeemed), and names the voucher and its redemption: throws a 409 where one of these vouchers was
 * redeemed, or one of the vouchers of these cards.
 */
export async function refuseRedeemed(tx: Tx, by: 'id' | 'member_card_id', ids: readonly number[]): Promise<void> {
  const { rows } = await sql<{ voucher_no: string; redeem_no: string }>`
    select v.voucher_no, r.redeem_no from member_voucher v join voucher_redeem r on r.member_voucher_id = v.id and r.deleted_at is null
    where v.${sql.ref(by)} = any(${ids}::bigint[]) order by v.id`.execute(tx);
  const [first] = rows;
  if (first) throw fail('conflict', { message: wasRedeemed(first.voucher_no, first.redeem_no) });
}

const wasRedeemed = (voucher: string, redemption: string) => ({
  en: `${voucher} was redeemed (${redemption}): void that redemption first.`,
  id: `${voucher} sudah ditukar (${redemption}): batalkan penukaran itu terlebih dahulu.`,
});
