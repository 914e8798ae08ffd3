import { resources } from '@innkeeper/contract';
import { expect, test } from 'vitest';
import { readBooks } from '../testing/books.ts';
import { createInputs } from '../testing/inputs.ts';
import { startTestApp } from '../testing/test-app.ts';
import { createUser } from '../testing/user.ts';
import { createWorld } from '../testing/world.ts';
import { csvRows, download, upload } from './test-tables.ts';

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const world = await createWorld(db);
const inputs = createInputs(api, admin, world);

test('what was exported is imported again, and changes nothing', async () => {
  for (let i = 0; i < 3; i += 1) await inputs.create(resources.member);
  const file = await download(app, admin.token, '/api/member/export?format=csv');
  expect(csvRows(file).length).toBe(4);
  const before = await readBooks(db);
  const check = await upload(app, admin.token, 'member', file.bytes, { dry_run: '1' });
  const done = await upload(app, admin.token, 'member', file.bytes);
  expect(done.status, done.text).toBe(201);
  expect((await readBooks(db)).operations).toEqual(before.operations);
});
