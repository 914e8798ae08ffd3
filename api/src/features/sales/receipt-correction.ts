import { RECEIPT_FIELDS } from '@innkeeper/contract';
import { sql } from 'kysely';
import type { Row, Values, WriteContext } from '../../engine/resources/resource-hooks.ts';
import { errorForConstraint } from '../../engine/resources/constraint-errors.ts';

/** Throws a 422 if a printed receipt's field changes without a reason. */
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
