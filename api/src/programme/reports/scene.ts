import type { ColumnPath, ReportKey } from '@innkeeper/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import type { Behaviours } from '../../engine/resources/behaviour.ts';
import { fileCell, toldSql } from '../../engine/exchange/export-rows.ts';
import { type FilterContext, zoneSql } from '../../engine/resources/conditions.ts';
import { wire } from '../../engine/resources/record-json.ts';
import type { Source } from '../../engine/resources/source.ts';
import type { ReportQuestion } from './question.ts';
import { REPORT_SOURCES, type ReportSource } from './sources.ts';

/** The report, its reader and the time. */
export interface ReportScene {
  readonly report: ReportKey;
  readonly actor: Actor;
  readonly behaviours: Behaviours;
  readonly context: FilterContext;
  /** Cells are values as files have them, and moments in the zone of the row's hotel; otherwise all is as it travels. */
  readonly isFile?: boolean;
  /** The records are the visible ones that count elsewhere, instead of those of the reader's hotels. */
  readonly isElsewhere?: boolean;
  /** The records, where they are others than the report's own that tell the same. */
  readonly source?: ReportSource;
}

export const sourceOf = ({ source, report }: ReportScene): ReportSource => source ?? REPORT_SOURCES[report];

/** A report as SQL. Rows and sums are of the same scope and filters, and belong into one statement: so they are of one snapshot. */
export interface ReportStatement {
  /** `with …`, which both need; empty where there is nothing to name. */
  readonly names: RawBuilder<unknown>;
  /**
   * The rows of the page in order, or all of them for a file, each column under its key; behind them `by_currency`, the sums of a row as JSON, or in a file `row_currency`,
   * null where a row has none or several, and `rowCounts`.
   */
  readonly rows: RawBuilder<unknown>;
  /** One row: `total`, how many rows there are, and as JSON `totals`, their sums by key, and `by_currency`. */
  readonly sums: RawBuilder<unknown>;
}

/** Takes the rows of one page. */
export const pageSql = ({ page, perPage }: Pick<ReportQuestion, 'page' | 'perPage'>): RawBuilder<unknown> =>
  sql`limit ${perPage} offset ${(page - 1) * perPage}`;

export const withNames = (names: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  names.length === 0 ? sql`` : sql`with ${sql.join(names)}`;

/** A cell of a row of sums, which has no hotel of its own: moments are in the reader's zone. */
export const cellSql = (
  { isFile, context }: ReportScene,
  { definition }: ColumnPath,
  ref: string,
): RawBuilder<unknown> =>
  isFile ? toldSql(fileCell(definition, ref, sql`${context.timeZone}`)) : sql.raw(wire[definition.kind](ref));

/** The month of a day or moment, `YYYY-MM`, in the zone of the row's hotel; told as so many months later. */
export function monthSql(
  { context }: ReportScene,
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
