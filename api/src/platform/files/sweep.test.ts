import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '@innkeeper/db';
import { createTestDatabase } from '@innkeeper/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDiskStore } from './disk-store.ts';
import { newPictureName } from './file-names.ts';
import { recordFiles } from './storage.ts';
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

async function writeAgedFile(name: string, hours: number): Promise<string> {
  const writtenAt = new Date(NOW.getTime() - hours * HOUR_MS);
  await writeFile(join(folder, name), name);
  await utimes(join(folder, name), writtenAt, writtenAt);
  return name;
}
const toSizedNames = (name: string) => [name.replace('.', '-96.'), name.replace('.', '-320.')];

test('the sweep removes only unreferenced files older than a day, in all sizes', async () => {
  const [referenced, orphan, youngFile] = [newPictureName(), newPictureName(), newPictureName()];
  await recordFiles(db.kysely, [referenced]);
  const storedFiles = [
    ...(await Promise.all([referenced, ...toSizedNames(referenced)].map((name) => writeAgedFile(name, 900)))),
    ...(await Promise.all([youngFile, ...toSizedNames(youngFile)].map((name) => writeAgedFile(name, 23)))),
    await writeAgedFile('notes.txt', 900),
    await writeAgedFile(`${'z'.repeat(32)}.webp`, 900),
  ];
  const deletedNames = [orphan, ...toSizedNames(orphan), `${newPictureName()}.part`];
  for (const name of deletedNames) await writeAgedFile(name, 25);
  const store = createDiskStore(folder);
  expect(await sweepFiles(db, store, NOW)).toBe(deletedNames.length);
  expect((await readdir(folder)).sort()).toEqual(storedFiles.sort());
  expect(await sweepFiles(db, store, NOW)).toBe(0);
});

test('the sweep processes a large store in batches', async () => {
  const names = Array.from({ length: 1100 }, newPictureName);
  await recordFiles(
    db.kysely,
    names.filter((_, i) => i % 2 === 0),
  );
  for (const name of names) await writeAgedFile(name, 48);
  expect(await sweepFiles(db, createDiskStore(folder), NOW)).toBe(550);
  const remainingNames = new Set(await readdir(folder));
  expect(names.filter((name) => remainingNames.has(name))).toEqual(names.filter((_, i) => i % 2 === 0));
});
