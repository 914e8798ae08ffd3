import type { Row, Values } from '../../engine/resources/behaviour.ts';
import { refusalBy } from '../../engine/resources/refusals.ts';

/** Refuses another value for a field that stands as the record was issued, in the words of the database's own guard. */
export function refuseChange(
  key: 'member_card' | 'member_voucher',
  standing: readonly string[],
  values: Values,
  before: Row,
): void {
  const changed = standing.find((name) => values[name] !== undefined && values[name] !== before[name]);
  if (changed) throw refusalBy(`${key}_${changed.replace(/_id$/, '')}_settled`, changed);
}
