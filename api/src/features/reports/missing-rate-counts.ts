import { type CurrencySums, type Language, withoutRateKey } from '@innkeeper/contract';
import { formatNumber } from '../../engine/import-export/format-cell.ts';
import type { RunColumn } from './report-columns.ts';
import type { ReportQuery } from './report-query.ts';
import type { Summed } from './sums.ts';
import { reportFileTexts } from '../../texts/report-files.ts';

/**
 * The counts that each row of a file carries behind its currency, one for each sum in US dollars that is shown: where rows are sums
 * themselves, and where subtotals are made of them.
 */
export const rowCounts = ({ columns, sums, group, isGrouped }: CountedQuestion): readonly Summed[] =>
  isGrouped || group.length > 0 ? sums.filter(({ countOf }) => columns.some(({ key }) => key === countOf)) : [];

type CountedQuestion = Pick<ReportQuery, 'columns' | 'sums' | 'group' | 'isGrouped'>;

/** The count beside a sum in a file: "3 without a rate". Nothing where the sum leaves none out, and beside other sums. */
export function describeMissingRates(key: string, sums: readonly Counted[], language: Language): readonly string[] {
  const count = omittedCount(key, sums);
  return count > 0 ? [`${formatNumber(String(count))} ${reportFileTexts.withoutRate[language]}`] : [];
}

/** The counts beside the sums of some columns; the columns are named where there are several. */
export function allWithoutRate(
  columns: readonly Pick<RunColumn, 'key' | 'label'>[],
  sums: readonly Counted[],
  language: Language,
): readonly string[] {
  const found = columns.flatMap(({ key, label }) =>
    describeMissingRates(key, sums, language).map((words) => ({ label, words })),
  );
  return found.map(({ label, words }) => (found.length > 1 ? `${label}: ${words}` : words));
}

/** How many records a sum leaves out, of its key; none where it is no sum in US dollars. */
function omittedCount(key: string, sums: readonly Counted[]): number {
  const name = withoutRateKey(key);
  return name === undefined ? 0 : sums.reduce((all, { totals }) => all + Number(totals[name] ?? 0), 0);
}

type Counted = Pick<CurrencySums, 'totals'>;

/** The columns of a file with how many records the sums of a row leave out; those alone of which some row leaves any out. */
export const countColumns = (
  counts: readonly Summed[],
  columns: readonly RunColumn[],
  sums: readonly Counted[],
  language: Language,
): readonly { readonly count: Summed; readonly column: RunColumn }[] =>
  counts.flatMap((count) => {
    const sum = columns.find(({ key }) => key === count.countOf);
    if (!sum || omittedCount(sum.key, sums) === 0) return [];
    const { path } = count;
    const label = `${sum.label}: ${reportFileTexts.withoutRate[language]}`;
    return [{ count, column: { ...sum, key: path.column, label, type: 'integer', formatter: null, path } }];
  });
