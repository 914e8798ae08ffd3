import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ApiError } from '../http/api-error.ts';
import { type ObjectStore, startObjectStore } from '../../testing/object-store.ts';
import { createDiskStore } from './disk-store.ts';
import { findBucketProblem, createBucketStore } from './s3-store.ts';
import type { Store } from './store.ts';

let folder: string;
let objects: ObjectStore;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'innkeeper-store-'));
  objects = await startObjectStore();
});
afterAll(async () => {
  await objects.remove();
  await rm(folder, { recursive: true, force: true });
});

const stores: readonly (readonly [string, () => Store])[] = [
  ['a folder', () => createDiskStore(join(folder, 'files'))],
  ['a bucket', () => createBucketStore(objects.bucket)],
];
const listNames = async (store: Store): Promise<string[]> => {
  const names: string[] = [];
  for await (const { name } of store.list()) names.push(name);
  return names.sort();
};
const read = async (store: Store, name: string) => {
  const file = await store.open(name);
  return file && { size: file.size, bytes: await buffer(file.content) };
};

describe.each(stores)('%s', (_, openStore) => {
  test('returns written files byte for byte', async () => {
    const store = openStore();
    for (const bytes of [Buffer.from([0, 1, 2, 255]), Buffer.alloc(3_000_000, 'ab'), Buffer.alloc(0)]) {
      await store.write('a.webp', bytes);
      expect(await read(store, 'a.webp')).toEqual({ size: bytes.length, bytes });
    }
    await store.remove('a.webp');
  });

  test('returns nothing for a name that was never written or was removed', async () => {
    const store = openStore();
    expect(await store.open('none.webp')).toBeUndefined();
    await store.remove('none.webp');
    await store.write('b.webp', Buffer.from('b'));
    await store.remove('b.webp');
    expect(await store.open('b.webp')).toBeUndefined();
  });

  test('lists all files with their dates', async () => {
    const store = openStore();
    expect(await listNames(store)).toEqual([]);
    const names = Array.from({ length: 12 }, (_item, i) => `c${String(i).padStart(2, '0')}.webp`);
    for (const name of names) await store.write(name, Buffer.from(name));
    expect(await listNames(store)).toEqual(names);
    for await (const { writtenAt } of store.list())
      expect(Math.abs(Date.now() - writtenAt.getTime())).toBeLessThan(60_000);
    for (const name of names) await store.remove(name);
  });
});

test('the store creates the folder with the first file, and leaves no incomplete files', async () => {
  const store = createDiskStore(join(folder, 'deep', 'files'));
  expect(await listNames(store)).toEqual([]);
  await store.write('a.webp', Buffer.from('a'));
  expect(await readdir(join(folder, 'deep', 'files'))).toEqual(['a.webp']);
});

test('the store reports an unusable folder as such, not as a full disk', async () => {
  await writeFile(join(folder, 'a-file'), '');
  await expect(createDiskStore(join(folder, 'a-file')).write('a.webp', Buffer.from('a'))).rejects.toThrow(
    /EEXIST|ENOTDIR/,
  );
});

describe('a bucket', () => {
  test('returns 503 for every operation while unreachable, and is used again once reachable', async () => {
    const store = createBucketStore(objects.bucket);
    await store.write('d.webp', Buffer.from('d'));
    await objects.stop();
    const expectRejected = async (promise: Promise<unknown>) => {
      const error = await promise.then(
        () => undefined,
        (e: unknown) => e,
      );
      expect(error instanceof ApiError && [error.status, error.code]).toEqual([503, 'unavailable']);
    };
    await expectRejected(store.write('e.webp', Buffer.from('e')));
    await expectRejected(store.open('d.webp'));
    await expectRejected(store.remove('d.webp'));
    await expectRejected(listNames(store));
    expect(await findBucketProblem(objects.bucket)).toBeUndefined();
    await objects.start();
    expect(await listNames(store)).toEqual(['d.webp']);
    await store.remove('d.webp');
  });

  test('is reported with a readable message if it rejects the key or does not exist', async () => {
    expect(await findBucketProblem(objects.bucket)).toBeUndefined();
    expect(await findBucketProblem({ ...objects.bucket, bucket: 'another' })).toBe('there is no bucket another');
    const wrongBucket = { ...objects.bucket, accessKeyId: 'another' };
    expect(await findBucketProblem(wrongBucket)).toBe('the store rejects the key for the bucket innkeeper');
    await expect(createBucketStore(wrongBucket).write('f.webp', Buffer.from('f'))).rejects.toThrow('unavailable');
    expect(await listNames(createBucketStore(objects.bucket))).toEqual([]);
  });
});
