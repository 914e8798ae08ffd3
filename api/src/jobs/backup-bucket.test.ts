import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { backUp, startEmbeddedPostgres } from '@innkeeper/db';
import { restoreBackup } from '@innkeeper/db/testing';
import { expect, onTestFinished, test } from 'vitest';
import { testingFolder } from '../../../scripts/testing-folder.mjs';
import { createBucketStore } from '../platform/files/s3-store.ts';
import type { Store } from '../platform/files/store.ts';
import { startObjectStore } from '../testing/object-store.ts';
import { fetchBackups, mirrorBackups } from './backup-bucket.ts';

async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(testingFolder(), 'innkeeper-bucket-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function startBucket() {
  const objectStore = await startObjectStore();
  onTestFinished(() => objectStore.remove());
  return { bucket: objectStore.bucket, store: createBucketStore(objectStore.bucket) };
}

const { signal } = new AbortController();

/** A folder like that of backups, with these files besides its name. */
async function createBackups(id: string, files: readonly string[]): Promise<string> {
  const folder = await createFolder();
  await writeFile(join(folder, 'innkeeper-backup'), `${id}\n`);
  for (const file of files) {
    await mkdir(join(folder, file, '..'), { recursive: true });
    await writeFile(join(folder, file), file);
  }
  return folder;
}

test('a restore from the bucket alone has the last state of the database and the pictures', async () => {
  const { store } = await startBucket();
  const uploaded = new Set<string>();
  // The server of the tests cannot list more than a thousand objects.
  const listableStore: Store = {
    ...store,
    write: (name, bytes) => {
      uploaded.add(name);
      return store.write(name, bytes);
    },
    async *list() {
      for (const name of uploaded) yield { name, writtenAt: new Date() };
    },
  };
  const dataDir = await createFolder();
  const folder = join(await createFolder(), 'backups');
  const settings = { fsync: 'off' };
  const server = await startEmbeddedPostgres({ dataDir, settings });
  await mkdir(join(dataDir, 'files'));
  await writeFile(join(dataDir, 'files', 'picture.webp'), 'picture');
  await backUp({ dataDir, to: folder, keep: 1 });
  await mirrorBackups(folder, listableStore, signal);
  await server.stop();
  await rm(folder, { recursive: true });

  const fetched = join(await createFolder(), 'fetched');
  expect(await fetchBackups(listableStore, fetched)).toBeGreaterThan(100);
  const restored = join(await createFolder(), 'restored');
  await restoreBackup({ from: fetched, to: restored, settings });
  expect(await readdir(join(restored, 'files'))).toEqual(['picture.webp']);
  const restoredServer = await startEmbeddedPostgres({ dataDir: restored, settings });
  await restoredServer.stop();
});

test('the bucket follows the folder: what is new is uploaded once, and what is gone is removed', async () => {
  const { store } = await startBucket();
  const folder = await createBackups('first', ['base/1/backup.json', 'base/1/a.gz', 'wal/01.gz', 'wal/02.gz.part']);
  expect(await mirrorBackups(folder, store, signal)).toEqual({ uploaded: 4, removed: 0 });
  expect(await mirrorBackups(folder, store, signal)).toEqual({ uploaded: 0, removed: 0 });
  await rm(join(folder, 'base/1'), { recursive: true });
  await writeFile(join(folder, 'wal', '02.gz'), 'log');
  expect(await mirrorBackups(folder, store, signal)).toEqual({ uploaded: 1, removed: 2 });
  const names = [];
  for await (const { name } of store.list()) names.push(name);
  expect(names.toSorted()).toEqual(['innkeeper-backup', 'wal/01.gz', 'wal/02.gz']);
});

test('a bucket with other files or the backups of another database is left alone', async () => {
  const { store } = await startBucket();
  await expect(fetchBackups(store, join(await createFolder(), 'new'))).rejects.toThrow('has no backups');
  await store.write('note.txt', Buffer.from('mine'));
  const folder = await createBackups('first', []);
  await expect(mirrorBackups(folder, store, signal)).rejects.toThrow('has other files');
  await store.remove('note.txt');
  await mirrorBackups(await createBackups('second', []), store, signal);
  await expect(mirrorBackups(folder, store, signal)).rejects.toThrow('of another database');
  await expect(fetchBackups(store, folder)).rejects.toThrow('an empty or a new folder');
});
