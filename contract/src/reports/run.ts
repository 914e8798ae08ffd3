import type { FieldKind } from '../fields/kinds.ts';
import type { report_column } from '../resources/report_column.ts';
import type { ListMeta } from '../rights/session.ts';

/** Running a report: `GET /api/report/run/{report-name}`. */

/** Maximum columns that group the rows of a report: `group=hotel.code,transaction.transaction_date`. */
export const GROUP_MAX = 2;

/** Kinds of columns that can group rows: days and moments by their month, all others by their value. */
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

/** The parameters of a report and of its views besides the list query. They control the display. */
export const REPORT_DISPLAY = ['group', 'as', 'measure', 'chart', 'compare', 'elsewhere', 'period'] as const;

/** Replaces the requested period with the one of the same length before it, or with the same one a year earlier. */
export const COMPARISONS = ['period_before', 'last_year'] as const;
export type Comparison = (typeof COMPARISONS)[number];

type ColumnFields = (typeof report_column)['fields'];

/** A column of a response. */
export interface ReportColumn {
  /** `table.column`: the key of its values in the rows and in the totals. */
  readonly key: string;
  /** In the language of the request. */
  readonly label: string;
  readonly type: FieldKind;
  readonly align: ColumnFields['align']['choices'][number]['value'];
  readonly formatter: ColumnFields['formatter']['choices'][number]['value'] | null;
}

/** A column available in the report, in order; the reader may show it. */
export interface OfferedColumn extends ReportColumn {
  /** Shown by default. */
  readonly is_usual: 0 | 1;
  /** Whether it is summed: its sums are in `totals` when it is shown. */
  readonly is_sum: 0 | 1;
}

export type ReportRow = Readonly<Record<string, string | number | null>>;

const USD_COLUMN = /_usd(?=(_last_year)?$)/;

/**
 * The key of the number of records that a sum in US dollars excludes because their country had no rate yet; undefined
 * for other sums.
 */
export const withoutRateKey = (key: string): string | undefined =>
  USD_COLUMN.test(key) ? key.replace(USD_COLUMN, '_without_rate') : undefined;

/** The sums of the amounts in one currency. */
export interface CurrencySums {
  /** Null if a report has no amounts in local currency, and for records without any. */
  readonly currency: string | null;
  /** The number of these records. */
  readonly rows: number;
  /**
   * By key, as `totals`. Each displayed amount has its value in US dollars next to it, if records store that, and the
   * number of records that this value excludes (`withoutRateKey`).
   */
  readonly totals: ReportRow;
}

/** A line about the report itself, shown in print and in files, in the reader's language: "Hotels", "All hotels". */
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
   * Sums over all rows of the report, not only the current page, for columns that can be summed. Null if the amounts
   * are in several currencies.
   */
  readonly totals: ReportRow;
  /** Sums of all rows, by currency, in the order of their names. */
  readonly by_currency: readonly CurrencySums[];
  /** The same for each row of `data`, in order; for a record, its own amounts. */
  readonly rows_by_currency: readonly (readonly CurrencySums[])[];
  /**
   * With `elsewhere=1`: sums of the records of other hotels that the reader sees because their members belong to the
   * reader's hotels. These records are in no row and in no other sum.
   */
  readonly elsewhere?: readonly CurrencySums[];
  /** The filters in words, the visible hotels, the requesting user and the time. */
  readonly facts: readonly ReportFact[];
  readonly meta: ListMeta;
}
