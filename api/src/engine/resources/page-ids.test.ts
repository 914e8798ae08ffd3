import { getColumn, resources } from '@innkeeper/contract';
import { seedDemo } from '@innkeeper/demo';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { startTestApp } from '../../testing/test-app.ts';
import type { ListQuery } from './list-query.ts';
import { pageIdsSql, scanOrSortSql } from './page-ids.ts';
import { createSource } from './source.ts';

const { db } = await startTestApp();
await seedDemo(db, { members: 60, passwordHash: 'hash', now: new Date() });
const source = createSource(resources.visit, {});
const rowsOf = (where: string) => ({ source, from: () => sql.raw(source.from()), where: sql.raw(where) });

const live = 't.deleted_at is null';
const FILTERS = { all: live, 'every third one': `${live} and t.id % 3 = 0`, none: `${live} and t.id < 0` };
const SORT_ORDERS = [
  ['the newest first', 'visit_date', true],
  ['the oldest first', 'visit_date', false],
  ['the last id first', 'id', true],
] as const;

describe.each(SORT_ORDERS)('a page of a list, %s', (_title, field, descending) => {
  test.each(Object.entries(FILTERS))('has the same ids by index walk and by sorting: %s', async (_name, where) => {
    const order = sql.raw(`t.${field}${descending ? ' desc' : ''}, t.id${descending ? ' desc' : ''}`);
    const { rows: allRows } = await sql<{
      id: number;
    }>`select t.id from visit t where ${sql.raw(where)} order by ${order}`.execute(db.kysely);
    for (const threshold of [0, 1, 20, 100_000])
      for (const offset of [0, 5, 40]) {
        const ids = scanOrSortSql(rowsOf(where), { field, descending }, { limit: 5, offset }, threshold);
        const { rows } = await sql<{ ids: number[] }>`select ${ids} as ids`.execute(db.kysely);
        expect(rows[0]?.ids.map(Number)).toEqual(allRows.slice(offset, offset + 5).map(({ id }) => id));
      }
  });
});

test('later rows of the order are not read if the first rows fill the page', async () => {
  const ids = scanOrSortSql(rowsOf(live), { field: 'visit_date', descending: true }, { limit: 5, offset: 0 }, 20);
  const { rows } = await sql<{ 'QUERY PLAN': string }>`explain (analyze, timing off) select ${ids}`.execute(db.kysely);
  const scanLines = rows.map((row) => row['QUERY PLAN']).filter((line) => / on visit t/.test(line));
  expect(scanLines).toHaveLength(2);
  expect(scanLines.filter((line) => line.includes('never executed'))).toHaveLength(1);
});

/**
 * The statement for the ids of a page of visits with this filter and order, where PostgreSQL would walk an index or
 * would not.
 */
function idsFor(sort: string, filter: string, isIndexScan: boolean): Promise<string> {
  const query: ListQuery = {
    conditions: [
      { path: getColumn(resources.visit, filter), condition: { column: filter, operator: 'eq', value: '1' } },
    ],
    searchTerms: [],
    sort: [{ path: getColumn(resources.visit, sort), descending: true }],
    deleted: false,
    page: 1,
    perPage: 5,
  };
  return db.kysely.transaction().execute(async (tx) => {
    // The planner would otherwise scan and sort a small table.
    for (const setting of ['enable_seqscan', ...(isIndexScan ? ['enable_sort'] : ['enable_indexscan'])])
      await sql`select set_config(${setting}, 'off', true)`.execute(tx);
    const read: typeof db.read = async <Row>({
      sql: text,
      parameters,
    }: {
      sql: string;
      parameters: readonly unknown[];
    }) => (await tx.executeQuery<Row>({ ...sql``.compile(tx), sql: text, parameters })).rows;
    const page = sql`select t.id from visit t where ${sql.raw(live)} and t.total_room = 1
      order by ${sql.ref(`t.${sort}`)} desc, t.id desc limit 5`;
    const ids = await pageIdsSql({ ...db, read }, rowsOf(live), query, page, { limit: 5, offset: 0 });
    return ids.compile(db.kysely).sql;
  });
}

test('an index walk is limited to the first rows, unless a filter gives its range', async () => {
  expect(await idsFor('visit_date', 'total_room', true)).toContain('scanned as materialized');
  expect(await idsFor('visit_date', 'visit_date', true)).not.toContain('scanned');
  expect(await idsFor('visit_date', 'total_room', false)).not.toContain('scanned');
});
