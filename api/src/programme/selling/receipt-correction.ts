import { RECEIPT_FIELDS } from '@innkeeper/contract';
import { sql } from 'kysely';
import type { Row, Values, WriteContext } from '../../engine/resources/behaviour.ts';
import { refusalBy } from '../../engine/resources/refusals.ts';

/** Checks the rule of guard_printed_receipt for a transaction that is not written. */
export async function refuseUnexplained(
  { tx, isTakingBack }: WriteContext,
  values: Values,
  before: Row,
): Promise<void> {
  if (!RECEIPT_FIELDS.some((name) => values[name] !== undefined && values[name] !== before[name])) return;
  const { correction_reason: reason = before.correction_reason } = values;
  if (!isTakingBack && reason !== null && reason !== before.correction_reason) return;
  const { rows } = await sql`select from receipt where transaction_id = ${before.id}`.execute(tx);
  if (rows.length > 0)
    throw refusalBy(isTakingBack ? 'transaction_correction_undone' : 'transaction_correction_reason');
}
