import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testingFolder } from '../../../scripts/testing-folder.mjs';
import { openDatabase } from '../database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../embedded.ts';
import { superuserUrl } from '../embedded/server.ts';
import { migrate } from '../migrate.ts';
import { reconcile } from '../reconciliation.ts';
import { seedReference } from '../seed/reference.ts';
import { backUp } from './backup.ts';
import { listBaseBackups, readBackupFolder } from './backup-folder.ts';
import { restoreBackup } from './restore.ts';

/** These tests do not simulate a loss of power. */
const settings = { fsync: 'off' };

const root = mkdtempSync(join(testingFolder(), 'innkeeper-backup-'));
const dataDir = join(root, 'data');
const to = join(root, 'backups');
let server: EmbeddedPostgres;
beforeAll(async () => {
  server = await startEmbeddedPostgres({ dataDir, settings });
  await migrate(server.url);
  const db = openDatabase({ url: server.url });
  await seedReference(db);
  await db.close();
  await mkdir(join(dataDir, 'files'));
});
afterAll(async () => {
  await server.stop();
  rmSync(root, { recursive: true, force: true });
});

let folders = 0;
/** A path below which nothing exists yet. */
const newPath = (): string => join(root, `folder ${(folders += 1)}`);

async function query<Row extends pg.QueryResultRow>(sql: string, url = server.url): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}
const runAsSuperuser = (sql: string) => query(sql, superuserUrl(decodeURIComponent(new URL(server.url).hostname)));
const addRegion = (code: string) => query(`insert into region (code, name) values ('${code}', 'Region ${code}')`);
/** The database's moment, after everything before and before everything after. */
async function readMoment(): Promise<Date> {
  const [row] = await query<{ at: Date }>(`select clock_timestamp() as at from pg_sleep(0.01)`);
  await query('select pg_sleep(0.01)');
  if (!row) throw new Error('A row was selected');
  return row.at;
}

/** Starts a restored data folder. Returns the codes of its regions that tests added, and what its reconciliation finds. */
async function inspect(folder: string) {
  const restored = await startEmbeddedPostgres({ dataDir: folder, settings });
  const db = openDatabase({ url: restored.url });
  try {
    const rows = await query<{ code: string }>(
      `select code from region where name like 'Region %' order by id`,
      restored.url,
    );
    const { differences } = await reconcile(db);
    return { codes: rows.map(({ code }) => code), differences };
  } finally {
    await db.close();
    await restored.stop();
  }
}

test('a backup made while records are written is restored to moments between two writes', async () => {
  await addRegion('BEFORE');
  await writeFile(join(dataDir, 'files', 'first.png'), 'first picture');
  const stopController = new AbortController();
  const writes = (async () => {
    let written = 0;
    for (; !stopController.signal.aborted; written += 1) await addRegion(`DURING${written}`);
    return written;
  })();
  expect(await backUp({ dataDir, to })).toMatchObject({ isBase: true, uploads: 1 });
  stopController.abort();
  const during = Array.from({ length: await writes }, (_, n) => `DURING${n}`);
  expect(during.length).toBeGreaterThan(5);

  await addRegion('EARLY');
  const moment = await readMoment();
  await addRegion('LATE');
  await writeFile(join(dataDir, 'files', 'second.png'), 'second picture');
  expect(await backUp({ dataDir, to })).toMatchObject({ isBase: false, walFiles: 1, uploads: 1 });
  await addRegion('LOST');

  const [last, early] = [newPath(), newPath()];
  const lastChangeAt = await restoreBackup({ from: to, to: last, settings });
  expect(lastChangeAt?.getTime()).toBeGreaterThan(moment.getTime());
  expect(await inspect(last)).toEqual({ codes: ['BEFORE', ...during, 'EARLY', 'LATE'], differences: [] });
  expect(readFileSync(join(last, 'files', 'second.png'), 'utf8')).toBe('second picture');

  await restoreBackup({ from: to, to: early, at: moment, settings });
  expect(await inspect(early)).toEqual({ codes: ['BEFORE', ...during, 'EARLY'], differences: [] });
});

test('a moment outside of the backup is rejected, and leaves nothing behind', async () => {
  await backUp({ dataDir, to });
  const target = newPath();
  await expect(restoreBackup({ from: to, to: target, at: new Date('2020-01-01T00:00:00Z') })).rejects.toThrow(
    /^\S+backups: the oldest moment that can be restored is 20\d\d-[^\n]+Z$/,
  );
  const tomorrow = new Date(Date.now() + 86_400_000);
  await expect(restoreBackup({ from: to, to: target, at: tomorrow, settings })).rejects.toThrow(
    `${to}: the backup ends before ${tomorrow.toISOString()}; restore without a moment to get its last one`,
  );
  expect(readdirSync(target)).toEqual([]);
});

test('a restore never overwrites a folder, and a damaged backup restores nothing', async () => {
  const used = newPath();
  await mkdir(used);
  writeFileSync(join(used, 'note.txt'), 'mine');
  await expect(restoreBackup({ from: to, to: used })).rejects.toThrow('a restore never overwrites a folder');
  expect(readdirSync(used)).toEqual(['note.txt']);

  const copy = newPath();
  cpSync(to, copy, { recursive: true });
  const [controlFile = ''] = globSync('base/*/cluster/global/pg_control.gz', { cwd: copy });
  truncateSync(join(copy, controlFile), 50);
  const target = newPath();
  await expect(restoreBackup({ from: copy, to: target })).rejects.toThrow(
    `${join(copy, controlFile)}: this file of the backup is missing or damaged`,
  );
  expect(readdirSync(target)).toEqual([]);
});

test('a folder takes the backups of one database only, and no other files', async () => {
  const used = newPath();
  await mkdir(used);
  writeFileSync(join(used, 'note.txt'), 'mine');
  await expect(backUp({ dataDir, to: used })).rejects.toThrow('this folder has other files');

  const restored = newPath();
  await backUp({ dataDir, to });
  await restoreBackup({ from: to, to: restored, settings });
  const restoredServer = await startEmbeddedPostgres({ dataDir: restored, settings });
  try {
    await expect(backUp({ dataDir: restored, to })).rejects.toThrow('has the backups of another database');
    const own = newPath();
    expect(await backUp({ dataDir: restored, to: own })).toMatchObject({ isBase: true });
  } finally {
    await restoredServer.stop();
  }
});

test('only the newest base backups are retained, with the log that they need', async () => {
  const own = newPath();
  const makeBase = async () => {
    // As after a day: the newest base backup is old.
    for (const path of globSync('base/*/backup.json', { cwd: own }).map((name) => join(own, name)))
      writeFileSync(
        path,
        JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), ended_at: '2026-01-01T00:00:00.000Z' }),
      );
    await addRegion(`KEEP${readdirSync(own, { recursive: true }).length}`);
    expect(await backUp({ dataDir, to: own, keep: 2 })).toMatchObject({ isBase: true });
    return readdirSync(join(own, 'wal')).sort();
  };
  await mkdir(own);
  const [firstWal] = await makeBase();
  await mkdir(join(own, 'base', '2026-01-01-interrupted', 'cluster'), { recursive: true });
  const secondWal = await makeBase();
  expect(secondWal).toContain(firstWal);
  const thirdWal = await makeBase();
  const folder = await readBackupFolder(own);
  if (!folder) throw new Error('The folder has backups');
  const baseBackups = await listBaseBackups(folder);
  expect(readdirSync(folder.bases)).toEqual(baseBackups.map(({ path }) => basename(path)));
  expect(baseBackups).toHaveLength(2);
  expect(thirdWal).not.toContain(firstWal);
  expect(thirdWal[0]).toBe(`${baseBackups[0]?.manifest.first_wal_file}.gz`);
});

test('after the server gave up the log, the next backup begins with a new base', async () => {
  const own = newPath();
  await backUp({ dataDir, to: own });
  const folder = await readBackupFolder(own);
  // A slot that retains no log is what the server leaves when the log exceeds its limit.
  await runAsSuperuser(`select pg_drop_replication_slot('innkeeper_${folder?.id}')`);
  await runAsSuperuser(`select pg_create_physical_replication_slot('innkeeper_${folder?.id}', false)`);
  expect(await backUp({ dataDir, to: own })).toMatchObject({ isBase: true });
  expect(await backUp({ dataDir, to: own })).toMatchObject({ isBase: false });
});

test('an interrupted backup is rejected as incomplete, and the next one completes it', async () => {
  const own = newPath();
  await expect(backUp({ dataDir, to: own, signal: AbortSignal.abort() })).rejects.toThrow(/abort/i);
  await expect(restoreBackup({ from: own, to: newPath() })).rejects.toThrow('no complete backup yet');
  expect(await backUp({ dataDir, to: own })).toMatchObject({ isBase: true });
  expect(readdirSync(join(own, 'base'))).toHaveLength(1);
});

const run = promisify(execFile);
const runCommand = (name: string, ...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> =>
  run(process.execPath, [join(import.meta.dirname, `${name}-command.ts`), ...args], {
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir, TMPDIR: root },
  }).then(
    (output) => ({ code: 0, ...output }),
    (failed: { code: number; stdout: string; stderr: string }) => failed,
  );

test('the commands back up the running database, restore it and reconcile it', async () => {
  const own = newPath();
  expect(await runCommand('backup', '--to', own)).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Base backup, and \d+ new files of the log, 2 new pictures, in /),
  });
  await addRegion('COMMAND');
  expect(await runCommand('backup', '--to', own)).toMatchObject({
    stdout: expect.stringMatching(/^1 new files of the log, 0 new pictures, in /),
  });
  const target = newPath();
  const restored = await runCommand('restore', '--from', own, '--to', target);
  expect(restored.stderr).toBe('');
  expect(restored.stdout).toMatch(/No differences, took .*\nHead of the log: .*\nRestored into .*, last change at /);
  expect(restored.code).toBe(0);
  expect(existsSync(join(target, 'postgres', 'PG_VERSION'))).toBe(true);

  const tested = await runCommand('restore', '--from', own, '--test');
  expect(tested.stdout).toContain('No differences');
  expect([tested.code, tested.stderr]).toEqual([0, '']);
  expect(readdirSync(root).filter((name) => name.startsWith('innkeeper-restore-'))).toEqual([]);
});

test('the commands say in one line what is wrong', async () => {
  const lines = await Promise.all([
    runCommand('backup'),
    runCommand('backup', '--to', newPath(), '--keep', '0'),
    runCommand('restore', '--from', to, '--to', newPath(), '--at', '2026-11-30 12:00'),
    runCommand('restore', '--from', newPath(), '--to', newPath()),
  ]);
  expect(lines.map(({ code, stderr }) => [code, stderr])).toEqual([
    [1, 'Name the folder of the backups: npm run backup -- --to /backups\n'],
    [1, '--keep must be a whole number from 1\n'],
    [2, '--at must be a moment with its offset from UTC, like "2026-11-30 12:00:00+07", not "2026-11-30 12:00"\n'],
    [2, expect.stringMatching(/^\S.*: this folder has no backups of Innkeeper\n$/)],
  ]);
});
