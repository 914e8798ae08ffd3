import {
  type ReportKey,
  type ReportRun,
  MAX_PER_PAGE,
  MONTH_COLUMN,
  listParameters,
  getReportDefinition,
} from '@innkeeper/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ResourceRecord } from '../../engine/data/record.ts';
import type { ListState } from '../../engine/data/list-state.ts';
import { api } from '../../session/api.ts';
import { parseDisplay } from './report-display.ts';

/** A page of a report. Row ids are positions, because the rows are not records. */
export interface ReportPage extends Omit<ReportRun, 'data'> {
  readonly rows: readonly ResourceRecord[];
}

/** Time for which a response is treated as current. */
const STALE_TIME_MS = 30_000;

/** Request parameters of a state: rows, a page of groups, or for a pivot table as many groups as a page can contain. */
function createParameters(report: ReportKey, state: ListState): [string, string][] {
  const { columns, display: _, ...reportRequest } = state;
  const { shape, group, measure } = parseDisplay(report, state);
  const isPivot = shape === 'pivot';
  const isAggregated = isPivot || shape === 'year';
  const pairs = listParameters(
    isAggregated ? { ...reportRequest, page: 1, sort: '', per_page: MAX_PER_PAGE } : reportRequest,
  );
  const requestedColumns = isPivot ? [measure || (group[0] ?? '')] : shape === 'year' ? null : columns;
  if (requestedColumns) pairs.push(['columns', requestedColumns.join(',')]);
  if (shape === 'year') pairs.push(['group', MONTH_COLUMN]);
  // Groups of the second column are fetched when a group of the first is opened.
  if (isPivot || shape === 'groups') pairs.push(['group', isPivot ? group.join(',') : (group[0] ?? '')]);
  return pairs.filter(([, value]) => value !== '');
}

/** One page of a report with its sums, for the filters, columns, order, groups and page of `state`. */
export const reportQuery = (
  report: ReportKey,
  state: ListState,
  extraParams: readonly (readonly [string, string])[] = [],
) => {
  const parameters = [...createParameters(report, state), ...extraParams].map(([name, value]): [string, string] => [
    name,
    value,
  ]);
  return queryOptions({
    queryKey: ['report', report, parameters],
    queryFn: async ({ signal }): Promise<ReportPage> => {
      const query = new URLSearchParams(parameters).toString();
      const url = `/api/${getReportDefinition(report).runPath ?? ''}${query && `?${query}`}`;
      const { data, ...run } = await api<ReportRun>(url, { signal, announce: false });
      const firstId = (run.meta.page - 1) * run.meta.per_page + 1;
      return {
        ...run,
        rows: data.map((row, index) => ({
          ...EMPTY_RECORD,
          ...currencyFields(run, index),
          ...run.rows_units[index],
          ...row,
          id: firstId + index,
        })),
      };
    },
    staleTime: STALE_TIME_MS,
    placeholderData: keepPreviousData,
  });
};

/** The currency of a row's amounts, in case its currency column is not shown. */
function currencyFields({ rows_by_currency }: Omit<ReportRun, 'data'>, index: number): Record<string, string> {
  const [sums, otherSums] = rows_by_currency[index] ?? [];
  const { currency } = sums ?? {};
  if (!sums || otherSums || !currency) return {};
  const tableNames = Object.keys(sums.totals).map((key) => key.slice(0, key.indexOf('.')));
  return Object.fromEntries([...new Set(tableNames)].map((tableName) => [`${tableName}.currency`, currency]));
}

/** Empty values for the record properties other than its fields. */
const EMPTY_RECORD = {
  version: 0,
  created_at: '',
  updated_at: '',
  deleted_at: null,
  created_by: null,
  updated_by: null,
  deleted_by: null,
};
