import type { FieldKind } from '../fields/kinds.ts';
import type { report_column } from '../resources/report_column.ts';
import type { ListMeta } from '../rights/session.ts';

/** The request and response of running a report: `GET /api/report/run/{report-name}`. */

/** Maximum columns that group the rows of a report: `group=hotel.code,transaction.transaction_date`. */
export const MAX_GROUP = 2;

/** The column kinds that can group rows: days and moments by month, all others by value. */
export const GROUPABLE_KINDS: ReadonlySet<FieldKind> = new Set([
  'text',
  'email',
  'phone',
  'flag',
  'choice',
  'integer',
  'date',
  'instant',
]);

/** The parameters of a report and its views besides the list query: they control the display. */
export const REPORT_DISPLAY_PARAMETERS = ['group', 'as', 'measure', 'chart', 'compare', 'elsewhere', 'period'] as const;

/** The period that a report is compared with: the preceding one of the same length, or the same one a year earlier. */
export const COMPARISONS = ['period_before', 'last_year'] as const;
export type Comparison = (typeof COMPARISONS)[number];

type ColumnFields = (typeof report_column)['fields'];

/** A column of a response. */
export interface ReportColumn {
  /** `table.column`: the key of its values in the rows and in the totals. */
  readonly key: string;
  /** The label, in the language of the request. */
  readonly label: string;
  readonly type: FieldKind;
  readonly align: ColumnFields['align']['choices'][number]['value'];
  readonly formatter: ColumnFields['formatter']['choices'][number]['value'] | null;
}

/** An available column of the report, in order; the reader may show it. */
export interface OfferedColumn extends ReportColumn {
  /** Shown by default. */
  readonly is_usual: 0 | 1;
  /** Whether the column is summed: `totals` has its sums when it is shown. */
  readonly is_sum: 0 | 1;
}

export type ReportRow = Readonly<Record<string, string | number | null>>;

const USD_COLUMN_SUFFIX = /_usd(?=(_last_year)?$)/;

/**
 * The key for the number of records that a sum in US dollars excludes, because their country had no rate yet. Undefined
 * for other sums.
 */
export const withoutRateKey = (key: string): string | undefined =>
  USD_COLUMN_SUFFIX.test(key) ? key.replace(USD_COLUMN_SUFFIX, '_without_rate') : undefined;

/** The sums of the amounts in one currency. */
export interface CurrencySums {
  /** Null if a report has no amounts in local currency, and for records without any. */
  readonly currency: string | null;
  /** The number of these records. */
  readonly rows: number;
  /**
   * Sums by key, as in `totals`. Each displayed amount is followed by its value in US dollars, if records store it, and
   * by the number of records that this value excludes (`withoutRateKey`).
   */
  readonly totals: ReportRow;
}

/** A line about the report itself in the reader's language, for print and files: "Hotels", "All hotels". */
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
   * Sums of the summable columns over all rows of the report, not only the current page. Null if the amounts are in
   * several currencies.
   */
  readonly totals: ReportRow;
  /** Sums of all rows, by currency, in the order of their names. */
  readonly by_currency: readonly CurrencySums[];
  /** The sums by currency of each row of `data`, in order; for a record, its own amounts. */
  readonly rows_by_currency: readonly (readonly CurrencySums[])[];
  /**
   * The units of the values of each row of `data`, in order: under `time_zone` the zone of the row's hotel, in which its
   * moments are shown, and under `table.currency` the currency of the amounts of that table. Only those that the shown
   * columns need; none for a row that combines records.
   */
  readonly rows_units: readonly Readonly<Record<string, string | null>>[];
  /**
   * With `elsewhere=1`: sums of the records of other hotels that the reader sees because the members belong to the
   * reader's hotels. No row and no other sum contains these records.
   */
  readonly elsewhere?: readonly CurrencySums[];
  /** The filters in words, the visible hotels, the requesting user and the time. */
  readonly facts: readonly ReportFact[];
  readonly meta: ListMeta;
}
