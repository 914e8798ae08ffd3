import type { ColumnPath, ReportKey } from '@innkeeper/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import type { HooksByResource } from '../../engine/resources/resource-hooks.ts';
import { fileCell, fileCellSql } from '../../engine/import-export/export-rows.ts';
import { type FilterContext, zoneSql } from '../../engine/resources/conditions.ts';
import { wireFormat } from '../../engine/resources/record-json.ts';
import type { Source } from '../../engine/resources/source.ts';
import type { ReportQuery } from './report-query.ts';
import { REPORT_SOURCES, type ReportSource } from './report-sources.ts';

/** The report, the user who reads it, and the time. */
export interface ReportContext {
  readonly report: ReportKey;
  readonly actor: Actor;
  readonly hooksByResource: HooksByResource;
  readonly context: FilterContext;
  /** Cells are formatted for a file, with instants in the zone of the row's hotel; otherwise as on the wire. */
  readonly isFile?: boolean;
  /** Selects the visible records that count elsewhere, instead of those of the user's hotels. */
  readonly isElsewhere?: boolean;
  /** Another source for the same data, if not the report's own records. */
  readonly source?: ReportSource;
}

export const sourceOf = ({ source, report }: ReportContext): ReportSource => source ?? REPORT_SOURCES[report];

/**
 * A report as SQL. Rows and sums share scope and filters and belong in one statement, so that both come from one
 * snapshot.
 */
export interface ReportStatement {
  /** The `with …` clause that both need; empty if there are no CTEs. */
  readonly ctes: RawBuilder<unknown>;
  /**
   * The rows of the page in order, or all of them for a file, each column under its key. On a page, `by_currency` and
   * `units` follow, as JSON: the sums of a row, and the units of its values. In a file, `row_currency` follows, null for
   * rows with no currency or several, and then `rowCounts`.
   */
  readonly rows: RawBuilder<unknown>;
  /** One row: `total` is the number of rows; `totals`, the sums by key, and `by_currency` are JSON. */
  readonly sums: RawBuilder<unknown>;
  /** Whether a page reads more records than it shows: all of them for its sums or order, and not their rollups. */
  readonly readsRecords: boolean;
}

/** Limits the rows to those of one page. */
export const pageSql = ({ page, perPage }: Pick<ReportQuery, 'page' | 'perPage'>): RawBuilder<unknown> =>
  sql`limit ${perPage} offset ${(page - 1) * perPage}`;

export const withClause = (ctes: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  ctes.length === 0 ? sql`` : sql`with ${sql.join(ctes)}`;

/** A cell of a row of sums. The row has no hotel, so instants are in the user's zone. */
export const cellSql = (
  { isFile, context }: ReportContext,
  { definition }: ColumnPath,
  ref: string,
): RawBuilder<unknown> =>
  isFile ? fileCellSql(fileCell(definition, ref, sql`${context.timeZone}`)) : sql.raw(wireFormat[definition.kind](ref));

/** The month of a date or instant as `YYYY-MM`, in the zone of the row's hotel, shifted forward by `monthsBack`. */
export function monthSql(
  { context }: ReportContext,
  source: Source,
  path: ColumnPath,
  monthsBack = 0,
): RawBuilder<unknown> {
  const column = sql.raw(source.column(path));
  const day = path.definition.kind === 'date' ? column : sql`(${column} at time zone ${zoneSql(source, context)})`;
  const month =
    monthsBack === 0 ? day : sql`date_trunc('month', ${day}::timestamp) + make_interval(months => ${monthsBack}::int)`;
  return sql`to_char(${month}, 'YYYY-MM')`;
}
