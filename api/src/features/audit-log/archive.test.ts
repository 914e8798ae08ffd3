import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { type Db, openDatabase, reconcile, sealLog } from '@innkeeper/db';
import { type TestDatabase, createTestDatabase } from '@innkeeper/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDiskStore } from '../../platform/files/disk-store.ts';
import { createBucketStore } from '../../platform/files/s3-store.ts';
import type { Store } from '../../platform/files/store.ts';
import { type ObjectStore, startObjectStore } from '../../testing/object-store.ts';
import { archiveOldestMonth, restoreNewestMonth } from './archive.ts';
import { readArchivedMonths } from './archived-months.ts';

/** Old months of the audit log are in the database or in a file, whatever fails, and can be brought back. */

let folder: string;
let objectStore: ObjectStore;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'innkeeper-log-archive-'));
  objectStore = await startObjectStore();
});
afterAll(async () => {
  await objectStore.remove();
  await rm(folder, { recursive: true, force: true });
});

const query = async <Row extends object>(db: Db, text: string): Promise<Row[]> => (await db.pool.query<Row>(text)).rows;

/** As if it were three months later. */
const MONTHS = -3;

/** A database whose log has entries of this month and the next two. */
async function withLog(work: (db: Db, database: TestDatabase) => Promise<void>): Promise<void> {
  const database = await createTestDatabase();
  const db = openDatabase({ url: database.url });
  const inMonths = async (months: number, statement: string) => {
    await query(db, `alter table audit_log alter at set default clock_timestamp() + interval '${months} months'`);
    await query(db, statement);
  };
  try {
    await query(db, 'select create_log_partitions()');
    await inMonths(0, `insert into region (code, name) values ('OLD', 'Old'), ('GONE', E'A\\u2028line "quoted"')`);
    await inMonths(1, `update region set name = 'Older' where code = 'OLD'`);
    await inMonths(1, `insert into region (code, name) values ('MID', 'Middle')`);
    await inMonths(2, `update region set deleted_at = now() where code = 'GONE'`);
    await query(db, 'alter table audit_log alter at set default clock_timestamp()');
    await sealLog(db);
    await work(db, database);
  } finally {
    await db.close();
    await database.drop();
  }
}

const readLog = (db: Db) =>
  query<{ line: string }>(db, 'select to_jsonb(o)::text as line from audit_log o order by id');
const countLines = async (db: Db) => (await readLog(db)).length;
const findDifferences = async (db: Db) => {
  await sealLog(db);
  return (await reconcile(db, { sets: ['log'] })).differences;
};
async function archiveAll(db: Db, store: Store): Promise<string[]> {
  const files: string[] = [];
  for (;;) {
    const file = await archiveOldestMonth(db, store, MONTHS);
    if (file === undefined) return files;
    files.push(file);
  }
}

test.each(['folder', 'bucket'])('months are archived in a %s, and come back as they were', async (kind) => {
  const store = kind === 'folder' ? createDiskStore(join(folder, 'round')) : createBucketStore(objectStore.bucket);
  await withLog(async (db) => {
    const before = await readLog(db);
    const files = await archiveAll(db, store);
    expect(files.length).toBeGreaterThan(1);
    const months = await readArchivedMonths(db.kysely);
    expect(months.map(({ file }) => file)).toEqual(files);
    expect(months.reduce((sum, { lines }) => sum + lines, 0)).toBe(before.length);
    expect(await countLines(db)).toBe(0);
    expect(await findDifferences(db)).toEqual([]);

    // Changes of records whose entries are in the archive.
    await query(db, `update region set name = 'New' where code = 'OLD'`);
    await query(db, `update region set deleted_at = null where code = 'GONE'`);
    await query(db, `insert into region (code, name) values ('NEW', 'New')`);
    expect(await findDifferences(db)).toEqual([]);
    expect((await reconcile(db)).differences).toEqual([]);
    const after = await readLog(db);

    for (const file of files.toReversed()) {
      expect(await restoreNewestMonth(db, store)).toBe(file);
      expect(await findDifferences(db)).toEqual([]);
    }
    expect(await restoreNewestMonth(db, store)).toBeUndefined();
    expect(await readLog(db)).toEqual([...before, ...after]);
    expect(await query(db, 'select from archived_record union all select from archived_seal')).toEqual([]);
    await expect(query(db, 'delete from audit_log_before')).rejects.toThrow('permission denied');

    expect(await archiveAll(db, store)).toHaveLength(1);
    expect(await findDifferences(db)).toEqual([]);
  });
});

test('only months that ended so long ago are archived, and none without a seal', async () => {
  const store = createDiskStore(join(folder, 'none'));
  await withLog(async (db) => {
    expect(await archiveOldestMonth(db, store, 24)).toBeUndefined();
    await query(db, `insert into region (code, name) values ('FRESH', 'Fresh')`);
    await archiveAll(db, store).catch((error: unknown) => expect(String(error)).toContain('without a seal'));
    expect(await query(db, `select from audit_log where after ->> 'code' = 'FRESH'`)).toHaveLength(1);
  });
});

test('the reconciliation finds that an archived entry was left out, or that its successor was changed', async () => {
  const store = createDiskStore(join(folder, 'tampered'));
  await withLog(async (db) => {
    await archiveAll(db, store);
    await query(db, `update region set name = 'New' where code = 'OLD'`);
    await query(
      db,
      `grant update on archived_record to current_user;
       update archived_record set hash = sha256(hash), changes = changes + 1 where resource = 'region'
         and record_id = (select id from region where code = 'OLD')`,
    );
    const checks = (await findDifferences(db)).map(({ check }) => check);
    expect(checks).toEqual(expect.arrayContaining(['log-lines', 'log-complete']));
  });
});

test('a partition remains if its file is not stored as it was written', async () => {
  const store = createDiskStore(join(folder, 'damaged'));
  const damaging: Store = {
    ...store,
    writeFrom: async (name, content) => {
      const chunks: Buffer[] = [];
      for await (const chunk of content) chunks.push(Buffer.from(chunk as Uint8Array));
      const bytes = Buffer.concat(chunks);
      bytes.writeUInt8(bytes.readUInt8(9) ^ 1, 9); // the operating system in the header, which gunzip ignores
      return store.writeFrom(name, Readable.from([bytes]));
    },
  };
  await withLog(async (db) => {
    const before = await readLog(db);
    await expect(archiveOldestMonth(db, damaging, MONTHS)).rejects.toThrow('differs from the partition');
    expect(await readLog(db)).toEqual(before);
    expect(await readArchivedMonths(db.kysely)).toEqual([]);
    expect(await Array.fromAsync(store.list())).toEqual([]);

    const file = await archiveOldestMonth(db, store, MONTHS);
    await store.remove(file ?? '');
    await store.write(file ?? '', Buffer.from('not the file'));
    await expect(restoreNewestMonth(db, store)).rejects.toThrow('incorrect header check');
    expect(await readArchivedMonths(db.kysely)).toHaveLength(1);
  });
});

/** Archives a month in a process that kills itself at a step. */
const PROGRAM = `
  import { openDatabase } from '@innkeeper/db';
  import { createDiskStore } from '../../platform/files/disk-store.ts';
  import { archiveOldestMonth } from './archive.ts';
  const [url, folder, step] = process.argv.slice(1);
  const die = () => process.kill(process.pid, 'SIGKILL');
  const store = createDiskStore(folder);
  await archiveOldestMonth(openDatabase({ url }), {
    ...store,
    writeFrom: async (name, content) => {
      if (step === 'write') for await (const chunk of content) die();
      return store.writeFrom(name, content);
    },
    open: (name) => (step === 'read back' ? die() : store.open(name)),
  }, ${MONTHS});
  die();`;
const startArchiving = (url: string, storeFolder: string, step: string): ChildProcess =>
  spawn(process.execPath, ['--input-type=module', '--eval', PROGRAM, url, storeFolder, step], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'ignore', 'inherit'],
  });

test.each(['write', 'read back', 'record', 'finish'])(
  'a process that is killed when it would %s leaves a month in the log or in its file',
  async (step) => {
    const storeFolder = join(folder, `killed-${step.replace(' ', '-')}`);
    const store = createDiskStore(storeFolder);
    await withLog(async (db, { url }) => {
      const before = await readLog(db);
      const reader = await db.pool.connect();
      try {
        await reader.query('begin');
        // Its last statement waits for this one.
        if (step === 'record') await reader.query('select count(*) from audit_log');
        const child = startArchiving(url, storeFolder, step);
        const ended = once(child, 'exit');
        if (step === 'record') {
          await expect
            .poll(() =>
              query(
                db,
                `select from pg_stat_activity where datname = current_database() and state = 'active'
                and query like 'select archive_log_partition%'`,
              ),
            )
            .toHaveLength(1);
          child.kill('SIGKILL');
        }
        expect(await ended).toEqual([null, 'SIGKILL']);
        await reader.query('commit');
      } finally {
        reader.release();
      }
      const months = await readArchivedMonths(db.kysely);
      expect(months).toHaveLength(step === 'finish' ? 1 : 0);
      if (step !== 'finish') expect(await readLog(db)).toEqual(before);
      expect(await findDifferences(db)).toEqual([]);
      // The lock of the killed process ends with its connection.
      await expect.poll(() => archiveAll(db, store).then((files) => files.length)).toBeGreaterThan(0);
      while ((await restoreNewestMonth(db, store)) !== undefined);
      expect(await readLog(db)).toEqual(before);
    });
  },
);
