import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '@innkeeper/db';
import { createTestDatabase } from '@innkeeper/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDiskStore } from './disk-store.ts';
import { newName } from './file-names.ts';
import { nameFiles } from './storage.ts';
import { sweepFiles } from './sweep.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const HOUR_MS = 3_600_000;
const database = await createTestDatabase();
const db = openDatabase({ url: database.url });
let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'innkeeper-sweep-'))));
afterAll(async () => {
  await db.close();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

async function put(name: string, hours: number): Promise<string> {
  const writtenAt = new Date(NOW.getTime() - hours * HOUR_MS);
  await writeFile(join(folder, name), name);
  await utimes(join(folder, name), writtenAt, writtenAt);
  return name;
}
const sized = (name: string) => [name.replace('.', '-96.'), name.replace('.', '-320.')];

test('the sweep removes only unreferenced files older than a day, in all sizes', async () => {
  const [named, left, young] = [newName(), newName(), newName()];
  await nameFiles(db.kysely, [named]);
  const storedFiles = [
    ...(await Promise.all([named, ...sized(named)].map((name) => put(name, 900)))),
    ...(await Promise.all([young, ...sized(young)].map((name) => put(name, 23)))),
    await put('notes.txt', 900),
    await put(`${'z'.repeat(32)}.webp`, 900),
  ];
  const removed = [left, ...sized(left), `${newName()}.part`];
  for (const name of removed) await put(name, 25);
  const store = createDiskStore(folder);
  expect(await sweepFiles(db, store, NOW)).toBe(removed.length);
  expect((await readdir(folder)).sort()).toEqual(storedFiles.sort());
  expect(await sweepFiles(db, store, NOW)).toBe(0);
});

test('the sweep processes a large store in batches', async () => {
  const names = Array.from({ length: 1100 }, newName);
  await nameFiles(
    db.kysely,
    names.filter((_, i) => i % 2 === 0),
  );
  for (const name of names) await put(name, 48);
  expect(await sweepFiles(db, createDiskStore(folder), NOW)).toBe(550);
  const left = new Set(await readdir(folder));
  expect(names.filter((name) => left.has(name))).toEqual(names.filter((_, i) => i % 2 === 0));
});
