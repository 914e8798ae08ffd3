import { RECEIPT_FIELDS } from '@innkeeper/contract';
import { sql } from 'kysely';
import type { Row, Values, WriteContext } from '../../engine/resources/resource-hooks.ts';
import { errorForConstraint } from '../../engine/resources/constraint-errors.ts';

/**
 * A printed receipt shows payment type, receipt number and seller. A later change needs a new reason, which the next copy
 * shows. Undoing a change would be a correction without a reason of its own, so it is rejected.
 */
export async function assertCorrectionReason(
  { tx, isReverting }: WriteContext,
  values: Values,
  before: Row,
): Promise<void> {
  if (!RECEIPT_FIELDS.some((name) => values[name] !== undefined && values[name] !== before[name])) return;
  const { correction_reason: reason = before.correction_reason } = values;
  if (!isReverting && reason !== null && reason !== before.correction_reason) return;
  const { rows } = await sql`select from receipt where transaction_id = ${before.id}`.execute(tx);
  if (rows.length > 0)
    throw errorForConstraint(isReverting ? 'transaction_correction_undone' : 'transaction_correction_reason');
}
