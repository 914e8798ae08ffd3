import { type Language, type ReportRun, addDecimals } from '@innkeeper/contract';
import type { FooterRow } from '../../engine/import-export/xlsx-lines.ts';
import type { RunColumn } from './report-columns.ts';
import { formatNumber } from '../../engine/import-export/format-cell.ts';
import type { Fact } from '../../engine/import-export/file-facts.ts';
import { describeAllMissingRates, describeMissingRates } from './missing-rate-counts.ts';
import { reportFileTexts } from '../../texts/report-files.ts';

/** The sums of a file's rows, as returned by a run. */
export interface FileSums extends Pick<ReportRun, 'totals' | 'by_currency'> {
  /** Number of rows. */
  readonly total: number;
}

/** A line of sums below the rows. */
export interface SumLine {
  readonly label: string;
  /** The currency of the summed rows; undefined means all rows. */
  readonly currency?: string | null;
  /** Sums by column position. */
  readonly values: ReadonlyMap<number, string>;
}

/**
 * The sum lines of a file. With one currency, one line covers all rows. With several, each currency has a line, and one
 * more line sums counts and US dollars, so no sum mixes currencies. Lines with US dollars state how many rows have no
 * rate.
 */
export function createSumLines(columns: readonly RunColumn[], sums: FileSums, language: Language): readonly SumLine[] {
  const createLine = (
    label: string,
    totals: FileSums['totals'],
    includesColumn: (column: RunColumn) => boolean,
  ): SumLine => ({
    label: [label, ...describeAllMissingRates(columns.filter(includesColumn), sums.by_currency, language)].join(' · '),
    values: new Map(
      columns.flatMap((column, i): [number, string][] => {
        const value = totals[column.key];
        return value === undefined || value === null || !includesColumn(column) ? [] : [[i, String(value)]];
      }),
    ),
  });
  const isMoney = ({ type }: RunColumn) => type === 'money';
  const hasSeveralCurrencies =
    sums.by_currency.length > 1 && columns.some((column) => isMoney(column) && Object.hasOwn(sums.totals, column.key));
  const [singleCurrency] = sums.by_currency;
  const lines = hasSeveralCurrencies
    ? [
        ...sums.by_currency.map(({ currency, totals }) => ({
          ...createLine(
            `${reportFileTexts.total[language]} ${currency ?? reportFileTexts.noCurrency[language]}`,
            totals,
            isMoney,
          ),
          currency,
        })),
        createLine(reportFileTexts.totalOfAll[language], sums.totals, (column) => !isMoney(column)),
      ]
    : [
        createLine(
          `${reportFileTexts.total[language]} ${columns.some(isMoney) ? (singleCurrency?.currency ?? '') : ''}`.trim(),
          sums.totals,
          () => true,
        ),
      ];
  return sums.total === 0 ? [] : lines.filter(({ values }) => values.size > 0);
}

/**
 * The sum lines as rows of a sheet. `currencyIndex` is the column with each row's currency. Rows that are sums
 * themselves (`isGroupedRun`) may contain several currencies, which a formula cannot separate, so these are written as
 * values.
 */
export const createFooterRows = (
  lines: readonly SumLine[],
  columns: readonly RunColumn[],
  currencyIndex: number,
  isGroupedRun: boolean,
): readonly FooterRow[] =>
  lines.map(({ label, currency, values }) => ({
    label,
    sums: [...values].map(([column, value]) => ({
      column,
      value,
      ...(currency !== undefined &&
        columns[column]?.type === 'money' &&
        (isGroupedRun ? { isStated: true } : { where: { column: currencyIndex, text: currency ?? '' } })),
    })),
  }));

/** US dollar sums of amounts shown in local currency, if the file has no column for them. */
export function createUsdFacts(
  runColumns: readonly RunColumn[],
  visibleColumns: readonly RunColumn[],
  sums: FileSums,
  language: Language,
): readonly Fact[] {
  const formatUsdSum = (key: string) =>
    formatNumber(sumUsd(sums.by_currency.map(({ totals }) => totals[key] ?? '0.00')));
  const keys = new Set(sums.by_currency.flatMap(({ totals }) => Object.keys(totals)));
  return runColumns.flatMap(({ key, label }): Fact[] =>
    keys.has(key) && !visibleColumns.some((column) => column.key === key)
      ? [[label, [formatUsdSum(key), ...describeMissingRates(key, sums.by_currency, language)].join(' · ')]]
      : [],
  );
}

/** A sum of amounts in US dollars. */
const sumUsd = (amounts: readonly (string | number)[]): string => addDecimals(amounts, 2);
