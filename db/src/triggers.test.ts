import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Db, openDatabase } from './database.ts';
import { type TestDatabase, createTestDatabase } from './testing.ts';

/** Compares the trigger table of ARCHITECTURE with the triggers in the database. */

let database: TestDatabase;
let db: Db;
let recordTables: string[];

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase({ url: database.url });
  recordTables = (await db.pool.query<{ name: string }>('select name from audited_table')).rows.map(({ name }) => name);
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

const parseNames = (cell = ''): string[] => [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);

/** Rows of the document's table, as table and function names. */
async function readDocumentedTriggers(): Promise<{ tables: string[]; functions: string[] }[]> {
  const text = await readFile(new URL('../../ARCHITECTURE.md', import.meta.url), 'utf8');
  const section = text.split('## What the database does by itself')[1]?.split('\n## ')[0] ?? '';
  return section
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| on a write'))
    .map((line) => {
      const [, tables, , functions] = line.split('|');
      return {
        tables: tables?.trim() === 'every record' ? recordTables : parseNames(tables),
        functions: parseNames(functions),
      };
    });
}

async function readTriggers(): Promise<{ function: string; table: string }[]> {
  const { rows } = await db.pool.query<{ function: string; table: string }>(`
    select p.proname as function, c.relname as table
    from pg_trigger t join pg_proc p on p.oid = t.tgfoid join pg_class c on c.oid = t.tgrelid where not t.tgisinternal
    group by 1, 2`);
  return rows;
}

test('ARCHITECTURE lists exactly the trigger functions of every table', async () => {
  const rows = await readDocumentedTriggers();
  const hasTrigger = (f: string, t: string) => rows.some((r) => r.functions.includes(f) && r.tables.includes(t));
  const triggers = await readTriggers();
  expect(triggers.filter((t) => !hasTrigger(t.function, t.table))).toEqual([]);
  const isFunctionUsedOn = (tables: string[], f: string) =>
    triggers.some((t) => t.function === f && tables.includes(t.table));
  const hasTriggerOf = (table: string, functionNames: string[]) =>
    triggers.some((t) => t.table === table && functionNames.includes(t.function));
  expect(rows.flatMap((r) => r.functions.filter((f) => !isFunctionUsedOn(r.tables, f)))).toEqual([]);
  expect(rows.flatMap((r) => r.tables.filter((t) => !hasTriggerOf(t, r.functions)))).toEqual([]);
});
