import { sql } from 'kysely';
import { changeRecord, lockLiveRow } from '../../engine/resources/write.ts';
import type { Write } from '../../engine/resources/write-services.ts';
import { apiError } from '../../platform/http/api-error.ts';
import { isRedeemedSql } from '../../domain/redeemed-vouchers.ts';
import { manualChangeTexts } from '../../texts/manual-changes.ts';

/**
 * Gives a voucher a new number. The list of manual changes has the old one, which is rejected from then on. Throws a 409 for a
 * redeemed voucher.
 */
export async function reissueVoucher(
  write: Write,
  id: number,
  reason: string,
  expectedVersion: number | undefined,
): Promise<void> {
  const { tx } = write.context;
  const voucher = await lockLiveRow(write, id, expectedVersion);
  const { rows } = await sql`select where ${sql.raw(isRedeemedSql(String(id)))}`.execute(tx);
  if (rows.length > 0) throw apiError('conflict', { message: manualChangeTexts.redeemedNotReissued });
  const numbers = await sql<{ voucher_no: string }>`select next_voucher_no() as voucher_no`.execute(tx);
  await changeRecord(write, voucher, { voucher_no: numbers.rows[0]?.voucher_no });
  await sql`
    insert into manual_change (kind, member_card_id, member_voucher_id, value_before, value_after, reason)
    select 'voucher_reissued', member_card_id, id, ${voucher.voucher_no}, voucher_no, ${reason} from member_voucher
    where id = ${id}`.execute(tx);
}
