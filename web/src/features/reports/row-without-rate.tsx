import { type ReportKey, type ReportRow, reportDefinition, withoutRateKey } from '@innkeeper/contract';
import type { ResourceRecord } from '../../engine/data/record.ts';
import type { ListState } from '../../engine/data/list-state.ts';
import { totalOf } from './add-sums.ts';
import { conditionsOf, isGroupable } from './report-display.ts';
import type { ReportPage } from './report-query.ts';
import { WithoutRateRows } from './without-rate-rows.tsx';

/**
 * The number of records that a sum in a row excludes. 0 for a single record, which has no amount in US dollars if it
 * has no rate.
 */
function omittedCount({ rows, rows_by_currency }: ReportPage, at: number, column: string): number {
  const key = withoutRateKey(column);
  const sum = rows[at]?.[column];
  return key === undefined || sum === null || sum === undefined ? 0 : Number(totalOf(rows_by_currency[at] ?? [], key));
}

/** The columns of a page in which some row excludes records: next to their sums there is room for the number. */
export const columnsWithExclusions = (response: ReportPage): readonly string[] =>
  response.columns.flatMap(({ key }) =>
    response.rows.some((_, at) => omittedCount(response, at, key) > 0) ? [key] : [],
  );

interface RowContext {
  readonly report: ReportKey;
  readonly state: ListState;
  readonly response: ReportPage;
}

/** The number of excluded records next to a sum of a row, with a link to them. Null if there are none. */
export function renderRowCount({ report, state, response }: RowContext, record: ResourceRecord, column: string) {
  const { offered, columns, rows, rows_by_currency } = response;
  // The ids of rows are consecutive numbers.
  const at = record.id - (rows[0]?.id ?? 0);
  if (omittedCount(response, at, column) === 0) return null;
  const keys = offered.filter(({ key, is_sum }) => is_sum === 0 && columns.some((shown) => shown.key === key));
  const row = Object.fromEntries(keys.map(({ key }) => [key, valueOf(report, record, key)]));
  const conditions = keys.every(isGroupable) ? conditionsOf(state.conditions, keys, row) : undefined;
  return (
    <WithoutRateRows
      {...{ report, offered }}
      columns={offered.filter(({ key }) => key === column)}
      sums={rows_by_currency[at] ?? []}
      link={conditions && { state, conditions }}
    />
  );
}

/** The value of a row in the form of its group: a day that represents a month is converted to the month. */
function valueOf(report: ReportKey, record: ResourceRecord, key: string): ReportRow[string] {
  const value = (record[key] ?? null) as ReportRow[string]; // a cell of a report's row
  const field = reportDefinition(report).fields[key];
  return field?.kind === 'date' && field.monthOnly && value !== null ? String(value).slice(0, 'YYYY-MM'.length) : value;
}
