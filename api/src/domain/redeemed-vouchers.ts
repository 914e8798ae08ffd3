import { deferStatement } from '@innkeeper/db';
import { sql } from 'kysely';
import { apiError } from '../platform/http/api-error.ts';
import { type CheckRows, ofAction } from '../engine/resources/resource-hooks.ts';
import { cardTexts } from '../texts/cards.ts';

/** SQL: whether the voucher has an active redemption; `id` is SQL for the voucher's id. */
export const isRedeemedSql = (id: string): string =>
  `exists (select from voucher_redeem r where r.member_voucher_id = ${id} and r.deleted_at is null)`;

/**
 * Rejects deletes of vouchers that were redeemed, or of cards with such a voucher: a 409 that names voucher and
 * redemption. `column` is the column of `member_voucher` with the record's id. A redemption locks its voucher, so this
 * waits for it.
 */
export const checkNotRedeemed =
  (column: 'id' | 'member_card_id'): CheckRows =>
  async (context, rows) => {
    const { tx } = context;
    const ids = ofAction(rows, 'delete').flatMap(({ before }) => before?.id ?? []);
    if (ids.length === 0) return [];
    if (!context.isDryRun)
      await deferStatement(
        tx,
        sql`select from member_voucher where ${sql.ref(column)} = any(${ids}::bigint[]) order by id for update`,
      );
    const { rows: redemptions } = await sql<{ id: number; voucher_no: string; redeem_no: string }>`
      select v.${sql.ref(column)} as id, v.voucher_no, r.redeem_no
      from member_voucher v join voucher_redeem r on r.member_voucher_id = v.id and r.deleted_at is null
      where v.${sql.ref(column)} = any(${ids}::bigint[]) order by v.id desc`.execute(tx);
    const redemptionById = new Map(redemptions.map((redemption) => [redemption.id, redemption]));
    return rows.map(({ before }) => {
      const redemption = redemptionById.get(before?.id ?? 0);
      if (!redemption) return undefined;
      const { voucher_no, redeem_no } = redemption;
      return apiError('conflict', {
        message: cardTexts.voucherRedeemed({ voucher: voucher_no, redemption: redeem_no }),
      });
    });
  };
