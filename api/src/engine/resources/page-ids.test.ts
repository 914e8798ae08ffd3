import { getColumn, resources } from '@innkeeper/contract';
import { seedDemo } from '@innkeeper/demo';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
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

interface PageRequest {
  readonly sort: string;
  /** Visits with 1 in this column. */
  readonly filter?: string;
  readonly search?: string;
  readonly offset?: number;
  /** Settings of the planner, which would otherwise scan and sort a small table. */
  readonly settings: Readonly<Record<string, string>>;
}

const INDEX_WALK = { enable_seqscan: 'off', cpu_operator_cost: '10' };
const FIND_AND_SORT = { enable_seqscan: 'off', enable_indexscan: 'off' };
/** As if reading a row cost very much. */
const LARGE = { cpu_tuple_cost: '100000' };

/** The statement for the ids of a page of visits. */
function idsFor({ sort, filter, search, offset = 0, settings }: PageRequest): Promise<string> {
  const query: ListQuery = {
    conditions:
      filter === undefined
        ? []
        : [{ path: getColumn(resources.visit, filter), condition: { column: filter, operator: 'eq', value: '1' } }],
    searchTerms: search === undefined ? [] : [search],
    sort: [{ path: getColumn(resources.visit, sort), descending: true }],
    deleted: false,
    page: 1,
    perPage: 5,
  };
  const where = `${live} and ${filter === undefined ? 'true' : `t.total_room = 1`}`;
  return db.kysely.transaction().execute(async (tx) => {
    for (const [name, value] of Object.entries(settings))
      await sql`select set_config(${name}, ${value}, true)`.execute(tx);
    const read: typeof db.read = async <Row>({
      sql: text,
      parameters,
    }: {
      sql: string;
      parameters: readonly unknown[];
    }) => (await tx.executeQuery<Row>({ ...sql``.compile(tx), sql: text, parameters })).rows;
    const page = sql`select t.id from visit t where ${sql.raw(where)}
      order by ${sql.ref(`t.${sort}`)} desc, t.id desc limit 5 offset ${sql.lit(offset)}`;
    const ids = await pageIdsSql({ ...db, read }, rowsOf(where), query, page, { limit: 5, offset });
    return ids.compile(db.kysely).sql;
  });
}

test('a page of a list that is not large is neither planned beforehand nor rejected', async () => {
  expect(await idsFor({ sort: 'staff_name', settings: LARGE })).toContain('array(select t.id from visit t');
});

describe('in a large table', () => {
  beforeAll(() =>
    db.pool.query(`insert into row_count (resource, bucket, live, deleted) values ('visit', 1, 50000, 0)`),
  );

  test('an index walk is limited to the first rows, unless a filter gives its range', async () => {
    const scanned = 'scanned as materialized';
    expect(await idsFor({ sort: 'visit_date', filter: 'total_room', settings: INDEX_WALK })).toContain(scanned);
    expect(await idsFor({ sort: 'visit_date', filter: 'visit_date', settings: INDEX_WALK })).not.toContain(scanned);
    expect(await idsFor({ sort: 'visit_date', filter: 'total_room', settings: FIND_AND_SORT })).not.toContain(scanned);
  });

  test.each([
    ['sort', 'too_many_to_sort', { sort: 'staff_name', settings: LARGE }],
    ['page', 'page_too_far', { sort: 'visit_date', offset: 3_000, settings: LARGE }],
    ['search', 'too_many_to_search', { sort: 'visit_date', search: 'qq', settings: LARGE }],
    ['filter[total_room][eq]', 'too_many_to_filter', { sort: 'visit_date', filter: 'total_room', settings: LARGE }],
    // The first rows of the order do not fill the page.
    [
      'filter[total_room][eq]',
      'too_many_to_filter',
      { sort: 'visit_date', filter: 'total_room', settings: { ...LARGE, ...INDEX_WALK } },
    ],
  ] as const)('a page that would read too many records is rejected at %s: %s', async (parameter, key, request) => {
    await expect(idsFor(request)).rejects.toMatchObject({
      code: 'validation_failed',
      details: { errors: { [parameter]: [key] } },
    });
  });

  test('the first page in the default order of a large list is not planned beforehand', async () => {
    expect(await idsFor({ sort: 'visit_date', settings: LARGE })).toContain('array(select t.id from visit t');
  });
});
