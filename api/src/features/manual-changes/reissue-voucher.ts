import { sql } from 'kysely';
import { lockLive } from '../../engine/resources/write.ts';
import type { Write } from '../../engine/resources/write-services.ts';
import { fail } from '../../platform/http/api-error.ts';
import { isRedeemed } from '../../domain/redeemed-vouchers.ts';
import { manualChangeTexts } from '../../texts/manual-changes.ts';

/**
 * Gives a voucher a new number. The database stores the old one, which is rejected from then on. Throws a 409 for a
 * redeemed voucher.
 */
export async function reissueVoucher(
  write: Write,
  id: number,
  reason: string,
  expectedVersion: number | undefined,
): Promise<void> {
  const { tx } = write.context;
  await lockLive(write, id, expectedVersion);
  const { rows } = await sql`select where ${sql.raw(isRedeemed(String(id)))}`.execute(tx);
  if (rows.length > 0) throw fail('conflict', { message: manualChangeTexts.redeemedNotReissued });
  await sql`select set_config('innkeeper.reason', ${reason}, true)`.execute(tx);
  await sql`update member_voucher set voucher_no = next_voucher_no() where id = ${id}`.execute(tx);
  await sql`select set_config('innkeeper.reason', '', true)`.execute(tx);
}
