import { type ReportKey, type ReportRun, listParameters, reportDefinition } from '@innkeeper/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ResourceRecord } from '../../engine/data/record.ts';
import type { ListState } from '../../engine/data/list-state.ts';
import { api } from '../../session/api.ts';

/** A page of a report: its rows are numbered by their place, as they are no records. */
export interface ReportPage extends Omit<ReportRun, 'data'> {
  readonly rows: readonly ResourceRecord[];
}

/** Milliseconds for which figures are taken to be the same. */
const FRESH = 30_000;

/** One page of a report with its sums, under the filters, columns, order and page of `state`. */
export const reportQuery = (report: ReportKey, { columns, ...question }: ListState) => {
  const parameters = [...listParameters(question), ...(columns ? ([['columns', columns.join(',')]] as const) : [])].map(
    ([name, value]): [string, string] => [name, value],
  );
  return queryOptions({
    queryKey: ['report', report, parameters],
    queryFn: async ({ signal }): Promise<ReportPage> => {
      const query = new URLSearchParams(parameters).toString();
      const address = `/api/${reportDefinition(report).run ?? ''}${query && `?${query}`}`;
      const { data, ...run } = await api<ReportRun>(address, { signal, announce: false });
      const first = (run.meta.page - 1) * run.meta.per_page + 1;
      return { ...run, rows: data.map((row, at) => ({ ...NO_RECORD, ...row, id: first + at })) };
    },
    staleTime: FRESH,
    placeholderData: keepPreviousData,
  });
};

/** What a record would carry beside its fields. */
const NO_RECORD = {
  version: 0,
  created_at: '',
  updated_at: '',
  deleted_at: null,
  created_by: null,
  updated_by: null,
  deleted_by: null,
};
