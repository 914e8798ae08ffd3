import { isResourceKey } from '@innkeeper/contract';
import { openDatabase } from '@innkeeper/db';
import { createTestDatabase } from '@innkeeper/db/testing';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { behavioursWith } from '../behaviours.ts';
import { everyResource } from '../testing/resources.ts';
import { orderSql } from './list.ts';
import { parseListQuery } from './list-query.ts';
import { createSource } from './source.ts';

const behaviours = behavioursWith(async () => undefined);

const database = await createTestDatabase();
const db = openDatabase({ url: database.url });
afterAll(async () => {
  await db.close();
  await database.drop();
});

test('every behaviour belongs to a resource', () => {
  expect(Object.keys(behaviours).filter((key) => !isResourceKey(key))).toEqual([]);
});

describe.each(everyResource)('the definition of %s', (key, d) => {
  test('has the SQL of each derived field in its behaviour, and of no other', () => {
    const derived = Object.entries(d.fields).flatMap(([name, f]) => (f.derived ? [name] : []));
    expect(Object.keys(behaviours[key]?.computed ?? {}).sort()).toEqual(derived.sort());
  });

  test('has an index behind the default order of its list', async () => {
    const source = createSource(d, behaviours);
    const { sort } = parseListQuery(d, {});
    const order = orderSql(source, sort);
    const plan = await db.kysely.transaction().execute(async (tx) => {
      // Empty tables are scanned and sorted unless nothing else is left.
      await sql`select set_config('enable_seqscan', 'off', true), set_config('enable_sort', 'off', true)`.execute(tx);
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain
        select t.id from ${sql.raw(source.from())} where t.deleted_at is null order by ${sql.raw(order)} limit 25`.execute(
        tx,
      );
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    });
    expect(plan).toContain('Index');
    expect(plan).not.toContain('Sort');
  });
});
