import type { ColumnPath } from '@innkeeper/contract';
import { type RawBuilder, sql } from 'kysely';
import { conditionSql } from '../../engine/resources/conditions.ts';
import { termsSql } from '../../engine/resources/list.ts';
import type { Source } from '../../engine/resources/source.ts';
import type { ReportQuestion } from './question.ts';
import { type Selection, recordsSql, select } from './selection.ts';
import { type ReportScene, type ReportStatement, cellSql, monthSql, pageSql, sourceOf, withNames } from './scene.ts';
import { currencySumsSql, named, sumsSql, totalSql, withinSql } from './sums.ts';
import { rowCounts } from './without-rate-counts.ts';

/** A column by which rows are told apart. */
interface Key {
  readonly path: ColumnPath;
  /** SQL of it in a record. */
  readonly sql: RawBuilder<unknown>;
  /** SQL of how it travels, over its name. */
  readonly told: RawBuilder<unknown>;
}

/**
 * Rows that agree in all columns but the sums become one. First they are added up for each currency by itself, so that no sum
 * mixes two, and then the currencies of a row are put side by side.
 *
 * Where a report is asked for groups, a day or moment stands for its month, and rows with one name are one group: the rows
 * behind it are then found by a filter on that name. Otherwise records that are shown by their name stay apart also where two of
 * them have the same.
 */
export function groupedStatement(scene: ReportScene, question: ReportQuestion): ReportStatement {
  const { currency, figures, rows } = sourceOf(scene);
  const isFigure = ({ column }: ColumnPath) => Object.hasOwn(figures, column);
  const ofFigures = question.conditions.filter(({ path }) => isFigure(path));
  const selection = select(
    scene,
    { ...question, conditions: question.conditions.filter(({ path }) => !isFigure(path)) },
    'all',
  );
  const { source, where, from } = selection;
  const { sums } = question;
  const isSum = (path: ColumnPath) => sums.some((sum) => sum.path.column === path.column);
  const shown = question.columns.map(({ path }) => path);
  const isAsked = question.group.length > 0;
  const keys = shown.filter((path) => !isSum(path)).map((path) => keyOf(scene, selection, path, isAsked));
  const ids = isAsked
    ? []
    : keys.flatMap(({ path }) => (isName(path) ? [source.column({ ...path, field: 'id' })] : []));
  const added = [...new Map([...sums, ...ofFigures].map(({ path }) => [path.column, path])).values()];
  const picked = [
    ...keys.map((key) => sql`${key.sql} as ${sql.raw(named(key.path.column))}`),
    ...ids.map((id, i) => sql.raw(`${id} as id_${i}`)),
    ...added
      .filter((path) => !isFigure(path))
      .map((path) => sql.raw(`${source.column(path)} as ${named(path.column)}`)),
    ...[...new Set(added.flatMap((path) => figures[path.column]?.of ?? []))].map((column) =>
      sql.raw(`${source.ref(column)} as ${column}`),
    ),
    sql.raw(`${currency === undefined ? 'null::text' : source.ref(currency)} as currency`),
    ...(rows === undefined ? [] : [sql.raw(`${source.ref(rows)} as stands_for`)]),
  ];
  const number = rows === undefined ? 'count(*)' : 'sum(stands_for)::bigint';

  const groups = [...keys.map(({ path }) => named(path.column)), ...ids.map((_, i) => `id_${i}`)];
  const within = added.map(
    (path) => `${withinSql(path, figures[path.column]?.sql ?? named(path.column))} as ${named(path.column)}`,
  );
  const told = groups.join(', ');
  const parts = [
    ...groups,
    'currency',
    `${number} as rows`,
    ...within,
    `dense_rank() over (${told && `order by ${told}`}) as g`,
  ];

  const cell = (path: ColumnPath): string =>
    added.some(({ column }) => column === path.column)
      ? totalSql(path, named(path.column), 'currency')
      : named(path.column);
  const summedUp: Source = { ...source, column: cell };
  const having = ofFigures.map(({ path, condition }) => conditionSql(summedUp, path, condition, scene.context));
  const usual = keys.map(({ path }) => ({ path: asText(path, isAsked), descending: false }));
  const sort = question.sort.map((term) => ({ ...term, path: asText(term.path, isAsked) }));
  // A file has one group after the other, in whatever order the rows within.
  const outer = scene.isFile ? usual.filter(({ path }) => question.group.some(({ key }) => key === path.column)) : [];
  const inGroups = outer.flatMap((term) => [...termsSql(summedUp, [term]), named(term.path.column)]);
  const order = [...inGroups, ...termsSql(summedUp, [...sort, ...usual]), ...groups];
  const ofRow = currencySumsSql(sums, 'currency', 'rows', ({ column }) => named(column));
  const counts = rowCounts(question).map(({ path }) => path);
  const behind = scene.isFile
    ? [
        'case when count(distinct currency) < 2 then min(currency) end as row_currency',
        ...counts.map((path) => `${cell(path)} as ${named(path.column)}`),
      ]
    : [`json_agg(${ofRow} order by currency) as by_currency`];
  const behindCells = scene.isFile ? ['row_currency', ...counts.map(({ column }) => named(column))] : ['by_currency'];
  const cells = shown.map((path) => {
    const key = keys.find((one) => one.path === path);
    const value = key ? key.told : cellSql(scene, path, named(path.column));
    return sql`${value} as ${sql.raw(named(path.column))}`;
  });
  return {
    names: withNames([
      ...recordsSql(
        scene,
        added.filter(isFigure).map(({ field }) => field ?? ''),
      ),
      // The picked columns are computed once, however many sums use them: `offset 0` keeps them apart.
      sql`parts as (select ${sql.raw(parts.join(', '))} from (select ${sql.join(picked)} from ${from()} where ${where} offset 0) picked
        group by ${sql.raw([...groups, 'currency'].join(', '))} ${sql.raw(rows === undefined ? '' : `having ${number} > 0`)})`,
      sql`grouped as (
        select g, ${sql.raw(shown.map((path) => `${cell(path)} as ${named(path.column)}, `).join(''))}
               ${sql.raw(behind.join(', '))},
               row_number() over (order by ${sql.raw(order.join(', ') || '1')}) as n
        from parts group by ${sql.raw(['g', ...groups].join(', '))}
        having ${sql.join([sql`true`, ...having], sql` and `)})`,
    ]),
    rows: sql`select ${sql.join([...cells, sql.raw(behindCells.join(', '))])} from grouped order by n ${scene.isFile ? sql`` : pageSql(question)}`,
    sums: sumsSql(
      sums,
      '(select count(*) from grouped)',
      sql`select currency, sum(rows)::bigint as rows ${sql.raw(sums.map(({ path }) => `, sum(${named(path.column)}) as ${named(path.column)}`).join(''))}
          from parts where g in (select g from grouped) group by currency`,
    ),
  };
}

function keyOf(scene: ReportScene, { source, monthsBack }: Selection, path: ColumnPath, isAsked: boolean): Key {
  const column = sql.raw(source.column(path));
  const name = sql.raw(named(path.column));
  const { kind } = path.definition;
  if (!isAsked || (kind !== 'date' && kind !== 'instant'))
    return { path, sql: column, told: cellSql(scene, path, named(path.column)) };
  return { path, sql: monthSql(scene, source, path, monthsBack), told: name };
}

/** A month is ordered as the text that it is. */
const asText = (path: ColumnPath, isAsked: boolean): ColumnPath =>
  isAsked && (path.definition.kind === 'date' || path.definition.kind === 'instant')
    ? { ...path, definition: { kind: 'text', label: path.label } }
    : path;

/** Whether a column names another record. */
const isName = ({ relations, resource, field }: ColumnPath): boolean =>
  relations.length > 0 && (field === null || field === resource.display.code || resource.display.name.includes(field));
