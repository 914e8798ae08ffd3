import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import type { ArchivedMonth } from '@innkeeper/contract/calls';
import { sealLog } from '@innkeeper/db';
import { expect, test } from 'vitest';
import { readConfig } from '../../platform/config/config.ts';
import { createStore } from '../../platform/files/create-store.ts';
import { call } from '../../testing/call.ts';
import { expectError } from '../../testing/expectations.ts';
import { createPlace } from '../../testing/places.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { archiveOldestMonth } from './archive.ts';

const { app, db, dataDir } = await startTestApp();
const auditor = await createUser(db, { level: 'group', codes: ['VIEW_AUDIT'] });
const { region } = await createPlace(db, 2);
const regionalUser = await createUser(db, { level: 'region', assignments: [{ region_id: region }] });

const listMonths = async () =>
  (await call<{ data: ArchivedMonth[] }>(app, auditor.token, 'GET', '/api/audit/archive')).body.data;

test('users with access to all hotels download the archived months of the audit log, and nobody else', async () => {
  expect(await listMonths()).toEqual([]);
  await sealLog(db);
  const file = await archiveOldestMonth(db, createStore(readConfig({ DATA_DIR: dataDir })), -1);
  const [month] = await listMonths();
  expect(month).toMatchObject({ starts_at: null, file, ends_at: expect.stringMatching(/^\d{4}-\d\d-01 00:00:00$/) });

  const download = await app.inject({ method: 'GET', url: month?.address ?? '' });
  expect(download.headers).toMatchObject({
    'content-disposition': `attachment; filename="${file}"`,
    'content-length': String(month?.bytes),
  });
  expect(createHash('sha256').update(download.rawPayload).digest('hex')).toBe(month?.sha256);
  const entries = gunzipSync(download.rawPayload).toString('utf8').trimEnd().split('\n');
  expect(entries).toHaveLength(month?.lines ?? 0);
  expect(JSON.parse(entries[0] ?? '')).toMatchObject({ id: expect.any(Number), action: 'create', before: null });

  expectError(await call(app, regionalUser.token, 'GET', '/api/audit/archive'), 403, 'forbidden');
  const forged = (month?.address ?? '').replace(/signature=.*/, 'signature=forged');
  expect((await app.inject({ method: 'GET', url: forged })).statusCode).toBe(403);
});
