import { type ColumnPath, getColumn } from '@innkeeper/contract';
import { type RawBuilder, sql } from 'kysely';
import { conditionSql, zoneSql } from '../../engine/resources/conditions.ts';
import type { Source } from '../../engine/resources/source.ts';
import type { Rollup, RollupCoverage, SingleRows } from './rollup.ts';
import { splitIntoMonths } from './months-of-period.ts';
import type { ReportQuery } from './report-query.ts';
import type { ReportContext } from './report-context.ts';
import { selectRows } from './selection.ts';
import type { ReportSource } from './report-sources.ts';

type Conditions = ReportQuery['conditions'];
type ExtraRows = RollupCoverage['extraRows'];

/** Rollup coverage of a query for whole months, or for all records. */
export const ALL_MONTHS: RollupCoverage = { months: [null, null], extraRows: () => [] };

/**
 * Rollup coverage of a period that begins or ends within a month. Undefined if it contains no whole month, or is
 * compared with another period.
 */
export function createPartialCoverage(
  reportContext: ReportContext,
  { compare }: ReportQuery,
  { singleRows }: Rollup,
  [limit, ...others]: Conditions,
): RollupCoverage | undefined {
  const period = limit && others.length === 0 && splitIntoMonths(limit.condition, reportContext.context);
  if (!period || compare) return undefined;
  const { condition } = limit;
  const path: ColumnPath = { ...getColumn(singleRows.definition, singleRows.moment), column: condition.column };
  const extraRowsSql = ({ range, isAdded }: (typeof period.days)[number], extraArguments: Parameters<ExtraRows>) => {
    const daysCondition = { column: path.column, operator: 'date_between', value: range.join() } as const;
    const conditions = [{ path, condition: daysCondition }];
    return singleRowsSql(
      reportContext,
      singleRows,
      { conditions, sign: isAdded ? 1 : -1 },
      extraArguments,
      (source) => {
        const periodCondition = conditionSql(source, path, condition, reportContext.context);
        return isAdded ? periodCondition : sql`not ${periodCondition}`;
      },
    );
  };
  return {
    months: period.months,
    extraRows: (...extraArguments) => period.days.map((days) => extraRowsSql(days, extraArguments)),
  };
}

/** Records that match the conditions and one further condition, as rollup rows of one record each. */
function singleRowsSql(
  reportContext: ReportContext,
  { definition, moment, columns = {}, condition: rowCondition }: SingleRows,
  { conditions, sign }: { conditions: Conditions; sign: 1 | -1 },
  [amounts, parts]: Parameters<ExtraRows>,
  condition: (source: Source) => RawBuilder<unknown>,
): RawBuilder<unknown> {
  const recordSource: ReportSource = {
    definition,
    tables: {},
    live: ['deleted_at'],
    order: null,
    summed: [],
    measures: {},
  };
  const selectionQuery = {
    conditions,
    searchTerms: [],
    searchedPaths: [],
    matchedIds: [],
    isLarge: false,
    compare: null,
  };
  const { source, where, from } = selectRows({ ...reportContext, source: recordSource }, selectionQuery, 'all');
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
  const extraCondition = condition(source);
  return sql`select ${sql.join(selectedColumns)} from ${from()} where ${where} and ${extraCondition} ${rowCondition ? sql`and ${rowCondition}` : sql``}`;
}
