import { type ColumnPath, REPORT_PAGES, REPORT_TABLES, getColumn, resources } from '@innkeeper/contract';
import { type RawBuilder, sql } from 'kysely';
import { countedSql, elsewhereSql, scopeSql } from '../../access/scope.ts';
import { type FilterContext, type Where, conditionSql } from '../../engine/resources/conditions.ts';
import { type Source, createSource } from '../../engine/resources/source.ts';
import { shiftPeriod } from './period-comparison.ts';
import { wordsSql } from './search-words.ts';
import type { ReportQuery } from './report-query.ts';
import { reverseRelationSql } from './reverse-relations.ts';
import { MATCHING_OPERATORS, setupTablesFirstSql } from './setup-tables-first.ts';
import { REPORT_SOURCES, type ReportSource } from './report-sources.ts';
import { type ReportContext, sourceOf } from './report-context.ts';
import { withRateCount } from './missing-rates.ts';

/** The selected rows of a report, and their columns. */
export interface Selection {
  readonly source: Source;
  readonly where: Where;
  /** The tables needed for the columns that were requested so far. */
  readonly from: () => RawBuilder<unknown>;
  /** Months between these rows and the rows that they are compared with. */
  readonly monthsBack: number;
}

/** Whether a statement reads some rows in order, as a page does, or all of them, as sums do. */
export type Extent = 'some' | 'all';

/** The columns that a list shows of a member who is not visible: id and name. */
const SHOWN_ANYWHERE = new Set(['id', ...resources.member.display.name].map((name) => `member.${name}`));

/**
 * Selects the rows that count at the user's hotels, so that a report adds up what it lists. Sales, visits and
 * redemptions may belong to members of other hotels: such rows show the guest's name, while all other columns of the
 * member are empty, for filters and sorting too.
 */
export function select(
  reportContext: ReportContext,
  criteria: Pick<ReportQuery, 'conditions' | 'searchTerms' | 'searched' | 'matchedIds' | 'compare'>,
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
  const own = reportContext.hooksByResource[REPORT_TABLES[report][0]];
  const hooksByResource = { ...reportContext.hooksByResource, [definition.key]: withRateCount(definition, own) };
  const plain = createSource(definition, hooksByResource);
  const visibility =
    tables['member'] === 'member.'
      ? scopeSql(actor, createSource(resources.member, hooksByResource, 't_member'))
      : null;
  const isHidden = ({ column }: ColumnPath) =>
    visibility !== null && column.startsWith('member.') && !SHOWN_ANYWHERE.has(column);
  let needsScope = false;
  const guardFormula = (path: ColumnPath, open: string, visible: (sql: string) => string): string => {
    if (!isHidden(path)) return open;
    needsScope = true;
    return visible(open);
  };
  const source: Source = {
    ...plain,
    column: (path) =>
      guardFormula(path, plain.column(path), (value) => `case when visibility.member then ${value} end`),
    choiceCondition: (path, value) =>
      guardFormula(path, plain.choiceCondition(path, value), (choice) => `(visibility.member and ${choice})`),
  };
  const scope = isVisibilityApplied ? null : isElsewhere ? elsewhereSql(actor, plain) : countedSql(actor, plain);
  const isLimited = conditions.some(({ path }) => path.relations.length === 0 && path.field === defaultPeriod?.column);
  const { period } = REPORT_PAGES[report];
  const limits = conditions.find(
    ({ condition: { column, operator } }) =>
      column === period && (operator === 'preset' || operator === 'date_between'),
  )?.condition;
  const periodConditions = limits ?? (defaultPeriod && !isLimited ? presetOf(defaultPeriod) : undefined);
  const shift = compare && shiftPeriod(compare, periodConditions, context, period);
  function conditionOf(limit: ReportQuery['conditions'][number]): Where {
    const { path, condition } = limit;
    const when = shift && condition.column === period ? shift.context : context;
    if (!isHidden(path))
      return (
        setupTablesFirstSql(plain, limit, hooksByResource, context, reportContext.source !== undefined) ??
        conditionSql(source, path, condition, when)
      );
    if (!MATCHING_OPERATORS.has(condition.operator)) return conditionSql(source, path, condition, when);
    // The condition never matches a hidden text. Checking visibility separately lets it use the text's index.
    needsScope = true;
    return sql`(visibility.member and ${conditionSql(plain, path, condition, when)})`;
  }
  const parts = [
    ...live.map((column) => sql`${sql.raw(plain.ref(column))} is null`),
    ...(scope ? [scope] : []),
    ...conditions.map(conditionOf),
    ...(scope && extent === 'all' ? sharedConditionSql(plain, sharedColumns, conditions) : []),
    ...conditions.flatMap(
      (limit) => reverseRelationSql(plain, reverseRelations, limit, hooksByResource, context) ?? [],
    ),
    ...wordsSql({ report: REPORT_SOURCES[report], source, isHidden }, criteria),
    ...(defaultPeriod && !isLimited ? [defaultPeriodSql(source, defaultPeriod, shift?.context ?? context)] : []),
  ];
  return {
    source,
    where: parts.length > 0 ? sql.join(parts, sql` and `) : sql`true`,
    monthsBack: shift?.months ?? 0,
    from: () =>
      sql`${sql.raw(plain.from())} ${visibility && needsScope ? sql`cross join lateral (select ${visibility} as member) visibility` : sql``}`,
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
): Where[] {
  const criteria = new Set(conditions.map(({ path }) => path.relations[0]?.name));
  return Object.entries(sharedColumns).flatMap(([relation, [own, relatedColumn]]) =>
    criteria.has(relation) ? [sql`${sql.raw(source.ref(own))} = ${sql.raw(source.ref(relatedColumn))}`] : [],
  );
}

type DefaultPeriod = NonNullable<ReportSource['defaultPeriod']>;

const presetOf = ({ column, preset }: DefaultPeriod) => ({ column, operator: 'preset' as const, value: preset });

const defaultPeriodSql = (source: Source, defaultPeriod: DefaultPeriod, context: FilterContext): Where =>
  conditionSql(source, getColumn(source.definition, defaultPeriod.column), presetOf(defaultPeriod), context);

/** The records under the name that the statement selects from, if they are not a plain table. */
export function recordsSql(reportContext: ReportContext, criteria: readonly string[]): RawBuilder<unknown>[] {
  const { definition, records } = sourceOf(reportContext);
  return records
    ? [sql`${sql.ref(definition.key)} as not materialized (${records(criteria, reportContext.context.now)})`]
    : [];
}
