import type { CurrencySums } from '@innkeeper/contract';
import { useMemo } from 'react';
import { type Selection, isNone } from '../../engine/list/selection.ts';
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
  const seen = useMemo(() => ({ reportRequest, rows: new Map<number, readonly CurrencySums[]>() }), [reportRequest]);
  response?.rows.forEach(({ id }, at) => seen.rows.set(id, response.rows_by_currency[at] ?? []));
  if (isNone(selection) || !response) return NO_SUMS;
  const ids = selection.kind === 'all' ? selection.except : selection.ids;
  const parts = [...ids].flatMap((id) => seen.rows.get(id) ?? []);
  return selection.kind === 'all' ? subtractSums(response.by_currency, parts) : addSums(parts);
}
