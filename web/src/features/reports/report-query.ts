import { type ReportKey, type ReportRun, PER_PAGE_MAX, listParameters, reportDefinition } from '@innkeeper/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ResourceRecord } from '../../engine/data/record.ts';
import type { ListState } from '../../engine/data/list-state.ts';
import { api } from '../../session/api.ts';
import { displayOf } from './report-display.ts';

/** The grouping column of the year overview. */
export const MONTH = 'overview.month';

/** A page of a report. Row ids are positions, because the rows are not records. */
export interface ReportPage extends Omit<ReportRun, 'data'> {
  readonly rows: readonly ResourceRecord[];
}

/** Time for which a response is treated as current. Milliseconds. */
const FRESH = 30_000;

/** Request parameters of a state: rows, a page of groups, or for a pivot table as many groups as a page can contain. */
function parametersOf(report: ReportKey, state: ListState): [string, string][] {
  const { columns, display: _, ...reportRequest } = state;
  const { shape, group, measure } = displayOf(report, state);
  const isPivot = shape === 'pivot';
  const isPicture = isPivot || shape === 'year';
  const pairs = listParameters(
    isPicture ? { ...reportRequest, page: 1, sort: '', per_page: PER_PAGE_MAX } : reportRequest,
  );
  const shown = isPivot ? [measure || (group[0] ?? '')] : shape === 'year' ? null : columns;
  if (shown) pairs.push(['columns', shown.join(',')]);
  if (shape === 'year') pairs.push(['group', MONTH]);
  // Groups of the second column are fetched when a group of the first is opened.
  if (isPivot || shape === 'groups') pairs.push(['group', isPivot ? group.join(',') : (group[0] ?? '')]);
  return pairs.filter(([, value]) => value !== '');
}

/** One page of a report with its sums, for the filters, columns, order, groups and page of `state`. */
export const reportQuery = (
  report: ReportKey,
  state: ListState,
  further: readonly (readonly [string, string])[] = [],
) => {
  const parameters = [...parametersOf(report, state), ...further].map(([name, value]): [string, string] => [
    name,
    value,
  ]);
  return queryOptions({
    queryKey: ['report', report, parameters],
    queryFn: async ({ signal }): Promise<ReportPage> => {
      const query = new URLSearchParams(parameters).toString();
      const address = `/api/${reportDefinition(report).run ?? ''}${query && `?${query}`}`;
      const { data, ...run } = await api<ReportRun>(address, { signal, announce: false });
      const first = (run.meta.page - 1) * run.meta.per_page + 1;
      return {
        ...run,
        rows: data.map((row, at) => ({ ...NO_RECORD, ...currenciesOf(run, at), ...row, id: first + at })),
      };
    },
    staleTime: FRESH,
    placeholderData: keepPreviousData,
  });
};

/** The currency of a row's amounts, in case its currency column is not shown. */
function currenciesOf({ rows_by_currency }: Omit<ReportRun, 'data'>, at: number): Record<string, string> {
  const [part, other] = rows_by_currency[at] ?? [];
  const { currency } = part ?? {};
  if (!part || other || !currency) return {};
  const places = Object.keys(part.totals).map((key) => key.slice(0, key.indexOf('.')));
  return Object.fromEntries([...new Set(places)].map((place) => [`${place}.currency`, currency]));
}

/** Empty values for the record properties other than its fields. */
const NO_RECORD = {
  version: 0,
  created_at: '',
  updated_at: '',
  deleted_at: null,
  created_by: null,
  updated_by: null,
  deleted_by: null,
};
