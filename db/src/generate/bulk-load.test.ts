import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Db, openDatabase } from '../database.ts';
import { createTestDatabase } from '../testing.ts';
import { loadWithoutIndexes } from './bulk-load.ts';

let url: string;
let drop: () => Promise<void>;
let db: Db;
beforeAll(async () => {
  ({ url, drop } = await createTestDatabase());
  db = openDatabase({ url });
  await db.pool.query(`
    create table town (id bigint primary key);
    insert into town values (1);
    create table house (id bigint primary key, town_id bigint not null constraint house_town references town, name text);
    create unique index house_name on house (lower(name)) where name <> '';
    create table seen (id bigint);
    create function see() returns trigger language plpgsql as $$ begin insert into seen values (new.id); return new; end $$;
    create trigger see after insert on house for each row execute function see()`);
});
afterAll(async () => {
  await db.close();
  await drop();
});

const shape = async () => {
  const { rows } = await db.pool.query<object>(`
    select indexdef as part from pg_indexes where tablename = 'house'
    union all select conname || pg_get_constraintdef(oid) || convalidated::text from pg_constraint where conrelid = 'house'::regclass
    union all select tgname || tgenabled::text from pg_trigger where tgrelid = 'house'::regclass and not tgisinternal
    order by 1`);
  return rows;
};

async function load(statement: string): Promise<void> {
  const client = await db.pool.connect();
  try {
    await client.query('begin');
    await loadWithoutIndexes(client, 'house', async () => {
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

it('loads past the triggers and leaves the table as it was', async () => {
  const before = await shape();
  await load(`insert into house select i, 1, 'house ' || i from generate_series(1, 1000) i`);
  expect(await shape()).toEqual(before);
  expect((await db.pool.query('select id from seen')).rows).toEqual([]);
  await db.pool.query(`insert into house values (2001, 1, 'seen')`);
  expect((await db.pool.query('select id from seen')).rows).toEqual([{ id: 2001 }]);
});

it.each([
  ['unique', `insert into house values (5001, 1, 'twin'), (5002, 1, 'TWIN')`, /house_name/],
  ['foreign', `insert into house values (5001, 99, 'lost')`, /house_town/],
])('loads nothing where a row breaks a %s key', async (_, statement, constraint) => {
  const before = await shape();
  await expect(load(statement)).rejects.toThrow(constraint);
  expect(await shape()).toEqual(before);
  expect((await db.pool.query('select id from house where id > 5000')).rows).toEqual([]);
});
