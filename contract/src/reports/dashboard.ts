import { type Condition, listParameters } from '../fields/filter.ts';
import type { ResourceKey } from '../resources/by-key.ts';

/** A list and its filters: exactly the rows that a metric counts. */
export interface RowSelection {
  readonly resource: ResourceKey;
  readonly conditions: readonly Condition[];
}

/** The number of months that the dashboard shows by default, and at most. */
export const DASHBOARD_MONTHS = 12;
export const MAX_DASHBOARD_MONTHS = 60;

export const includesCondition = (column: string, ids: readonly (number | string)[]): Condition => ({
  column,
  operator: 'includes',
  value: ids.join(','),
});

/** Adds conditions to a selection of rows. A new condition replaces the existing ones on the same column. */
export const narrowRows = (
  { resource, conditions }: RowSelection,
  ...extraConditions: readonly Condition[]
): RowSelection => ({
  resource,
  conditions: [
    ...conditions.filter((c) => !extraConditions.some(({ column }) => column === c.column)),
    ...extraConditions,
  ],
});

/** Records of one month, or of a range of months. */
export const monthsCondition = (column: string, from: string, to = from): Condition => ({
  column,
  operator: 'date_between',
  value: `${from},${to}`,
});

/** Records without a rate to the US dollar: their country had none yet. Sums in US dollars exclude them. */
export const WITHOUT_RATE: Condition = { column: 'usd_rate', operator: 'null', value: '1' };

/** The condition for one record; null selects rows without one. */
export const idCondition = (column: string, id: number | null): Condition =>
  id === null ? { column, operator: 'null', value: '1' } : includesCondition(column, [id]);

/** The call that lists the rows. */
export const rowsUrl = ({ resource, conditions }: RowSelection): string =>
  `/api/${resource}?${listParameters({ conditions })
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&')}`;
