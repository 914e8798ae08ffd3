import { type Label, message } from '@innkeeper/contract';
import { sql } from 'kysely';
import { requireApproval } from '../../engine/resources/resource-hooks.ts';
import { constraintError } from '../../engine/resources/constraint-errors.ts';
import { lockLive } from '../../engine/resources/write.ts';
import type { Write } from '../../engine/resources/write-services.ts';
import { dayLabel } from '../../platform/http/format-day.ts';
import { fail, invalid } from '../../platform/http/api-error.ts';
import { isRedeemed } from '../../domain/redeemed-vouchers.ts';

interface ExtensionInput {
  /** `YYYY-MM-DD`. */
  readonly until: string;
  readonly remark: string;
}

/**
 * Extends a voucher, once only. Throws a 422 for a day that is not later, a 409 for a voucher that was already redeemed
 * or extended, and a 409 `approval_needed` for a day too long after the end of its card.
 */
export async function extendVoucher(
  write: Write,
  id: number,
  { until, remark }: ExtensionInput,
  expected: number | undefined,
): Promise<void> {
  const { context } = write;
  const { tx } = context;
  const voucher = await lockLive(write, id, expected);
  const present = String(voucher.valid_until_date);
  if (until <= present) throw invalid({ valid_until_date: [message('after', dayLabel(present))] });
  const { rows } = await sql<{ latest: string; is_redeemed: boolean }>`
    select (end_date + option_number('voucher-extension', 'days'))::text as latest,
      ${sql.raw(isRedeemed(String(id)))} as is_redeemed
    from member_card where id = ${voucher.member_card_id}`.execute(tx);
  const [limitRow] = rows;
  if (limitRow?.is_redeemed) throw fail('conflict', { message: REDEEMED });
  const isBeyond = limitRow !== undefined && until > limitRow.latest;
  if (isBeyond && voucher.extended_from === null) requireApproval(context, 'extension', beyond(limitRow.latest));
  try {
    await sql`select set_config('innkeeper.extension_approved', ${isBeyond ? 'on' : ''}, true)`.execute(tx);
    await sql`update member_voucher set valid_until_date = ${until}, remark = ${remark} where id = ${id}`.execute(tx);
    await sql`select set_config('innkeeper.extension_approved', '', true)`.execute(tx);
  } catch (error) {
    throw constraintError(write.d, error) ?? error;
  }
}

const REDEEMED: Label = {
  en: 'This voucher is redeemed and cannot be extended.',
  id: 'Voucher ini sudah ditukar dan tidak dapat diperpanjang.',
};

function beyond(latest: string): Label {
  const day = dayLabel(latest);
  return {
    en: `Extending this voucher beyond ${day.en} needs approval.`,
    id: `Perpanjangan voucher ini melewati ${day.id} memerlukan persetujuan.`,
  };
}
