import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '@innkeeper/db';
import { seedDemo } from '@innkeeper/demo';
import { demoPictures, readDemoPicture } from '@innkeeper/demo/pictures';
import { createTestDatabase } from '@innkeeper/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { storeDemoPictures } from './demo-pictures.ts';
import { createDiskStore } from './disk-store.ts';

const database = await createTestDatabase();
const db = openDatabase({ url: database.url });
let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'innkeeper-demo-'))));
afterAll(async () => {
  await db.close();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

test('the demo stores the pictures of its vouchers, and restores missing ones', async () => {
  const store = createDiskStore(folder);
  expect(await storeDemoPictures(db, store)).toBe(0);
  expect(await readdir(folder)).toEqual([]);

  await seedDemo(db, { members: 0, passwordHash: 'hash', now: new Date('2026-11-21T03:00:00Z') });
  expect(await storeDemoPictures(db, store)).toBe(demoPictures.length);
  const vouchers = await db.kysely.selectFrom('voucher').select('file_url').distinct().execute();
  for (const { file_url } of vouchers)
    expect(await readFile(join(folder, file_url))).toEqual(await readDemoPicture(file_url));

  const [lostPicture = ''] = demoPictures;
  await rm(join(folder, lostPicture));
  expect(await storeDemoPictures(db, store)).toBe(1);
  expect((await readdir(folder)).sort()).toEqual(demoPictures.toSorted());
});
