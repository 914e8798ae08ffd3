import { type ResourceDefinition, isResourceKey, resources } from '@innkeeper/contract';
import { openDatabase } from '@innkeeper/db';
import { createTestDatabase } from '@innkeeper/db/testing';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { createResourceHooks } from '../../features/resource-hooks.ts';
import { everyResource } from '../../testing/resources.ts';
import { orderSql } from './list.ts';
import { type RawQuery, parseListQuery } from './list-query.ts';
import { createSource } from './source.ts';

const hooksByResource = createResourceHooks(async () => undefined);

const database = await createTestDatabase();
const db = openDatabase({ url: database.url });
afterAll(async () => {
  await db.close();
  await database.drop();
});

/** Tables that grow with daily activity. */
const LARGE_TABLES = [
  'member',
  'member_card',
  'member_voucher',
  'voucher_redeem',
  'transaction',
  'transaction_detail',
  'visit',
  'member_call',
] as const;

test('all hooks belong to a resource', () => {
  expect(Object.keys(hooksByResource).filter((key) => !isResourceKey(key))).toEqual([]);
});

describe.each(everyResource)('the definition of %s', (key, d) => {
  test('has hooks with the SQL of each derived field, and of no other', () => {
    const derived = Object.entries(d.fields).flatMap(([name, f]) => (f.derived ? [name] : []));
    expect(Object.keys(hooksByResource[key]?.computed ?? {}).sort()).toEqual(derived.sort());
  });

  test('has an index for the default order of its list', async () => {
    const plan = await explainQuery(d, {}, sql`t.deleted_at is null`);
    expect(plan).toContain('Index');
    // Partitions are merged in their order, by a `Sort Key`, without being sorted.
    expect(plan).not.toMatch(/Sort {2}\(/);
  });
});

test.each(LARGE_TABLES)('the definition of a resource has an index for the order of its trash: %s', async (key) => {
  const plan = await explainQuery(resources[key], { deleted: '1', sort: '-deleted_at' }, sql`t.deleted_at is not null`);
  expect(plan).toContain(`${key}_deleted_at_idx`);
  expect(plan).not.toContain('Sort');
});

/** The query plan of a list page. */
async function explainQuery(d: ResourceDefinition, query: RawQuery, where: RawBuilder<unknown>): Promise<string> {
  const source = createSource(d, hooksByResource);
  const order = sql.raw(orderSql(source, parseListQuery(d, query).sort));
  return db.kysely.transaction().execute(async (tx) => {
    // The planner prefers scanning and sorting empty tables, so both are disabled.
    await sql`select set_config('enable_seqscan', 'off', true), set_config('enable_sort', 'off', true)`.execute(tx);
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain
      select t.id from ${sql.raw(source.from())} where ${where} order by ${order} limit 25`.execute(tx);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });
}
