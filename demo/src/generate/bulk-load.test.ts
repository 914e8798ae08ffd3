import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Db, openDatabase } from '@innkeeper/db';
import { createTestDatabase } from '@innkeeper/db/testing';
import { loadWithoutIndexes } from './bulk-load.ts';
import { runOnClient } from './run.ts';

let url: string;
let drop: () => Promise<void>;
let db: Db;
beforeAll(async () => {
  ({ url, drop } = await createTestDatabase());
  db = openDatabase({ url });
  await db.pool.query(`
    create table town (id bigint primary key);
    insert into town values (1);
    create table house (id bigint primary key, town_id bigint not null constraint house_town references town, name text,
      constraint house_in_town unique (id, town_id), constraint house_alone exclude (town_id with =) where (name = ''));
    create table room (house_id bigint, town_id bigint, constraint room_house foreign key (house_id, town_id) references house (id, town_id));
    create unique index house_name on house (lower(name)) where name <> '';
    create table seen (id bigint);
    create function see() returns trigger language plpgsql as $$ begin insert into seen values (new.id); return new; end $$;
    create trigger see after insert on house for each row execute function see()`);
});
afterAll(async () => {
  await db.close();
  await drop();
});

/** The second statement references a constraint of the first. */
const TABLES = ['house', 'room'];
const readTableDefinition = async () => {
  const { rows } = await db.pool.query<object>(
    `
    select indexdef as part from pg_indexes where tablename = any($1)
    union all select conname || pg_get_constraintdef(oid) || convalidated::text from pg_constraint
    where conrelid = any($1::text[]::regclass[])
    union all select tgname || tgenabled::text from pg_trigger where tgrelid = any($1::text[]::regclass[])
      and not tgisinternal
    order by 1`,
    [TABLES],
  );
  return rows;
};

async function bulkLoad(statement: string, tables = TABLES): Promise<void> {
  const client = await db.pool.connect();
  try {
    await client.query('begin');
    await loadWithoutIndexes(runOnClient(client), tables, async () => {
      await client.query(statement);
    });
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

it('a bulk load writes rows without triggers and restores the table definition', async () => {
  const before = await readTableDefinition();
  await bulkLoad(`insert into house select i, 1, 'house ' || i from generate_series(1, 1000) i`);
  expect(await readTableDefinition()).toEqual(before);
  expect((await db.pool.query('select id from seen')).rows).toEqual([]);
  await db.pool.query(`insert into house values (2001, 1, 'seen')`);
  expect((await db.pool.query('select id from seen')).rows).toEqual([{ id: 2001 }]);
});

it('a bulk load keeps a constraint that another table references', async () => {
  const before = await readTableDefinition();
  await bulkLoad(`insert into house values (3001, 1, 'referred to')`, ['house']);
  expect(await readTableDefinition()).toEqual(before);
  await expect(bulkLoad(`insert into house values (3001, 1, 'again')`, ['house'])).rejects.toThrow(/house_pkey/);
});

it.each([
  ['unique', `insert into house values (5001, 1, 'twin'), (5002, 1, 'TWIN')`, /house_name/],
  ['exclusion', `insert into house values (5001, 1, ''), (5002, 1, '')`, /house_alone/],
  ['foreign', `insert into house values (5001, 99, 'lost')`, /house_town/],
])('a bulk load writes nothing if a row violates a %s key', async (_, statement, constraint) => {
  const before = await readTableDefinition();
  await expect(bulkLoad(statement)).rejects.toThrow(constraint);
  expect(await readTableDefinition()).toEqual(before);
  expect((await db.pool.query('select id from house where id > 5000')).rows).toEqual([]);
});
