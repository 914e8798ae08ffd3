import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Db, openDatabase } from './database.ts';
import { readRoutines } from './sql-files.ts';
import { type TestDatabase, createTestDatabase } from './testing.ts';

/** Compares the kinds of triggers in ARCHITECTURE with the triggers in the database. */

let database: TestDatabase;
let db: Db;

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase({ url: database.url });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

/** The name patterns of the functions of each kind. */
async function readKinds(): Promise<readonly RegExp[][]> {
  const text = await readFile(new URL('../../ARCHITECTURE.md', import.meta.url), 'utf8');
  const section = text.split('## What the database does by itself')[1]?.split('\n## ')[0] ?? '';
  return section
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| kind'))
    .map((line) =>
      [...(line.split('|').at(-2) ?? '').matchAll(/`([\w*]+)`/g)].map(
        ([, pattern = '']) => new RegExp(`^${pattern.replaceAll('*', '\\w*')}$`),
      ),
    );
}

/** The function of each trigger. */
const readTriggerFunctions = async (): Promise<string[]> =>
  (
    await db.pool.query<{ name: string }>(
      `select p.proname as name from pg_trigger t join pg_proc p on p.oid = t.tgfoid
       join pg_class c on c.oid = t.tgrelid where not t.tgisinternal and not c.relispartition`,
    )
  ).rows.map(({ name }) => name);

/** A table of records needs four: to stamp, to log what is created and what is changed, and to reject removal. */
const TRIGGERS_PER_RECORD_TABLE = 4;
/** So 39 tables of records have 275 in all. A new one may not need others. */
const MAX_OTHER_TRIGGERS = 119;

test('each table of records has four triggers, there are few others, and all are of at most eight kinds', async () => {
  const { rows } = await db.pool.query<{ number: number }>('select count(*)::integer as number from audited_table');
  const otherTriggers = (await readTriggerFunctions()).length - TRIGGERS_PER_RECORD_TABLE * (rows[0]?.number ?? 0);
  expect(otherTriggers).toBeLessThanOrEqual(MAX_OTHER_TRIGGERS);
  expect((await readKinds()).length).toBeLessThanOrEqual(8);
});

test('the function of each trigger is of exactly one kind, and each kind lists only functions of triggers', async () => {
  const kinds = await readKinds();
  const names = [...new Set(await readTriggerFunctions())];
  const countKinds = (name: string) => kinds.filter((patterns) => patterns.some((p) => p.test(name))).length;
  expect(names.filter((name) => countKinds(name) !== 1)).toEqual([]);
  const unusedPatterns = kinds.flat().filter((pattern) => !names.some((name) => pattern.test(name)));
  expect(unusedPatterns.map(String)).toEqual([]);
});

test('routines read the actor, the address and the request from the session, and nothing else', async () => {
  const texts = (await readRoutines()).map(({ text }) => text);
  const names = texts.flatMap((text) => [...text.matchAll(/'(innkeeper\.\w+)'/g)].map(([, name]) => name));
  expect([...new Set(names)].toSorted((a = '', b = '') => a.localeCompare(b))).toEqual([
    'innkeeper.actor',
    'innkeeper.ip',
    'innkeeper.request_id',
  ]);
});
