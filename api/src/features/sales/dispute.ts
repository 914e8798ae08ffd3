import { PAID_CODES } from '@innkeeper/contract';
import { sql } from 'kysely';
import { lockLiveRow } from '../../engine/resources/write.ts';
import type { Write } from '../../engine/resources/write-services.ts';
import { apiError } from '../../platform/http/api-error.ts';
import { saleTexts } from '../../texts/sales.ts';

/**
 * Marks the payment of a sale as disputed. Throws like an update, and a 409 if nothing was paid or a dispute is open
 * already.
 */
export async function disputeSale(write: Write, id: number, reason: string): Promise<void> {
  const { tx, actor, now } = write.context;
  const sale = await lockLiveRow(write, id, undefined);
  const { rows } = await sql<{ code: string }>`
    select code from option_detail where id = ${sale.transaction_type_id}`.execute(tx);
  const isPaid = PAID_CODES.some((code) => code === rows[0]?.code) && sale.reverses_id === null;
  if (!isPaid || Number(sale.grand_total) === 0) throw apiError('conflict', { message: saleTexts.notPaid });
  const { rows: inserted } = await sql`
    insert into sale_dispute (transaction_id, reason, disputed_at, disputed_by_id) values (${id}, ${reason}, ${now}, ${actor.userId})
    on conflict (transaction_id) where resolved_at is null do nothing returning id`.execute(tx);
  if (inserted.length === 0) throw apiError('conflict', { message: saleTexts.alreadyDisputed });
}

/** Ends the dispute of a sale. Throws like an update, and a 409 if there is none. */
export async function resolveDispute(write: Write, id: number, reason: string): Promise<void> {
  const { tx, actor, now } = write.context;
  await lockLiveRow(write, id, undefined);
  const { rows } = await sql`
    update sale_dispute set resolved_at = ${now}, resolved_by_id = ${actor.userId}, resolution = ${reason}
    where transaction_id = ${id} and resolved_at is null returning id`.execute(tx);
  if (rows.length === 0) throw apiError('conflict', { message: saleTexts.notDisputed });
}
