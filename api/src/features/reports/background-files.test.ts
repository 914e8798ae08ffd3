import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { seedDemo } from '@innkeeper/demo';
import type { ReportFile } from '@innkeeper/contract/calls';
import { sql } from 'kysely';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createResourceHooks } from '../resource-hooks.ts';
import { restartAbandonedFiles } from './report-files.ts';
import { makeReportFile } from './make-file.ts';
import { queueDelivery, queueFileJob } from '../../jobs/queue.ts';
import { createMaintenance, maintenanceRounds } from '../../jobs/maintenance.ts';
import { startWorker } from '../../jobs/worker.ts';
import { readConfig } from '../../platform/config/config.ts';
import { createStore } from '../../platform/files/create-store.ts';
import type { Store } from '../../platform/files/store.ts';
import { createCaptureTransport } from '../../platform/mail/mail-transport.ts';
import { call } from '../../testing/call.ts';
import { expectError, expectInvalid } from '../../testing/expectations.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { type TestUser, createUser } from '../../testing/user.ts';

const api = await startTestApp({ isMailQueued: true });
const { app, db, dataDir } = api;
await seedDemo(db, { members: 25, passwordHash: 'hash', now: new Date() });
const admin = await createUser(db, { level: 'group' });
const config = readConfig({ LOG_LEVEL: 'silent', DEMO: '0', DATA_DIR: dataDir });
const store = createStore(config);
const services = {
  db,
  store,
  queueDelivery: queueDelivery,
  log: app.log,
  hooksByResource: createResourceHooks(async () => undefined),
};

afterEach(async () => {
  await db.pool.query('delete from graphile_worker._private_jobs');
});

const COLUMNS = 'visit.visit_no,hotel.code,visit.grand_total';
async function queueFile(user: TestUser, body: object = {}): Promise<ReportFile> {
  const reply = await call<{ data: ReportFile }>(app, user.token, 'POST', '/api/report_file', {
    body: { report: 'visit-report', format: 'csv', query: { columns: COLUMNS }, ...body },
  });
  expect(reply.status, reply.text).toBe(201);
  return reply.body.data;
}
const reportFilesOf = async (user: TestUser) =>
  (await call<{ data: ReportFile[] }>(app, user.token, 'GET', '/api/report_file')).body.data;
async function findFile(user: TestUser, id: number): Promise<ReportFile> {
  const file = (await reportFilesOf(user)).find((item) => item.id === id);
  if (!file) throw new Error(`${id} is not visible to them`);
  return file;
}
/** All names in the store, including unfinished files. */
async function listStoredFiles(): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of store.list()) names.push(name);
  return names;
}
const createVisitReader = () => createUser(db, { level: 'group', codes: ['VIEW_VISIT_REPORT'] });
const revokeRights = ({ roleGroupId }: TestUser) =>
  sql`delete from role_group_role where role_group_id = ${roleGroupId}`.execute(db.kysely);

/** A store that blocks writing until `resume` is called. */
function createSlowStore(): { readonly store: Store; readonly started: Promise<void>; readonly resume: () => void } {
  const started = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  return {
    store: {
      ...store,
      async writeFrom(name, content) {
        started.resolve();
        await gate.promise;
        return store.writeFrom(name, content);
      },
    },
    started: started.promise,
    resume: gate.resolve,
  };
}
/** Simulates that the process creating a file was killed. */
const stopHeartbeat = (id: number) =>
  sql`update report_file set heartbeat_at = now() - interval '1 minute' where id = ${id}`.execute(db.kysely);
const restart = () => restartAbandonedFiles(queueFileJob, queueDelivery)(db);

describe('a file in the background', () => {
  test('is created by a worker and equals the direct download', async () => {
    const queuedFile = await queueFile(admin);
    expect(queuedFile).toMatchObject({ state: 'queued', address: null, bytes: null, reason: null });
    const worker = await startWorker({
      db,
      config,
      clock: api.clock,
      transport: createCaptureTransport(dataDir),
      log: app.log,
      whenIdle: async () => {},
    });
    await vi.waitFor(async () => expect((await findFile(admin, queuedFile.id)).state).toBe('done'), {
      timeout: 60_000,
    });
    await worker.stop();
    const file = await findFile(admin, queuedFile.id);
    const directDownload = await app.inject({
      url: `/api/report/run/visit-report/export?format=csv&columns=${COLUMNS}`,
      headers: { authorization: `Bearer ${admin.token}` },
    });
    const readReply = await app.inject({ url: file.address ?? '' });
    expect([readReply.statusCode, readReply.payload]).toEqual([200, directDownload.payload]);
    expect(readReply.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': `attachment; filename="${file.file_name}"`,
      'cache-control': 'no-store',
    });
    expect(file).toMatchObject({ bytes: directDownload.rawPayload.length, rows_done: file.rows_total });
    const { rows } = await sql<{ rows: number }>`
      select rows from export_log where request_id = ${`file ${queuedFile.id}`}`.execute(db.kysely);
    expect(rows).toEqual([{ rows: file.rows_total }]);
  });

  test.each(['xlsx', 'pdf'] as const)('can have the format %s too', async (format) => {
    const { id } = await queueFile(admin, { format });
    await makeReportFile(services, id);
    const { address, state } = await findFile(admin, id);
    expect(state).toBe('done');
    expect((await app.inject({ url: address ?? '' })).payload.slice(0, 2)).toBe(format === 'pdf' ? '%P' : 'PK');
  });

  test('cannot be listed or removed by other users', async () => {
    const { id } = await queueFile(admin);
    const otherUser = await createUser(db, { level: 'group' });
    expect(await reportFilesOf(otherUser)).toEqual([]);
    expectError(await call(app, otherUser.token, 'DELETE', `/api/report_file/${id}`), 404, 'record_not_found');
    expect((await findFile(admin, id)).state).toBe('queued');
  });

  test('cannot be read without its signature, or with that of another file', async () => {
    const { id } = await queueFile(admin);
    await makeReportFile(services, id);
    const { address } = await findFile(admin, id);
    for (const invalidAddress of [address?.split('?')[0], address?.replace(/[0-9a-f]{32}/, '0'.repeat(32))])
      expect((await app.inject({ url: invalidAddress ?? '' })).statusCode).toBe(403);
  });

  test('is deleted after seven days, and its address returns 404', async () => {
    const { id } = await queueFile(admin);
    await makeReportFile(services, id);
    const { address } = await findFile(admin, id);
    await sql`alter table report_file disable trigger keep_ended_file`.execute(db.kysely);
    await sql`update report_file set requested_at = now() - interval '8 days' where id = ${id}`.execute(db.kysely);
    await sql`alter table report_file enable trigger keep_ended_file`.execute(db.kysely);
    await createMaintenance(
      db,
      maintenanceRounds(async () => undefined),
    ).runOnce(app.log);
    expect((await reportFilesOf(admin)).some((file) => file.id === id)).toBe(false);
    expect((await app.inject({ url: address ?? '' })).statusCode).toBe(404);
  });

  test('leaves nothing behind when it is stopped', async () => {
    const { id } = await queueFile(admin);
    const slowStore = createSlowStore();
    const before = await listStoredFiles();
    const filePromise = makeReportFile({ ...services, store: slowStore.store }, id);
    await slowStore.started;
    expect((await call(app, admin.token, 'DELETE', `/api/report_file/${id}`)).status).toBe(200);
    slowStore.resume();
    await filePromise;
    expect([await listStoredFiles(), (await reportFilesOf(admin)).some((file) => file.id === id)]).toEqual([
      before,
      false,
    ]);
  });

  test('is rejected while five others are being created', async () => {
    const user = await createVisitReader();
    for (let n = 0; n < 5; n += 1) await queueFile(user);
    const body = { report: 'visit-report', format: 'csv' };
    expectError(await call(app, user.token, 'POST', '/api/report_file', { body }), 409, 'conflict');
  });
});

describe('a reader who has lost the right', () => {
  test('gets no file: creating it fails with the reason', async () => {
    const user = await createVisitReader();
    const { id } = await queueFile(user);
    await revokeRights(user);
    await makeReportFile(services, id);
    expect(await findFile(user, id)).toMatchObject({ state: 'failed', address: null, reason: expect.any(String) });
  });

  test('gets no file that was being created at that moment', async () => {
    const user = await createVisitReader();
    const { id } = await queueFile(user);
    const before = await listStoredFiles();
    const slowStore = createSlowStore();
    const filePromise = makeReportFile({ ...services, store: slowStore.store }, id);
    await slowStore.started;
    await revokeRights(user);
    slowStore.resume();
    await filePromise;
    expect([(await findFile(user, id)).state, await listStoredFiles()]).toEqual(['failed', before]);
  });

  test('cannot read an earlier file through an earlier address', async () => {
    const user = await createVisitReader();
    const { id } = await queueFile(user);
    await makeReportFile(services, id);
    const { address } = await findFile(user, id);
    expect((await app.inject({ url: address ?? '' })).statusCode).toBe(200);
    await revokeRights(user);
    expect((await app.inject({ url: address ?? '' })).statusCode).toBe(403);
    expect(await findFile(user, id)).toMatchObject({ address: null, reason: expect.any(String) });
  });

  test('cannot read a file with hotels that are no longer visible', async () => {
    const { rows } = await sql<{ id: number }>`
      select r.id from region r where exists (select from country c join hotel h on h.country_id = c.id
          where c.region_id = r.id) limit 2`.execute(db.kysely);
    const [from = { id: 0 }, to = { id: 0 }] = rows;
    const user = await createUser(db, { level: 'region', assignments: [{ region_id: from.id }] });
    const { id } = await queueFile(user);
    await makeReportFile(services, id);
    const { address } = await findFile(user, id);
    await sql`update region_users set region_id = ${to.id} where user_id = ${user.id}`.execute(db.kysely);
    expect((await app.inject({ url: address ?? '' })).statusCode).toBe(403);
  });
});

describe('a file whose process was killed', () => {
  test('is generated again and completes; the abandoned attempt leaves nothing behind', async () => {
    const { id } = await queueFile(admin);
    const before = await listStoredFiles();
    const slowStore = createSlowStore();
    const first = makeReportFile({ ...services, store: slowStore.store }, id);
    await slowStore.started;
    await stopHeartbeat(id);
    await restart();
    expect((await findFile(admin, id)).state).toBe('queued');
    await makeReportFile(services, id);
    slowStore.resume();
    await first;
    expect((await findFile(admin, id)).state).toBe('done');
    expect(await listStoredFiles()).toHaveLength(before.length + 1);
  });

  test('fails after the second time and cannot be downloaded', async () => {
    const { id } = await queueFile(admin);
    for (const state of ['queued', 'failed']) {
      await sql`
        update report_file set state = 'running', run = gen_random_uuid(), attempts = attempts + 1,
          heartbeat_at = now() - interval '1 minute'
        where id = ${id}`.execute(db.kysely);
      await restart();
      expect((await findFile(admin, id)).state).toBe(state);
    }
    await makeReportFile(services, id);
    expect(await findFile(admin, id)).toMatchObject({ state: 'failed', address: null, reason: expect.any(String) });
  });

  test('is not restarted while it reports progress', async () => {
    const { id } = await queueFile(admin);
    const slowStore = createSlowStore();
    const filePromise = makeReportFile({ ...services, store: slowStore.store }, id);
    await slowStore.started;
    await restart();
    slowStore.resume();
    await filePromise;
    expect((await findFile(admin, id)).state).toBe('done');
  });
});

test('a finished file does not change when another process still writes', async () => {
  const { id } = await queueFile(admin);
  await makeReportFile(services, id);
  await expect(sql`update report_file set state = 'queued' where id = ${id}`.execute(db.kysely)).rejects.toThrow(
    'is immutable',
  );
});

test('a file that cannot be written fails and leaves nothing behind', async () => {
  const { id } = await queueFile(admin);
  const before = await listStoredFiles();
  const brokenStore: Store = {
    ...store,
    writeFrom: async (name, content) => {
      await text(content.take(1));
      return store.writeFrom(name, Readable.from(failAfterHalf()));
    },
  };
  await makeReportFile({ ...services, store: brokenStore, log: { error: () => undefined } }, id);
  expect([(await findFile(admin, id)).state, await listStoredFiles()]).toEqual(['failed', before]);
});

async function* failAfterHalf(): AsyncGenerator<string> {
  yield 'half';
  throw new Error('The disk is broken');
}

test.each([
  ['report', { report: 'no-such-report' }],
  ['format', { format: 'doc' }],
  ['filter[visit.no_such][eq]', { query: { 'filter[visit.no_such][eq]': '1' } }],
  ['columns', { query: { columns: 'visit.no_such' } }],
  ['page', { query: { page: '2' } }],
])('an order is rejected for its %s', async (field, invalidValue) => {
  const body = { report: 'visit-report', format: 'csv', query: {}, ...invalidValue };
  expectInvalid(await call(app, admin.token, 'POST', '/api/report_file', { body }), field);
});

test('a user without the right to a report cannot request its file', async () => {
  const user = await createUser(db, { level: 'group', codes: ['VIEW_SALES_REPORT'] });
  const body = { report: 'visit-report', format: 'csv', query: {} };
  expectError(await call(app, user.token, 'POST', '/api/report_file', { body }), 403, 'forbidden');
});
