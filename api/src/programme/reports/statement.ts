import { type ColumnPath, getColumn } from '@innkeeper/contract';
import { type RawBuilder, sql } from 'kysely';
import { fileCell, inOrder } from '../../engine/exchange/export-rows.ts';
import { zoneSql } from '../../engine/resources/conditions.ts';
import { orderSql, termsSql } from '../../engine/resources/list.ts';
import type { SortTerm } from '../../engine/resources/list-query.ts';
import { wire } from '../../engine/resources/record-json.ts';
import type { Source } from '../../engine/resources/source.ts';
import { groupedStatement } from './grouped.ts';
import { keptQuestion } from './kept-question.ts';
import type { ReportQuestion } from './question.ts';
import { type ReportScene, type ReportStatement, monthSql, pageSql, sourceOf, withNames } from './scene.ts';
import { type Extent, recordsSql, select } from './selection.ts';
import { REPORT_SOURCES, type ReportSource } from './sources.ts';
import { currencySumsSql, named, sumsSql, withinSql } from './sums.ts';
import { rowCounts } from './without-rate-counts.ts';

export function reportStatement(scene: ReportScene, question: ReportQuestion): ReportStatement {
  if (!question.isGrouped) return recordStatement(scene, question);
  const kept = keptQuestion(scene, question);
  return kept ? groupedStatement(kept.scene, kept.question) : groupedStatement(scene, question);
}

/** A row for each record. */
function recordStatement(scene: ReportScene, question: ReportQuestion): ReportStatement {
  const { order, currency }: ReportSource = REPORT_SOURCES[scene.report];
  const { columns, sums, group } = question;
  const { source, where, from } = select(scene, question, 'all');
  const cells = columns.map(({ key, path }) => ({ key, field: path.definition, ref: source.column(path) }));
  const ofRow = currency === undefined ? 'null::text' : source.ref(currency);
  const sort = question.sort.length > 0 ? question.sort : usualSort(source, order ?? 'id');
  // One group after the other: rows of one month in any zone, and of one name as it is written.
  const ofGroups = group.flatMap(({ path }) =>
    path.definition.kind === 'date' || path.definition.kind === 'instant'
      ? [sql`${monthSql(scene, source, path)} nulls first`]
      : [...termsSql(source, [{ path, descending: false }]), source.column(path)].map((term) => sql.raw(term)),
  );
  const ordered = sql.join([...ofGroups, sql.raw(orderSql(source, sort))]);
  const page = scene.isFile ? null : pageOf(scene, question, sort);
  const inFile = () => {
    const zone = zoneSql(source, scene.context);
    const values = cells.map(({ field, ref }) => fileCell(field, ref, zone));
    const behind = [ofRow, ...rowCounts(question).map(({ path }) => source.column(path))];
    return inOrder(
      [...values, ...behind.map((ref) => ({ value: sql.raw(ref) }))],
      sql`from ${from()} where ${where} order by ${ordered}`,
    );
  };
  const onPage = (found: RawBuilder<unknown>) => {
    const values = cells.map(({ key, field, ref }) => `${wire[field.kind](ref)} as ${named(key)}`);
    const byCurrency = currencySumsSql(sums, ofRow, '1', (path) => source.column(path));
    const told = [...values, `json_build_array(${byCurrency}) as by_currency`].join(', ');
    return sql`select ${sql.raw(told)} from ${from()} where ${found} order by ${ordered}`;
  };
  const kept = keptQuestion(scene, { ...question, columns: [], group: [], sort: [] });
  const counted = kept ? countedSql(kept.scene, kept.question) : countedSql(scene, question);
  const summed = sumsSql(sums, 'coalesce(sum(c.rows), 0)::bigint', counted);
  return {
    names: withNames([
      ...recordsSql(scene, []),
      ...(kept ? recordsSql(kept.scene, []) : []),
      ...(page ? [sql`summed as materialized (${summed})`] : []),
    ]),
    rows: page ? onPage(page) : inFile(),
    sums: page ? sql`select * from summed` : summed,
  };
}

/** Sums apart from the rows: they need none of the tables that are only shown. */
function countedSql(scene: ReportScene, question: ReportQuestion): RawBuilder<unknown> {
  const { currency, rows } = sourceOf(scene);
  const { source, where, from } = select(scene, question, 'all');
  const added = question.sums.map(({ path }) => `, ${withinSql(path, source.column(path))} as ${named(path.column)}`);
  const inCurrency = currency === undefined ? 'null::text' : source.ref(currency);
  const number = rows === undefined ? 'count(*)' : `sum(${source.ref(rows)})::bigint`;
  return sql`select ${sql.raw(inCurrency)} as currency, ${sql.raw(number)} as rows ${sql.raw(added.join(''))}
             from ${from()} where ${where} group by 1 ${rows === undefined ? sql`` : sql.raw(`having ${number} > 0`)}`;
}

/** Of so many records at most, the page is taken from all of them, which takes as long as their sums. */
const FEW = 2_500;
/** … and of so many where nothing but a range of the order limits them: a walk is then as short as the range. */
const FEW_OF_RANGE = 100;

/**
 * The records of a page, which are found before their cells are made: PostgreSQL then knows how few they are, and looks up what each
 * cell needs instead of hashing whole tables for it.
 *
 * The sums have told how many records there are. Few ones are all found, as the sums found them, and then sorted; of more, PostgreSQL may walk
 * the index of the order until the page is full. It does not know beforehand how few they are: where no visit of a
 * hotel met a filter, it walked all 5,000,000 of the group.
 */
function pageOf(scene: ReportScene, question: ReportQuestion, sort: readonly SortTerm[]): RawBuilder<unknown> {
  const { order: usual }: ReportSource = REPORT_SOURCES[scene.report];
  const isOrder = (path: ColumnPath | undefined) =>
    path?.relations.length === 0 && path.field === usual?.replace('-', '');
  const isUsual = isOrder(sort[0]?.path);
  const isLimited = question.words.length > 0 || question.conditions.some(({ path }) => !isOrder(path));
  const few = isUsual && !isLimited ? FEW_OF_RANGE : FEW;
  const ids = (extent: Extent, isFew: boolean) => {
    const { source, where, from } = select(scene, question, extent);
    const order = sql.raw(orderSql(source, sort));
    const found = sql`(select total ${sql.raw(isFew ? 'between 1 and' : '>')} ${sql.lit(few)} from summed)`;
    const all = sql`${found} and ${where}`;
    const picked = isFew ? sql`t.id = any(array(select t.id from ${from()} where ${all}))` : all;
    return sql`array(select t.id from ${from()} where ${picked} order by ${order} ${pageSql(question)})`;
  };
  // In the usual order some records are read until the page is full; in any other one all of them, and sorted.
  return sql`t.id = any(${ids(isUsual ? 'some' : 'all', false)} || ${ids('all', true)})`;
}

function usualSort({ definition }: Source, term: string): SortTerm[] {
  const descending = term.startsWith('-');
  return [{ path: getColumn(definition, descending ? term.slice(1) : term), descending }];
}
