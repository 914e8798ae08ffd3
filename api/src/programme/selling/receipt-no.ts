import { sql } from 'kysely';
import { type WriteContext, askWhetherMeant, mayAsk } from '../../engine/resources/behaviour.ts';
import { dayLabel } from '../../platform/http/day-in-words.ts';

/**
 * Asks, where the caller wants to be asked, before a receipt number is written down that stands on another transaction of the hotel,
 * however it is spelled. The number of one that was cancelled or reversed is free again.
 */
export async function askAboutReceipt(
  context: WriteContext,
  hotel: unknown,
  receipt: unknown,
  own: number | null = null,
): Promise<void> {
  if (!mayAsk(context) || typeof receipt !== 'string' || receipt === '') return;
  const { rows } = await sql<{ transaction_no: string; day: string }>`
    select t.transaction_no, (t.transaction_date at time zone zone_of(t.hotel_id))::date::text as day
    from transaction t
    where t.hotel_id = ${hotel} and folded(t.reference_no) = folded(${receipt}) and t.deleted_at is null
      and t.id is distinct from ${own} and not exists (select from transaction b where b.reverses_id = t.id and b.refund_reason_id is null)
    order by t.id desc limit 1`.execute(context.tx);
  const [other] = rows;
  if (!other) return;
  const day = dayLabel(other.day);
  throw askWhetherMeant('reference_no', {
    en: `Receipt number ${receipt} stands on ${other.transaction_no} of ${day.en} at this hotel already. Is it the number of this one, too?`,
    id: `Nomor kuitansi ${receipt} sudah tercatat pada ${other.transaction_no} tanggal ${day.id} di hotel ini. Apakah nomor ini juga untuk transaksi ini?`,
  });
}
