import type { CurrencySums } from '@innkeeper/contract';
import { useMemo } from 'react';
import { type Selection, isNone } from '../../engine/list/selection.ts';
import { addUp, takeAway } from './add-sums.ts';
import type { ReportPage } from './report-query.ts';

const NOTHING: readonly CurrencySums[] = [];

/**
 * The sums of the selected rows. Rows of other pages are remembered from when they were in sight, as they were selected there;
 * `question` tells when other rows are asked for.
 */
export function useSelectedSums(
  selection: Selection,
  answer: ReportPage | undefined,
  question: string,
): readonly CurrencySums[] {
  const seen = useMemo(() => ({ question, rows: new Map<number, readonly CurrencySums[]>() }), [question]);
  answer?.rows.forEach(({ id }, at) => seen.rows.set(id, answer.rows_by_currency[at] ?? []));
  if (isNone(selection) || !answer) return NOTHING;
  const ids = selection.kind === 'all' ? selection.except : selection.ids;
  const parts = [...ids].flatMap((id) => seen.rows.get(id) ?? []);
  return selection.kind === 'all' ? takeAway(answer.by_currency, parts) : addUp(parts);
}
