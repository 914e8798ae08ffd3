import { getColumn, resources } from '@innkeeper/contract';
import { seedDemo } from '@innkeeper/demo';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { startTestApp } from '../../testing/test-app.ts';
import type { ParsedList } from './list-query.ts';
import { idsOfPage, nearOrFarSql } from './near-or-far.ts';
import { createSource } from './source.ts';

const { db } = await startTestApp();
await seedDemo(db, { members: 60, passwordHash: 'hash', now: new Date() });
const source = createSource(resources.visit, {});
const rowsOf = (where: string) => ({ source, from: () => sql.raw(source.from()), where: sql.raw(where) });

const live = 't.deleted_at is null';
const FILTERS = { all: live, 'every third one': `${live} and t.id % 3 = 0`, none: `${live} and t.id < 0` };
const ORDERS = [
  ['the newest first', 'visit_date', true],
  ['the oldest first', 'visit_date', false],
  ['the last id first', 'id', true],
] as const;

describe.each(ORDERS)('a page of a list, %s', (_words, field, descending) => {
  test.each(Object.entries(FILTERS))('has the same ids, near or far: of %s', async (_name, where) => {
    const order = sql.raw(`t.${field}${descending ? ' desc' : ''}, t.id${descending ? ' desc' : ''}`);
    const { rows: all } = await sql<{
      id: number;
    }>`select t.id from visit t where ${sql.raw(where)} order by ${order}`.execute(db.kysely);
    for (const near of [0, 1, 20, 100_000])
      for (const offset of [0, 5, 40]) {
        const ids = nearOrFarSql(rowsOf(where), { field, descending }, { limit: 5, offset }, near);
        const { rows } = await sql<{ ids: number[] }>`select ${ids} as ids`.execute(db.kysely);
        expect(rows[0]?.ids.map(Number)).toEqual(all.slice(offset, offset + 5).map(({ id }) => id));
      }
  });
});

test('rows far from the beginning of the order are not read where those near it fill the page', async () => {
  const ids = nearOrFarSql(rowsOf(live), { field: 'visit_date', descending: true }, { limit: 5, offset: 0 }, 20);
  const { rows } = await sql<{ 'QUERY PLAN': string }>`explain (analyze, timing off) select ${ids}`.execute(db.kysely);
  const scans = rows.map((row) => row['QUERY PLAN']).filter((line) => / on visit t/.test(line));
  expect(scans).toHaveLength(2);
  expect(scans.filter((line) => line.includes('never executed'))).toHaveLength(1);
});

/** The statement for the ids of a page of visits that a filter and an order ask for, where an index would be walked, or not. */
function idsFor(sort: string, filter: string, isWalked: boolean): Promise<string> {
  const query: ParsedList = {
    conditions: [
      { path: getColumn(resources.visit, filter), condition: { column: filter, operator: 'eq', value: '1' } },
    ],
    words: [],
    sort: [{ path: getColumn(resources.visit, sort), descending: true }],
    deleted: false,
    page: 1,
    perPage: 5,
  };
  return db.kysely.transaction().execute(async (tx) => {
    // A small table would be read whole, and sorted.
    for (const setting of ['enable_seqscan', ...(isWalked ? ['enable_sort'] : ['enable_indexscan'])])
      await sql`select set_config(${setting}, 'off', true)`.execute(tx);
    const read: typeof db.read = async <Row>({
      sql: text,
      parameters,
    }: {
      sql: string;
      parameters: readonly unknown[];
    }) => (await tx.executeQuery<Row>({ ...sql``.compile(tx), sql: text, parameters })).rows;
    const page = sql`select t.id from visit t where ${sql.raw(live)} and t.total_room = 1 order by ${sql.ref(`t.${sort}`)} desc, t.id desc limit 5`;
    const ids = await idsOfPage({ ...db, read }, rowsOf(live), query, page, { limit: 5, offset: 0 });
    return ids.compile(db.kysely).sql;
  });
}

test('an index is walked near the beginning of the order alone, unless a filter gives its range', async () => {
  expect(await idsFor('visit_date', 'total_room', true)).toContain('near as materialized');
  expect(await idsFor('visit_date', 'visit_date', true)).not.toContain('near');
  expect(await idsFor('visit_date', 'total_room', false)).not.toContain('near');
});
