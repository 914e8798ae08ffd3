import { type ReportKey, type ReportRow, getReportDefinition, withoutRateKey } from '@innkeeper/contract';
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
function omittedCount({ rows, rows_by_currency }: ReportPage, index: number, column: string): number {
  const key = withoutRateKey(column);
  const sum = rows[index]?.[column];
  return key === undefined || sum === null || sum === undefined
    ? 0
    : Number(totalOf(rows_by_currency[index] ?? [], key));
}

/** The columns of a page in which some row excludes records: next to their sums there is room for the number. */
export const columnsWithExclusions = (response: ReportPage): readonly string[] =>
  response.columns.flatMap(({ key }) =>
    response.rows.some((_, index) => omittedCount(response, index, key) > 0) ? [key] : [],
  );

interface RowContext {
  readonly report: ReportKey;
  readonly state: ListState;
  readonly response: ReportPage;
}

/** The number of excluded records next to a sum of a row, with a link to them. Null if there are none. */
export function renderRowCount({ report, state, response }: RowContext, record: ResourceRecord, column: string) {
  const { offered: offeredColumns, columns, rows, rows_by_currency } = response;
  // The ids of rows are consecutive numbers.
  const index = record.id - (rows[0]?.id ?? 0);
  if (omittedCount(response, index, column) === 0) return null;
  const keyColumns = offeredColumns.filter(
    ({ key, is_sum }) => is_sum === 0 && columns.some((item) => item.key === key),
  );
  const row = Object.fromEntries(keyColumns.map(({ key }) => [key, groupValueOf(report, record, key)]));
  const conditions = keyColumns.every(isGroupable) ? conditionsOf(state.conditions, keyColumns, row) : undefined;
  return (
    <WithoutRateRows
      {...{ report, offeredColumns }}
      columns={offeredColumns.filter(({ key }) => key === column)}
      sums={rows_by_currency[index] ?? []}
      link={conditions && { state, conditions }}
    />
  );
}

/** The value of a row in the form of its group: a day that represents a month is converted to the month. */
function groupValueOf(report: ReportKey, record: ResourceRecord, key: string): ReportRow[string] {
  const value = (record[key] ?? null) as ReportRow[string]; // report rows are typed as records
  const field = getReportDefinition(report).fields[key];
  return field?.kind === 'date' && field.monthOnly && value !== null ? String(value).slice(0, 'YYYY-MM'.length) : value;
}
