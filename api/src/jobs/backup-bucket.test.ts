import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { testingFolder } from '../../../scripts/testing-folder.mjs';
import { createBucketStore } from '../platform/files/s3-store.ts';
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
  return { store: createBucketStore(objectStore.bucket) };
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

test('backups fetched from the bucket are those of the folder, byte by byte', async () => {
  const { store } = await startBucket();
  const files = ['base/1/backup.json', 'base/1/cluster/base/16384/2619.gz', 'wal/01.gz', 'files/picture.webp'];
  const folder = await createBackups('first', files);
  // A large file is streamed, and an empty one is a file, too.
  await writeFile(join(folder, 'wal', '02.gz'), randomBytes(5_000_000));
  await writeFile(join(folder, 'wal', '03.gz'), '');
  await mirrorBackups(folder, store, signal);

  const fetched = join(await createFolder(), 'fetched');
  expect(await fetchBackups(store, fetched)).toBe(7);
  for (const name of ['innkeeper-backup', ...files, 'wal/02.gz', 'wal/03.gz'])
    expect((await readFile(join(fetched, name))).equals(await readFile(join(folder, name))), name).toBe(true);
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
