import { type ResourceDefinition, isResourceKey, resources } from '@innkeeper/contract';
import { openDatabase } from '@innkeeper/db';
import { createTestDatabase } from '@innkeeper/db/testing';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { behavioursWith } from '../../programme/behaviours.ts';
import { everyResource } from '../../testing/resources.ts';
import { orderSql } from './list.ts';
import { type RawQuery, parseListQuery } from './list-query.ts';
import { createSource } from './source.ts';

const behaviours = behavioursWith(async () => undefined);

const database = await createTestDatabase();
const db = openDatabase({ url: database.url });
afterAll(async () => {
  await db.close();
  await database.drop();
});

/** Tables that grow by the events of each day. */
const GROWING = [
  'member',
  'member_card',
  'member_voucher',
  'voucher_redeem',
  'transaction',
  'transaction_detail',
  'visit',
  'member_call',
] as const;

test('every behaviour belongs to a resource', () => {
  expect(Object.keys(behaviours).filter((key) => !isResourceKey(key))).toEqual([]);
});

describe.each(everyResource)('the definition of %s', (key, d) => {
  test('has the SQL of each derived field in its behaviour, and of no other', () => {
    const derived = Object.entries(d.fields).flatMap(([name, f]) => (f.derived ? [name] : []));
    expect(Object.keys(behaviours[key]?.computed ?? {}).sort()).toEqual(derived.sort());
  });

  test('has an index behind the default order of its list', async () => {
    const plan = await planOf(d, {}, sql`t.deleted_at is null`);
    expect(plan).toContain('Index');
    expect(plan).not.toContain('Sort');
  });
});

test.each(GROWING)('has an index behind the order of its trash: %s', async (key) => {
  const plan = await planOf(resources[key], { deleted: '1', sort: '-deleted_at' }, sql`t.deleted_at is not null`);
  expect(plan).toContain(`${key}_deleted_at_idx`);
  expect(plan).not.toContain('Sort');
});

/** How a page of a list is found. */
async function planOf(d: ResourceDefinition, query: RawQuery, where: RawBuilder<unknown>): Promise<string> {
  const source = createSource(d, behaviours);
  const order = sql.raw(orderSql(source, parseListQuery(d, query).sort));
  return db.kysely.transaction().execute(async (tx) => {
    // Empty tables are scanned and sorted unless nothing else is left.
    await sql`select set_config('enable_seqscan', 'off', true), set_config('enable_sort', 'off', true)`.execute(tx);
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain
      select t.id from ${sql.raw(source.from())} where ${where} order by ${order} limit 25`.execute(tx);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });
}
