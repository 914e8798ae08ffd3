import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Db, openDatabase } from '../database.ts';
import { type TestDatabase, createTestDatabase } from '../testing.ts';

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

const run = promisify(execFile);
const command = new URL('./command.ts', import.meta.url).pathname;
const reconcile = (...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> =>
  run(process.execPath, [command, '--url', database.url, ...args]).then(
    (output) => ({ code: 0, ...output }),
    (failed: { code: number; stdout: string; stderr: string }) => failed,
  );

it('the command reports success and prints the head of the log, which a later run verifies', async () => {
  const readHead = async () => {
    const { code, stdout } = await reconcile();
    expect(stdout).toMatch(/No differences, took \d+\.\d s\n/);
    expect(code).toBe(0);
    return /\nHead of the log: (\S+), \d+ lines, sealed at .{19} UTC\n$/.exec(stdout)?.[1];
  };
  const head = await readHead();
  expect(head).toMatch(/^1-[0-9a-f]{64}$/);
  expect(await reconcile('--head', String(head))).toMatchObject({ code: 0 });
  const forged = await reconcile('--head', `1-${'0'.repeat(64)}`);
  expect(forged.code).toBe(1);
  expect(forged.stdout).toContain('"The log still matches the stored head", records: 1\n  log_seal 1\n');
});

it('the command exits with 1 on a difference, and names the rule and the record', async () => {
  await db.pool.query(`insert into row_count values ('visit', 0, 2, 0)`);
  const { code, stdout } = await reconcile();
  expect(code).toBe(1);
  expect(stdout).toContain(
    'Stored totals and counts: difference in "Stored counts match the tables", records: 1\n  visit 0: 2 + 0 ≠ 0 + 0',
  );
});

it('the command exits with 2 if it cannot check, and says why', async () => {
  await db.pool.query('drop table loaded_record');
  const { code, stderr } = await reconcile();
  expect(code).toBe(2);
  expect(stderr).toContain('start Innkeeper on it once, then run the check again');
});
