import { type Condition, listParameters } from './filter.ts';
import type { ResourceKey } from './resources.ts';

/** Just the rows that a figure counts: a list and its filters. */
export interface Rows {
  readonly resource: ResourceKey;
  readonly conditions: readonly Condition[];
}

/** Months that the dashboard shows where none are asked for, and at most. */
export const DASHBOARD_MONTHS = 12;
export const DASHBOARD_MONTHS_MAX = 60;

export const includes = (column: string, ids: readonly (number | string)[]): Condition => ({
  column,
  operator: 'includes',
  value: ids.join(','),
});

/** Rows of which one column, or its hotels, are narrowed down: the new condition takes the place of one that is as the column. */
export const narrowed = ({ resource, conditions }: Rows, ...more: readonly Condition[]): Rows => ({
  resource,
  conditions: [...conditions.filter((c) => !more.some(({ column }) => column === c.column)), ...more],
});

/** Records of one month, or of the months from one to another. */
export const inMonths = (column: string, from: string, to = from): Condition => ({
  column,
  operator: 'date_between',
  value: `${from},${to}`,
});

/** Records that have no rate to the US dollar: their country had none yet, and sums in US dollars leave them out. */
export const WITHOUT_RATE: Condition = { column: 'usd_rate', operator: 'null', value: '1' };

/** The condition for one record, or for none. */
export const ofOne = (column: string, id: number | null): Condition =>
  id === null ? { column, operator: 'null', value: '1' } : includes(column, [id]);

/** The call that lists the rows. */
export const rowsCall = ({ resource, conditions }: Rows): string =>
  `/api/${resource}?${listParameters({ conditions })
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&')}`;
