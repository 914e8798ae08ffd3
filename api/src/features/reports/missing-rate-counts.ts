import { type CurrencySums, type Language, withoutRateKey } from '@innkeeper/contract';
import { formatNumber } from '../../engine/import-export/format-cell.ts';
import type { RunColumn } from './report-columns.ts';
import type { ReportQuery } from './report-query.ts';
import type { SumColumn } from './sums.ts';
import { reportFileTexts } from '../../texts/report-files.ts';

/**
 * The counts in each row of a file, after its currency: one for each shown sum in US dollars. Empty unless the rows are
 * sums themselves or the file has subtotals.
 */
export const rowCounts = ({ columns, sums, group, isGrouped }: CountedQuery): readonly SumColumn[] =>
  isGrouped || group.length > 0 ? sums.filter(({ countOf }) => columns.some(({ key }) => key === countOf)) : [];

type CountedQuery = Pick<ReportQuery, 'columns' | 'sums' | 'group' | 'isGrouped'>;

/** The note next to a sum in a file: "3 without a rate". Empty if the sum excludes no records. */
export function describeMissingRates(key: string, sums: readonly CountedSums[], language: Language): readonly string[] {
  const count = countOmitted(key, sums);
  return count > 0 ? [`${formatNumber(String(count))} ${reportFileTexts.withoutRate[language]}`] : [];
}

/** One sentence per sum about the records that it excludes; labelled with the column if there are several sums. */
export function describeAllMissingRates(
  columns: readonly Pick<RunColumn, 'key' | 'label'>[],
  sums: readonly CountedSums[],
  language: Language,
): readonly string[] {
  const descriptions = columns.flatMap(({ key, label }) =>
    describeMissingRates(key, sums, language).map((text) => ({ label, text })),
  );
  return descriptions.map(({ label, text }) => (descriptions.length > 1 ? `${label}: ${text}` : text));
}

/** The number of records that the sum with this key excludes; 0 for a sum that is not in US dollars. */
function countOmitted(key: string, sums: readonly CountedSums[]): number {
  const name = withoutRateKey(key);
  return name === undefined ? 0 : sums.reduce((sum, { totals }) => sum + Number(totals[name] ?? 0), 0);
}

type CountedSums = Pick<CurrencySums, 'totals'>;

/**
 * The additional columns of a file that count the records excluded from the sums of a row, for those sums that exclude
 * any.
 */
export const createCountColumns = (
  counts: readonly SumColumn[],
  columns: readonly RunColumn[],
  sums: readonly CountedSums[],
  language: Language,
): readonly { readonly count: SumColumn; readonly column: RunColumn }[] =>
  counts.flatMap((count) => {
    const sum = columns.find(({ key }) => key === count.countOf);
    if (!sum || countOmitted(sum.key, sums) === 0) return [];
    const { path } = count;
    const label = `${sum.label}: ${reportFileTexts.withoutRate[language]}`;
    return [{ count, column: { ...sum, key: path.column, label, type: 'integer', formatter: null, path } }];
  });
