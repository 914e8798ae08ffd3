import type { FieldKind } from '../fields/kinds.ts';
import type { Condition } from '../fields/filter.ts';

/** The condition that selects exactly the rows of one group of a report. Days and moments are grouped by month. */
export function groupCondition(column: string, kind: FieldKind, value: string | number | null): Condition {
  if (value === null) return { column, operator: 'null', value: '1' };
  const text = String(value);
  switch (kind) {
    case 'date':
    case 'instant':
      return { column, operator: 'date_between', value: `${text},${text}` };
    case 'flag':
    case 'integer':
      return { column, operator: 'eq', value: text };
    case 'choice':
      return { column, operator: 'includes', value: text };
    default:
      return { column, operator: 'exact', value: text };
  }
}
