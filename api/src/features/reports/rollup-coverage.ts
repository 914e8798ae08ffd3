import { type ColumnPath, getColumn } from '@innkeeper/contract';
import { type RawBuilder, sql } from 'kysely';
import { conditionSql, zoneSql } from '../../engine/resources/conditions.ts';
import type { Source } from '../../engine/resources/source.ts';
import type { Rollup, RollupCoverage, SingleRows } from './rollup.ts';
import { monthsOfPeriod } from './months-of-period.ts';
import type { ReportQuery } from './report-query.ts';
import type { ReportContext } from './report-context.ts';
import { select } from './selection.ts';
import type { ReportSource } from './report-sources.ts';

type Conditions = ReportQuery['conditions'];
type ExtraRows = RollupCoverage['extra'];

/** Rollup coverage of a query for whole months, or for all records. */
export const ALL_MONTHS: RollupCoverage = { months: [null, null], extra: () => [] };

/**
 * Rollup coverage of a period that begins or ends within a month. Undefined if it contains no whole month, or is
 * compared with another period.
 */
export function partialCoverage(
  reportContext: ReportContext,
  { compare }: ReportQuery,
  { singleRows }: Rollup,
  [limit, ...others]: Conditions,
): RollupCoverage | undefined {
  const period = limit && others.length === 0 && monthsOfPeriod(limit.condition, reportContext.context);
  if (!period || compare) return undefined;
  const { condition } = limit;
  const path: ColumnPath = { ...getColumn(singleRows.definition, singleRows.moment), column: condition.column };
  const daySql = ({ range, isAdded }: (typeof period.days)[number], selectedColumns: Parameters<ExtraRows>) => {
    const ofDays = { column: path.column, operator: 'date_between', value: range.join() } as const;
    const conditions = [{ path, condition: ofDays }];
    return singleRowsSql(
      reportContext,
      singleRows,
      { conditions, sign: isAdded ? 1 : -1 },
      selectedColumns,
      (source) => {
        const isOfPeriod = conditionSql(source, path, condition, reportContext.context);
        return isAdded ? isOfPeriod : sql`not ${isOfPeriod}`;
      },
    );
  };
  return {
    months: period.months,
    extra: (...selectedColumns) => period.days.map((days) => daySql(days, selectedColumns)),
  };
}

/** The records that match the conditions and one more, as rollup rows of one record each. */
function singleRowsSql(
  reportContext: ReportContext,
  { definition, moment, columns = {}, of }: SingleRows,
  { conditions, sign }: { conditions: Conditions; sign: 1 | -1 },
  [amounts, parts]: Parameters<ExtraRows>,
  condition: (source: Source) => RawBuilder<unknown>,
): RawBuilder<unknown> {
  const own: ReportSource = {
    definition,
    tables: {},
    live: ['deleted_at'],
    order: null,
    summed: [],
    measures: {},
  };
  const criteria = { conditions, searchTerms: [], searched: [], matchedIds: [], compare: null };
  const { source, where, from } = select({ ...reportContext, source: own }, criteria, 'all');
  const column = (field: string) => sql.raw(source.column(getColumn(definition, columns[field] ?? field)));
  const selectedColumns = [
    sql`${column('hotel_id')} as hotel_id`,
    sql`${column('membership_id')} as membership_id`,
    sql`date_trunc('month', ${column(moment)} at time zone ${zoneSql(source, reportContext.context)})::date as month`,
    sql`${column('currency')} as currency`,
    sql`${sql.lit(sign)} as records`,
    ...parts.map((part) => sql`${column(part)} as ${sql.ref(part)}`),
    ...amounts.map((name) => sql`${sql.lit(sign)} * coalesce(${column(name)}, 0) as ${sql.ref(name)}`),
  ];
  const limit = condition(source);
  return sql`select ${sql.join(selectedColumns)} from ${from()} where ${where} and ${limit} ${of ? sql`and ${of}` : sql``}`;
}
