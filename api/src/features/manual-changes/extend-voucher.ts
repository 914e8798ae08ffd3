import { message } from '@innkeeper/contract';
import { sql } from 'kysely';
import { requireApproval } from '../../engine/resources/resource-hooks.ts';
import { changeRecord, lockLiveRow } from '../../engine/resources/write.ts';
import type { Write } from '../../engine/resources/write-services.ts';
import { dayLabel } from '../../platform/http/format-day.ts';
import { apiError, validationError } from '../../platform/http/api-error.ts';
import { readLastDays } from '../../domain/extensions.ts';
import { isRedeemedSql } from '../../domain/redeemed-vouchers.ts';
import { manualChangeTexts } from '../../texts/manual-changes.ts';

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
  expectedVersion: number | undefined,
): Promise<void> {
  const { context } = write;
  const voucher = await lockLiveRow(write, id, expectedVersion);
  const currentEnd = String(voucher.valid_until_date);
  if (until <= currentEnd) throw validationError({ valid_until_date: [message('after', dayLabel(currentEnd))] });
  const { rows } = await sql<{ is_redeemed: boolean }>`
    select ${sql.raw(isRedeemedSql(String(id)))} as is_redeemed`.execute(context.tx);
  if (rows[0]?.is_redeemed) throw apiError('conflict', { message: manualChangeTexts.redeemedNotExtended });
  const days = await readLastDays(context, voucher.member_card_id);
  if (days && until > days.latest && voucher.extended_from === null)
    requireApproval(context, 'extension', manualChangeTexts.extensionNeedsApproval({ day: dayLabel(days.latest) }));
  await changeRecord(write, voucher, { valid_until_date: until, remark });
}
