import type { CurrencySums } from '@innkeeper/contract';
import { useMemo } from 'react';
import { type Selection, isEmptySelection } from '../../engine/list/selection.ts';
import { addSums, subtractSums } from './add-sums.ts';
import type { ReportPage } from './report-query.ts';

const NO_SUMS: readonly CurrencySums[] = [];

/**
 * The sums of the selected rows. Rows of other pages are cached from when they were visible; a new `reportRequest`
 * clears the cache.
 */
export function useSelectedSums(
  selection: Selection,
  response: ReportPage | undefined,
  reportRequest: string,
): readonly CurrencySums[] {
  const cache = useMemo(() => ({ reportRequest, rows: new Map<number, readonly CurrencySums[]>() }), [reportRequest]);
  response?.rows.forEach(({ id }, index) => cache.rows.set(id, response.rows_by_currency[index] ?? []));
  if (isEmptySelection(selection) || !response) return NO_SUMS;
  const ids = selection.kind === 'all' ? selection.except : selection.ids;
  const sums = [...ids].flatMap((id) => cache.rows.get(id) ?? []);
  return selection.kind === 'all' ? subtractSums(response.by_currency, sums) : addSums(sums);
}
