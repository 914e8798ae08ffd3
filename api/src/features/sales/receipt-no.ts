import { sql } from 'kysely';
import { type WriteContext, confirmationRequired, shouldConfirm } from '../../engine/resources/resource-hooks.ts';
import { dayLabel } from '../../platform/http/format-day.ts';
import { saleTexts } from '../../texts/sales.ts';

/**
 * Requires confirmation, if the caller supports it, before storing a receipt number that another transaction of the
 * hotel has in any spelling. The number of a cancelled or reversed transaction is available again.
 */
export async function confirmReceiptNumber(
  context: WriteContext,
  hotelId: unknown,
  receiptNo: unknown,
  exceptId: number | null = null,
): Promise<void> {
  if (!shouldConfirm(context) || typeof receiptNo !== 'string' || receiptNo === '') return;
  const { rows } = await sql<{ transaction_no: string; day: string }>`
    select t.transaction_no, (t.transaction_date at time zone effective_time_zone(t.hotel_id))::date::text as day
    from transaction t
    where t.hotel_id = ${hotelId} and normalize_text(t.reference_no) = normalize_text(${receiptNo}) and t.deleted_at is null
      and t.id is distinct from ${exceptId} and not exists (select from transaction b where b.reverses_id = t.id
          and b.refund_reason_id is null)
    order by t.id desc limit 1`.execute(context.tx);
  const [duplicate] = rows;
  if (!duplicate) return;
  const params = { receipt: receiptNo, sale: duplicate.transaction_no, day: dayLabel(duplicate.day) };
  throw confirmationRequired('reference_no', saleTexts.receiptNumberUsed(params));
}
