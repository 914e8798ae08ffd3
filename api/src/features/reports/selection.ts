import { type ColumnPath, REPORT_PAGES, REPORT_TABLES, getColumn, resources } from '@innkeeper/contract';
import { type RawBuilder, sql } from 'kysely';
import { countedSql, elsewhereSql, scopeSql } from '../../access/scope.ts';
import { type FilterContext, type SqlCondition, conditionSql } from '../../engine/resources/conditions.ts';
import { type Source, createSource } from '../../engine/resources/source.ts';
import { shiftPeriod } from './period-comparison.ts';
import { wordsSql } from './search-words.ts';
import type { ReportQuery } from './report-query.ts';
import { reverseRelationSql } from './reverse-relations.ts';
import { MATCHING_OPERATORS, setupTableLookupSql } from '../../engine/resources/setup-table-lookup.ts';
import { REPORT_SOURCES, type ReportSource } from './report-sources.ts';
import { type ReportContext, sourceOf } from './report-context.ts';
import { addRateCount } from './missing-rates.ts';

/** The selected rows of a report, and their columns. */
export interface Selection {
  readonly source: Source;
  readonly where: SqlCondition;
  /** The tables needed for the columns that were requested so far. */
  readonly from: () => RawBuilder<unknown>;
  /** Months between these rows and the rows that they are compared with. */
  readonly monthsBack: number;
}

/** Whether a statement reads some rows in order, as a page does, or all of them, as sums do. */
export type Extent = 'some' | 'all';

/** The columns that a list shows of a member who is not visible: id and name. */
const ALWAYS_VISIBLE_COLUMNS = new Set(['id', ...resources.member.display.name].map((name) => `member.${name}`));

/**
 * Selects the rows that count at the user's hotels, so that a report adds up what it lists. Sales, visits and
 * redemptions may belong to members of other hotels: such rows show the guest's name, while all other columns of the
 * member are empty, for filters and sorting too.
 */
export function selectRows(
  reportContext: ReportContext,
  criteria: Pick<ReportQuery, 'conditions' | 'searchTerms' | 'searchedPaths' | 'matchedIds' | 'isLarge' | 'compare'>,
  extent: Extent,
): Selection {
  const { report, actor, context, isElsewhere } = reportContext;
  const { conditions, compare } = criteria;
  const {
    definition,
    isVisibilityApplied,
    tables,
    reverseRelations = {},
    sharedColumns = {},
    live,
    defaultPeriod,
  } = sourceOf(reportContext);
  const tableHooks = reportContext.hooksByResource[REPORT_TABLES[report][0]];
  const hooksByResource = { ...reportContext.hooksByResource, [definition.key]: addRateCount(definition, tableHooks) };
  const plainSource = createSource(definition, hooksByResource);
  const memberScope =
    tables['member'] === 'member.'
      ? scopeSql(actor, createSource(resources.member, hooksByResource, 't_member'))
      : null;
  const isHidden = ({ column }: ColumnPath) =>
    memberScope !== null && column.startsWith('member.') && !ALWAYS_VISIBLE_COLUMNS.has(column);
  let needsMemberScope = false;
  const guardVisibility = (path: ColumnPath, columnSql: string, guard: (sql: string) => string): string => {
    if (!isHidden(path)) return columnSql;
    needsMemberScope = true;
    return guard(columnSql);
  };
  const source: Source = {
    ...plainSource,
    column: (path) =>
      guardVisibility(path, plainSource.column(path), (value) => `case when visibility.member then ${value} end`),
    choiceCondition: (path, value) =>
      guardVisibility(path, plainSource.choiceCondition(path, value), (choice) => `(visibility.member and ${choice})`),
  };
  const scope = isVisibilityApplied
    ? null
    : isElsewhere
      ? elsewhereSql(actor, plainSource)
      : countedSql(actor, plainSource);
  const hasPeriodCondition = conditions.some(
    ({ path }) => path.relations.length === 0 && path.field === defaultPeriod?.column,
  );
  const { period } = REPORT_PAGES[report];
  const periodCondition = conditions.find(
    ({ condition: { column, operator } }) =>
      column === period && (operator === 'preset' || operator === 'date_between'),
  )?.condition;
  const effectivePeriod =
    periodCondition ?? (defaultPeriod && !hasPeriodCondition ? toPresetCondition(defaultPeriod) : undefined);
  const shift = compare && shiftPeriod(compare, effectivePeriod, context, period);
  function createCondition(limit: ReportQuery['conditions'][number]): SqlCondition {
    const { path, condition } = limit;
    const filterContext = shift && condition.column === period ? shift.context : context;
    if (!isHidden(path))
      return (
        setupTableLookupSql(plainSource, limit, hooksByResource, context, reportContext.source !== undefined) ??
        conditionSql(source, path, condition, filterContext)
      );
    if (!MATCHING_OPERATORS.has(condition.operator)) return conditionSql(source, path, condition, filterContext);
    // The condition never matches a hidden text. Checking visibility separately lets it use the text's index.
    needsMemberScope = true;
    return sql`(visibility.member and ${conditionSql(plainSource, path, condition, filterContext)})`;
  }
  const clauses = [
    ...live.map((column) => sql`${sql.raw(plainSource.ref(column))} is null`),
    ...(scope ? [scope] : []),
    ...conditions.map(createCondition),
    ...(scope && extent === 'all' ? sharedConditionSql(plainSource, sharedColumns, conditions) : []),
    ...conditions.flatMap(
      (limit) => reverseRelationSql(plainSource, reverseRelations, limit, hooksByResource, context) ?? [],
    ),
    ...wordsSql({ report: REPORT_SOURCES[report], source, isHidden }, criteria),
    ...(defaultPeriod && !hasPeriodCondition
      ? [defaultPeriodSql(source, defaultPeriod, shift?.context ?? context)]
      : []),
  ];
  return {
    source,
    where: clauses.length > 0 ? sql.join(clauses, sql` and `) : sql`true`,
    monthsBack: shift?.months ?? 0,
    from: () =>
      sql`${sql.raw(plainSource.from())} ${memberScope && needsMemberScope ? sql`cross join lateral (select ${memberScope} as member) visibility` : sql``}`,
  };
}

/**
 * Columns that are equal on both sides of a relation used by a condition. They let PostgreSQL select the cards of a
 * hotel's members before their vouchers. Otherwise it looked up the vouchers of all cards of a membership, 504,093 for
 * the 38,943 of the hotel. PostgreSQL then expects a single row, so a page leaves them out: it would no longer walk the
 * index of its order.
 */
function sharedConditionSql(
  source: Source,
  sharedColumns: NonNullable<ReportSource['sharedColumns']>,
  conditions: ReportQuery['conditions'],
): SqlCondition[] {
  const usedRelations = new Set(conditions.map(({ path }) => path.relations[0]?.name));
  return Object.entries(sharedColumns).flatMap(([relation, [column, relatedColumn]]) =>
    usedRelations.has(relation) ? [sql`${sql.raw(source.ref(column))} = ${sql.raw(source.ref(relatedColumn))}`] : [],
  );
}

type DefaultPeriod = NonNullable<ReportSource['defaultPeriod']>;

const toPresetCondition = ({ column, preset }: DefaultPeriod) => ({
  column,
  operator: 'preset' as const,
  value: preset,
});

const defaultPeriodSql = (source: Source, defaultPeriod: DefaultPeriod, context: FilterContext): SqlCondition =>
  conditionSql(source, getColumn(source.definition, defaultPeriod.column), toPresetCondition(defaultPeriod), context);

/** The records under the name that the statement selects from, if they are not a plain table. */
export function recordsSql(reportContext: ReportContext, requestedFields: readonly string[]): RawBuilder<unknown>[] {
  const { definition, records } = sourceOf(reportContext);
  return records
    ? [sql`${sql.ref(definition.key)} as not materialized (${records(requestedFields, reportContext.context.now)})`]
    : [];
}
