import { type Condition, listParameters } from '../fields/filter.ts';
import type { ResourceKey } from '../resources/by-key.ts';

/** Exactly the rows that a metric counts: a list and its filters. */
export interface Rows {
  readonly resource: ResourceKey;
  readonly conditions: readonly Condition[];
}

/** Months that the dashboard shows by default, and at most. */
export const DASHBOARD_MONTHS = 12;
export const DASHBOARD_MONTHS_MAX = 60;

export const includes = (column: string, ids: readonly (number | string)[]): Condition => ({
  column,
  operator: 'includes',
  value: ids.join(','),
});

/** Narrows rows down by further conditions. A new condition replaces the existing ones on the same column. */
export const narrowRows = ({ resource, conditions }: Rows, ...more: readonly Condition[]): Rows => ({
  resource,
  conditions: [...conditions.filter((c) => !more.some(({ column }) => column === c.column)), ...more],
});

/** Records of one month, or of a range of months. */
export const monthsCondition = (column: string, from: string, to = from): Condition => ({
  column,
  operator: 'date_between',
  value: `${from},${to}`,
});

/** Records without a rate to the US dollar, because their country had none yet. Sums in US dollars exclude them. */
export const WITHOUT_RATE: Condition = { column: 'usd_rate', operator: 'null', value: '1' };

/** The condition for one record; null selects rows without one. */
export const idCondition = (column: string, id: number | null): Condition =>
  id === null ? { column, operator: 'null', value: '1' } : includes(column, [id]);

/** The call that lists the rows. */
export const rowsUrl = ({ resource, conditions }: Rows): string =>
  `/api/${resource}?${listParameters({ conditions })
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&')}`;
