import { getColumn } from '@innkeeper/contract';
import { sql } from 'kysely';
import { orderSql, termsSql } from '../../engine/resources/list.ts';
import type { SortTerm } from '../../engine/resources/list-query.ts';
import type { Source } from '../../engine/resources/source.ts';
import { groupedStatement } from './grouped.ts';
import type { ReportQuestion } from './question.ts';
import { type ReportScene, type ReportStatement, cellSql, monthSql, withNames } from './scene.ts';
import { recordsSql, select } from './selection.ts';
import { REPORT_SOURCES, type ReportSource } from './sources.ts';
import { currencySumsSql, named, sumsSql, withinSql } from './sums.ts';

export function reportStatement(scene: ReportScene, question: ReportQuestion): ReportStatement {
  return question.isGrouped ? groupedStatement(scene, question) : recordStatement(scene, question);
}

/** A row for each record. */
function recordStatement(scene: ReportScene, question: ReportQuestion): ReportStatement {
  const { order, currency }: ReportSource = REPORT_SOURCES[scene.report];
  const { columns, sums, group } = question;
  const { source, where, from } = select(scene, question);
  const cells = columns.map(
    ({ key, path }) => sql`${cellSql(scene, source, path, source.column(path))} as ${sql.raw(named(key))}`,
  );
  const ofRow = currency === undefined ? 'null::text' : source.ref(currency);
  cells.push(
    sql.raw(
      scene.isFile
        ? `${ofRow} as row_currency`
        : `json_build_array(${currencySumsSql(sums, ofRow, '1', (path) => source.column(path))}) as by_currency`,
    ),
  );
  const sort = question.sort.length > 0 ? question.sort : usualSort(source, order ?? 'id');
  // One group after the other: rows of one month in any zone, and of one name as it is written.
  const ofGroups = group.flatMap(({ path }) =>
    path.definition.kind === 'date' || path.definition.kind === 'instant'
      ? [sql`${monthSql(scene, source, path)} nulls first`]
      : [...termsSql(source, [{ path, descending: false }]), source.column(path)].map((term) => sql.raw(term)),
  );
  const ordered = sql.join([...ofGroups, sql.raw(orderSql(source, sort))]);
  // Apart from the rows: sums need none of the tables that are only shown.
  const counted = select(scene, question);
  const added = sums.map(({ path }) => `, ${withinSql(path, counted.source.column(path))} as ${named(path.column)}`);
  const inCurrency = currency === undefined ? 'null::text' : counted.source.ref(currency);
  return {
    names: withNames(recordsSql(scene, [])),
    rows: sql`select ${sql.join(cells)} from ${from()} where ${where} order by ${ordered}`,
    sums: sumsSql(
      sums,
      'coalesce(sum(c.rows), 0)::bigint',
      sql`select ${sql.raw(inCurrency)} as currency, count(*) as rows ${sql.raw(added.join(''))}
          from ${counted.from()} where ${counted.where} group by 1`,
    ),
  };
}

function usualSort({ definition }: Source, term: string): SortTerm[] {
  const descending = term.startsWith('-');
  return [{ path: getColumn(definition, descending ? term.slice(1) : term), descending }];
}
