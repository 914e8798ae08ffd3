import { type ColumnPath, MONEY_SCALE, REPORT_TABLES, type ReportKey, getColumn, resources } from '@innkeeper/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import { scopeSql } from '../../access/scope.ts';
import type { Behaviours } from '../../engine/resources/behaviour.ts';
import {
  type FilterContext,
  type Where,
  conditionSql,
  likePattern,
  zoneSql,
} from '../../engine/resources/conditions.ts';
import { orderSql, termsSql } from '../../engine/resources/list.ts';
import type { SortTerm } from '../../engine/resources/list-query.ts';
import { wire } from '../../engine/resources/record-json.ts';
import { type Source, createSource } from '../../engine/resources/source.ts';
import type { ReportQuestion } from './question.ts';
import { REPORT_SOURCES, type ReportSource } from './sources.ts';

/** Who runs which report, and when. */
export interface ReportScene {
  readonly report: ReportKey;
  readonly actor: Actor;
  readonly behaviours: Behaviours;
  readonly context: FilterContext;
  /** Cells are texts as files have them, and moments in the zone of the row's hotel; otherwise all is as it travels. */
  readonly isFile?: boolean;
}

/** A report as SQL. Rows and sums are of the same scope and filters, and belong into one statement: so they are of one snapshot. */
export interface ReportStatement {
  /** `with …`, which both need; empty where there is nothing to name. */
  readonly names: RawBuilder<unknown>;
  /** All rows in order, each column under its key. */
  readonly rows: RawBuilder<unknown>;
  /** One row: `total`, how many rows there are, and `totals`, their sums by key as JSON. */
  readonly sums: RawBuilder<unknown>;
}

export function reportStatement(scene: ReportScene, question: ReportQuestion): ReportStatement {
  return question.isGrouped ? groupedStatement(scene, question) : recordStatement(scene, question);
}

const named = (key: string): string => `"${key}"`;
const withNames = (names: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  names.length === 0 ? sql`` : sql`with ${sql.join(names)}`;

/** A cell of a row. Rows that are sums have no hotel of their own: `source` is null, and their moments are in the reader's zone. */
function cellSql(
  { isFile, context }: ReportScene,
  source: Source | null,
  { definition }: ColumnPath,
  ref: string,
): RawBuilder<unknown> {
  const travelling = sql.raw(wire[definition.kind](ref));
  if (!isFile) return travelling;
  if (definition.kind !== 'instant') return sql`(${travelling})::text`;
  const zone = source ? zoneSql(source, context) : sql`${context.timeZone}`;
  return sql`to_char(${sql.raw(ref)} at time zone ${zone}, 'YYYY-MM-DD HH24:MI:SS')`;
}

// What is listed ---------------------------------------------------------------------------------------------------------

interface Selection {
  readonly source: Source;
  readonly where: Where;
  /** The tables, as far as columns were asked for by then. */
  readonly from: () => RawBuilder<unknown>;
}

/** What a list shows of a member out of sight: who it is. */
const SHOWN_ANYWHERE = new Set(['id', ...resources.member.display.name].map((name) => `member.${name}`));

/**
 * The rows that are meant, and their columns. Sales, visits and redemptions are of guests who may be members elsewhere: to see
 * those rows gives sight of the guest's name, not of the member's record, so that its other columns are empty then, for filters
 * and orders too.
 */
function select(
  scene: ReportScene,
  { conditions, words, searched }: Pick<ReportQuestion, 'conditions' | 'words' | 'searched'>,
): Selection {
  const { report, actor, context } = scene;
  const { definition, tables, live, usually }: ReportSource = REPORT_SOURCES[report];
  const behaviours = { ...scene.behaviours, [definition.key]: scene.behaviours[REPORT_TABLES[report][0]] };
  const plain = createSource(definition, behaviours);
  const sight =
    tables['member'] === 'member.' ? scopeSql(actor, createSource(resources.member, behaviours, 't_member')) : null;
  const isHidden = ({ column }: ColumnPath) =>
    sight !== null && column.startsWith('member.') && !SHOWN_ANYWHERE.has(column);
  const source: Source = {
    ...plain,
    column: (path) => (isHidden(path) ? `case when sight.member then ${plain.column(path)} end` : plain.column(path)),
    chosen: (path, value) =>
      isHidden(path) ? `(sight.member and ${plain.chosen(path, value)})` : plain.chosen(path, value),
  };
  const scope = scopeSql(actor, plain);
  const isLimited = conditions.some(({ path }) => path.relations.length === 0 && path.field === usually?.column);
  const parts = [
    ...live.map((column) => sql`${sql.raw(plain.ref(column))} is null`),
    ...(scope ? [scope] : []),
    ...conditions.map(({ path, condition }) => conditionSql(source, path, condition, context)),
    ...words.map((word) =>
      wordSql(
        searched.map((path) => source.column(path)),
        word,
      ),
    ),
    ...(usually && !isLimited ? [usualSql(source, usually, context)] : []),
  ];
  if (sight) plain.ref('member.id');
  return {
    source,
    where: sql.join(parts, sql` and `),
    from: () =>
      sql`${sql.raw(plain.from())} ${sight ? sql`cross join lateral (select ${sight} as member) sight` : sql``}`,
  };
}

function wordSql(texts: readonly string[], word: string): Where {
  const matches = texts.map((text) => sql`${sql.raw(text)} ilike ${`%${likePattern(word)}%`}`);
  return sql`(${sql.join([sql`false`, ...matches], sql` or `)})`;
}

function usualSql(
  source: Source,
  { column, preset }: NonNullable<ReportSource['usually']>,
  context: FilterContext,
): Where {
  return conditionSql(
    source,
    getColumn(source.definition, column),
    { column, operator: 'preset', value: preset },
    context,
  );
}

/** The records under the name that the statement selects from, where they are no table as it stands. */
function recordsSql({ report, context }: ReportScene, asked: readonly string[]): RawBuilder<unknown>[] {
  const { definition, records }: ReportSource = REPORT_SOURCES[report];
  return records ? [sql`${sql.ref(definition.key)} as not materialized (${records(asked, context.now)})`] : [];
}

// Sums -----------------------------------------------------------------------------------------------------------------------

/** SQL that adds up a column; money where it is in one currency alone, and null otherwise. */
function addedSql({ definition: f }: ColumnPath, ref: string, currency: { first: string; last: string }): string {
  if (f.kind === 'integer') return `coalesce(sum(${ref}), 0)::bigint`;
  const sum = `round(coalesce(sum(${ref}), 0), ${f.kind === 'decimal' ? f.scale : MONEY_SCALE})`;
  return f.kind === 'money'
    ? `case when min(${currency.first}) is not distinct from max(${currency.last}) then ${sum} end`
    : sum;
}

function sumsSql(
  totals: readonly { readonly path: ColumnPath; readonly sum: string }[],
  from: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const pairs = totals.map(({ path, sum }) => `'${path.column}', ${wire[path.definition.kind](sum)}`);
  return sql`select count(*) as total, json_build_object(${sql.raw(pairs.join(', '))}) as totals ${from}`;
}

// Records: a row each ------------------------------------------------------------------------------------------------------

function recordStatement(scene: ReportScene, question: ReportQuestion): ReportStatement {
  const { order, summed, currency }: ReportSource = REPORT_SOURCES[scene.report];
  const { source, where, from } = select(scene, question);
  const cells = question.columns.map(
    ({ key, path }) => sql`${cellSql(scene, source, path, source.column(path))} as ${sql.raw(named(key))}`,
  );
  const sort = question.sort.length > 0 ? question.sort : usualSort(source, order ?? 'id');
  const ordered = sql.raw(orderSql(source, sort));
  // Apart from the rows: sums need none of the tables that are only shown.
  const counted = select(scene, question);
  const inCurrency = currency === undefined ? 'null' : counted.source.ref(currency);
  const totals = question.columns.flatMap(({ key, path }) =>
    summed.includes(key)
      ? [{ path, sum: addedSql(path, counted.source.column(path), { first: inCurrency, last: inCurrency }) }]
      : [],
  );
  return {
    names: withNames(recordsSql(scene, [])),
    rows: sql`select ${sql.join(cells)} from ${from()} where ${where} order by ${ordered}`,
    sums: sumsSql(totals, sql`from ${counted.from()} where ${counted.where}`),
  };
}

function usualSort({ definition }: Source, term: string): SortTerm[] {
  const descending = term.startsWith('-');
  return [{ path: getColumn(definition, descending ? term.slice(1) : term), descending }];
}

// Sums by the other columns ---------------------------------------------------------------------------------------------------

/**
 * Rows that agree in all columns but the sums become one. Records that are told by their name stay apart also where two of them
 * have the same.
 */
function groupedStatement(scene: ReportScene, question: ReportQuestion): ReportStatement {
  const { summed, currency, figures }: ReportSource = REPORT_SOURCES[scene.report];
  const isFigure = ({ column }: ColumnPath) => Object.hasOwn(figures, column);
  const isSum = (path: ColumnPath) => isFigure(path) || summed.includes(path.column);
  const ofFigures = question.conditions.filter(({ path }) => isFigure(path));
  const { source, where, from } = select(scene, {
    ...question,
    conditions: question.conditions.filter(({ path }) => !isFigure(path)),
  });

  const shown = question.columns.map(({ path }) => path);
  const keys = shown.filter((path) => !isSum(path));
  const asked = [...shown, ...ofFigures.map(({ path }) => path)];
  const sums = [...new Map(asked.filter(isSum).map((path) => [path.column, path])).values()];
  const ids = keys.filter(isName).map((path) => source.column({ ...path, field: 'id' }));
  const picked = [
    ...keys.map((path) => `${source.column(path)} as ${named(path.column)}`),
    ...ids.map((id, i) => `${id} as id_${i}`),
    ...sums.filter((path) => !isFigure(path)).map((path) => `${source.column(path)} as ${named(path.column)}`),
    ...new Set(
      sums.flatMap((path) => figures[path.column]?.of ?? []).map((column) => `${source.ref(column)} as ${column}`),
    ),
    `${currency === undefined ? 'null::text' : source.ref(currency)} as currency`,
  ];

  const cell = (path: ColumnPath): string =>
    isSum(path)
      ? addedSql(path, figures[path.column]?.sql ?? named(path.column), { first: 'currency', last: 'currency' })
      : named(path.column);
  const summedUp: Source = { ...source, column: cell };
  const having = ofFigures.map(({ path, condition }) => conditionSql(summedUp, path, condition, scene.context));
  const groups = [...keys.map((path) => named(path.column)), ...ids.map((_, i) => `id_${i}`)];
  const order = [
    ...termsSql(summedUp, [...question.sort, ...keys.map((path) => ({ path, descending: false }))]),
    ...groups,
  ];
  const grouped = sql`
    select ${sql.raw(shown.map((path) => `${cell(path)} as ${named(path.column)}, `).join(''))}
           min(currency) as first_currency, max(currency) as last_currency,
           row_number() over (order by ${sql.raw(order.join(', ') || '1')}) as n
    from picked ${groups.length > 0 ? sql`group by ${sql.raw(groups.join(', '))}` : sql``}
    having ${sql.join([sql`count(*) > 0`, ...having], sql` and `)}`;
  return {
    names: withNames([
      ...recordsSql(
        scene,
        sums.filter(isFigure).map(({ field }) => field ?? ''),
      ),
      sql`picked as materialized (select ${sql.raw(picked.join(', '))} from ${from()} where ${where})`,
      sql`grouped as (${grouped})`,
    ]),
    rows: sql`select ${sql.join(shown.map((path) => sql`${cellSql(scene, null, path, named(path.column))} as ${sql.raw(named(path.column))}`))} from grouped order by n`,
    sums: sumsSql(
      shown.filter(isSum).map((path) => ({
        path,
        sum: addedSql(path, named(path.column), { first: 'first_currency', last: 'last_currency' }),
      })),
      sql`from grouped`,
    ),
  };
}

/** Whether a column is what another record is told by. */
const isName = ({ relations, resource, field }: ColumnPath): boolean =>
  relations.length > 0 && (field === null || field === resource.display.code || resource.display.name.includes(field));
