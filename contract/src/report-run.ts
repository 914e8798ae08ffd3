import type { FieldKind } from './field.ts';
import type { report_column } from './resources/report_column.ts';
import type { ListMeta } from './session.ts';

/** Running a report: `GET /api/report/run/{report-name}`. */

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
}

export type ReportRow = Readonly<Record<string, string | number | null>>;

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
  readonly meta: ListMeta;
}
