import type { FieldKind } from './field.ts';
import type { report_column } from './resources/report_column.ts';
import type { ListMeta } from './session.ts';

/** Running a report: `GET /api/report/run/{report-name}`. */

/** Columns at most that group the rows of a report: `group=hotel.code,transaction.transaction_date`. */
export const GROUP_MAX = 2;

/** Kinds of columns by which rows are grouped: days and moments by their month, all others by their value. */
export const GROUPABLE: ReadonlySet<FieldKind> = new Set([
  'text',
  'email',
  'phone',
  'flag',
  'choice',
  'integer',
  'date',
  'instant',
]);

/** The parameters of a report, and of its views, beside the question of a list: they say how the answer is displayed. */
export const REPORT_LOOK = ['group', 'as', 'measure', 'chart', 'compare', 'elsewhere', 'period'] as const;

/** Instead of the period asked for: the one of the same length before it, or the same one a year earlier. */
export const COMPARISONS = ['period_before', 'last_year'] as const;
export type Comparison = (typeof COMPARISONS)[number];

type ColumnFields = (typeof report_column)['fields'];

/** A column of an answer. */
export interface ReportColumn {
  /** `table.column`: its values in the rows and in the totals stand under it. */
  readonly key: string;
  /** In the language of the request. */
  readonly label: string;
  readonly type: FieldKind;
  readonly align: ColumnFields['align']['choices'][number]['value'];
  readonly formatter: ColumnFields['formatter']['choices'][number]['value'] | null;
}

/** A column that the report was given, in its order: the reader may show it. */
export interface OfferedColumn extends ReportColumn {
  /** Shown at first. */
  readonly is_usual: 0 | 1;
  /** It is added up: its sums stand under `totals` where it is shown. */
  readonly is_sum: 0 | 1;
}

export type ReportRow = Readonly<Record<string, string | number | null>>;

const IN_DOLLARS = /_usd(?=(_last_year)?$)/;

/** The key of how many records a sum in US dollars leaves out, as their country had no rate yet; undefined for other sums. */
export const withoutRateKey = (key: string): string | undefined =>
  IN_DOLLARS.test(key) ? key.replace(IN_DOLLARS, '_without_rate') : undefined;

/** The sums of the amounts in one currency. */
export interface CurrencySums {
  /** Null where a report has no amounts in local money, and for records that have none. */
  readonly currency: string | null;
  /** How many records these are. */
  readonly rows: number;
  /**
   * By key, as `totals`; beside each amount that is shown its worth in US dollars, where records keep that, and beside that how
   * many records it leaves out (`withoutRateKey`).
   */
  readonly totals: ReportRow;
}

/** A line of what a report says about itself on paper and in files, in the reader's language: "Hotels", "All hotels". */
export interface ReportFact {
  readonly word: string;
  readonly meaning: string;
}

export interface ReportRun {
  readonly data: readonly ReportRow[];
  readonly columns: readonly ReportColumn[];
  /** All columns of the report, shown or not. */
  readonly offered: readonly OfferedColumn[];
  /**
   * Sums over all rows of the report, not over those of the page alone, for columns that can be added up. Null where the amounts
   * are in several currencies.
   */
  readonly totals: ReportRow;
  /** The sums over all rows, apart for each currency, in the order of their names. */
  readonly by_currency: readonly CurrencySums[];
  /** The same for each row of `data`, in their order: of a record it is the record's own amounts. */
  readonly rows_by_currency: readonly (readonly CurrencySums[])[];
  /** With `elsewhere=1`: what the reader sees of other hotels, since its members are of their own. It is in no row and in no sum. */
  readonly elsewhere?: readonly CurrencySums[];
  /** The filters in words, the hotels in sight, who asked and when. */
  readonly facts: readonly ReportFact[];
  readonly meta: ListMeta;
}
