import { type Label, type Language, type ReportRun, addDecimals } from '@innkeeper/contract';
import type { FootRow } from '../../engine/exchange/xlsx-lines.ts';
import type { RunColumn } from './columns.ts';
import { numberInWords } from '../../engine/exchange/cells-in-words.ts';
import type { Fact } from './report-facts.ts';
import { allWithoutRate, withoutRateInWords } from './without-rate-counts.ts';

/** The sums of a file's rows, as a run tells them. */
export interface FileSums extends Pick<ReportRun, 'totals' | 'by_currency'> {
  /** How many rows there are. */
  readonly total: number;
}

/** A line of sums below the rows. */
export interface SumLine {
  readonly label: string;
  /** The currency of the rows in the sum; undefined: all rows. */
  readonly currency?: string | null;
  /** The sums, by the position of their column. */
  readonly values: ReadonlyMap<number, string>;
}

const WORDS = {
  sum: { en: 'Sum', id: 'Jumlah' },
  all: { en: 'Sum of all rows', id: 'Jumlah semua baris' },
  none: { en: 'no currency', id: 'tanpa mata uang' },
} as const satisfies Record<string, Label>;

/**
 * The sums of a file, line by line: one for all rows, or, where the amounts are in several currencies, one for each of them, and
 * one for columns of counts or US dollars. So no sum mixes two currencies. A line with US dollars says how many rows these leave out.
 */
export function sumLines(columns: readonly RunColumn[], sums: FileSums, language: Language): readonly SumLine[] {
  const line = (label: string, totals: FileSums['totals'], isIn: (column: RunColumn) => boolean): SumLine => ({
    label: [label, ...allWithoutRate(columns.filter(isIn), sums.by_currency, language)].join(' · '),
    values: new Map(
      columns.flatMap((column, i): [number, string][] => {
        const value = totals[column.key];
        return value === undefined || value === null || !isIn(column) ? [] : [[i, String(value)]];
      }),
    ),
  });
  const isMoney = ({ type }: RunColumn) => type === 'money';
  const hasSeveral =
    sums.by_currency.length > 1 && columns.some((c) => isMoney(c) && Object.hasOwn(sums.totals, c.key));
  const [only] = sums.by_currency;
  const lines = hasSeveral
    ? [
        ...sums.by_currency.map(({ currency, totals }) => ({
          ...line(`${WORDS.sum[language]} ${currency ?? WORDS.none[language]}`, totals, isMoney),
          currency,
        })),
        line(WORDS.all[language], sums.totals, (column) => !isMoney(column)),
      ]
    : [
        line(
          `${WORDS.sum[language]} ${columns.some(isMoney) ? (only?.currency ?? '') : ''}`.trim(),
          sums.totals,
          () => true,
        ),
      ];
  return sums.total === 0 ? [] : lines.filter(({ values }) => values.size > 0);
}

/**
 * The lines as rows of a sheet; `currencyAt`: the column that says in which currency a row is. Rows that are sums themselves
 * (`isOfSums`) may hold several currencies, which no formula could tell apart.
 */
export const footOf = (
  lines: readonly SumLine[],
  columns: readonly RunColumn[],
  currencyAt: number,
  isOfSums: boolean,
): readonly FootRow[] =>
  lines.map(({ label, currency, values }) => ({
    label,
    sums: [...values].map(([column, value]) => ({
      column,
      value,
      ...(currency !== undefined &&
        columns[column]?.type === 'money' &&
        (isOfSums ? { isStated: true } : { where: { column: currencyAt, text: currency ?? '' } })),
    })),
  }));

/** The sums in US dollars of amounts that are shown in local money, where no column of the file has them. */
export function dollarFacts(
  known: readonly RunColumn[],
  shown: readonly RunColumn[],
  sums: FileSums,
  language: Language,
): readonly Fact[] {
  const dollars = (key: string) => numberInWords(addedUp(sums.by_currency.map(({ totals }) => totals[key] ?? '0.00')));
  const keys = new Set(sums.by_currency.flatMap(({ totals }) => Object.keys(totals)));
  return known.flatMap(({ key, label }): Fact[] =>
    keys.has(key) && !shown.some((column) => column.key === key)
      ? [[label, [dollars(key), ...withoutRateInWords(key, sums.by_currency, language)].join(' · ')]]
      : [],
  );
}

/** A sum of amounts in US dollars. */
const addedUp = (amounts: readonly (string | number)[]): string => addDecimals(amounts, 2);
