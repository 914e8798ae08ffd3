import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { openDatabase } from './database.ts';
import { migrate } from './migrate.ts';
import { readMigrations, readRoutines } from './sql-files.ts';
import { checkIntegrity, createTestDatabase } from './testing.ts';

/** The example in CONTRIBUTING.md of a migration that fills a table which it creates, for another table. */
const contributing = await readFile(new URL('../../CONTRIBUTING.md', import.meta.url), 'utf8');
const [, example = ''] = /```sql\n(insert into row_count .*?)```/s.exec(contributing) ?? [];
const LOG_AND_COUNT = example.replaceAll('term_end', 'example');

const CREATE_TABLE = `
  create table example (like record including all, name text not null);
  call enable_audit('example');
  insert into example (name) values ('One'), ('Two'), ('Three');`;

/** Reconciles after a migration that writes to a table of its own, and to one whose triggers log and count. */
async function findDifferencesAfter(text: string) {
  const database = await createTestDatabase();
  const db = openDatabase({ url: database.url });
  try {
    const migration = { name: '99991231_example', text: `${text}; update region set name = name || '.'` };
    await migrate(database.url, {
      files: { migrations: [...(await readMigrations()), migration], routines: await readRoutines() },
    });
    const differences = await checkIntegrity(db, ['log', 'rollups']);
    const { rows } = await db.pool.query(`select sum(live)::int as live from row_count where resource = 'example'`);
    return { differences: differences.map(({ rule, records }) => [rule, records.length]), count: rows[0]?.live };
  } finally {
    await db.close();
    await database.drop();
  }
}

test('a migration that fills a table of its own can log and count the records as documented', async () => {
  expect(LOG_AND_COUNT).toMatch(/insert into row_count .*\sinsert into audit_log .*from example/s);
  expect(await findDifferencesAfter(CREATE_TABLE + LOG_AND_COUNT)).toEqual({ differences: [], count: 3 });
});

test('the reconciliation reports records that a migration does not log', async () => {
  expect(await findDifferencesAfter(CREATE_TABLE)).toEqual({
    differences: [['Every version of a record has a log entry', 3]],
    count: null,
  });
});
