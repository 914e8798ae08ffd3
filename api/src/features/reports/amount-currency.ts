import { type ColumnPath, getColumn } from '@innkeeper/contract';
import type { RunColumn } from './report-columns.ts';
import type { ReportSource } from './report-sources.ts';

/** The column with the currency of a report column's amounts. */
interface AmountCurrency {
  /** Its name beside the amount: `membership.currency_country.currency` for `membership.price`. */
  readonly key: string;
  /** Its path from the report's records. */
  readonly path: ColumnPath;
}

/** The currency of a column's amounts; undefined if the column has no amounts. */
export function findCurrency(
  { definition, measures, currency: rowCurrency }: ReportSource,
  { key, path }: RunColumn,
): AmountCurrency | undefined {
  if (path.definition.kind !== 'money') return undefined;
  const field = path.definition.currency ?? 'currency';
  const name = Object.hasOwn(measures, key) ? rowCurrency : qualifyName(path, field);
  return name === undefined
    ? undefined
    : { key: `${key.slice(0, key.lastIndexOf('.'))}.${field}`, path: getColumn(definition, name) };
}

/** The name of a field of the same record as a column. */
export const qualifyName = ({ relations }: ColumnPath, field: string | null): string =>
  [...relations.map(({ name }) => name), field].join('.');
