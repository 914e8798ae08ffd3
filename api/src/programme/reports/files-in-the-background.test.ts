import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { seedDemo } from '@innkeeper/demo';
import type { ReportFile } from '@innkeeper/contract/calls';
import { sql } from 'kysely';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { behavioursWith } from '../behaviours.ts';
import { restartLeftFiles } from './report-files.ts';
import { makeReportFile } from './make-file.ts';
import { queueDelivery, queueFile } from '../../jobs/queue.ts';
import { createUpkeep, usualRounds } from '../../jobs/upkeep.ts';
import { startWorker } from '../../jobs/worker.ts';
import { readConfig } from '../../platform/config.ts';
import { createStore } from '../../platform/files/create-store.ts';
import type { Store } from '../../platform/files/store.ts';
import { captureMail } from '../../platform/mail/carrier.ts';
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
  orderDelivery: queueDelivery,
  log: app.log,
  behaviours: behavioursWith(async () => undefined),
};

afterEach(async () => {
  await db.pool.query('delete from graphile_worker._private_jobs');
});

const COLUMNS = 'visit.visit_no,hotel.code,visit.grand_total';
async function order(user: TestUser, body: object = {}): Promise<ReportFile> {
  const reply = await call<{ data: ReportFile }>(app, user.token, 'POST', '/api/report_file', {
    body: { report: 'visit-report', format: 'csv', query: { columns: COLUMNS }, ...body },
  });
  expect(reply.status, reply.text).toBe(201);
  return reply.body.data;
}
const filesOf = async (user: TestUser) =>
  (await call<{ data: ReportFile[] }>(app, user.token, 'GET', '/api/report_file')).body.data;
async function fileOf(user: TestUser, id: number): Promise<ReportFile> {
  const file = (await filesOf(user)).find((one) => one.id === id);
  if (!file) throw new Error(`${id} is none of theirs`);
  return file;
}
/** The names in the store, finished or not. */
async function stored(): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of store.list()) names.push(name);
  return names;
}
const visitReader = () => createUser(db, { level: 'group', codes: ['VIEW_VISIT_REPORT'] });
const takeRights = ({ roleGroupId }: TestUser) =>
  sql`delete from role_group_role where role_group_id = ${roleGroupId}`.execute(db.kysely);

/** A store in which the content of files waits until it may go on. */
function slowStore(): { readonly store: Store; readonly begun: Promise<void>; readonly goOn: () => void } {
  const begun = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  return {
    store: {
      ...store,
      async writeFrom(name, content) {
        begun.resolve();
        await gate.promise;
        return store.writeFrom(name, content);
      },
    },
    begun: begun.promise,
    goOn: gate.resolve,
  };
}
/** Makes the process that makes a file look killed. */
const silence = (id: number) =>
  sql`update report_file set beat_at = now() - interval '1 minute' where id = ${id}`.execute(db.kysely);
const restart = () => restartLeftFiles(queueFile, queueDelivery)(db);

describe('a file in the background', () => {
  test('is made by a worker, and is what would have been sent at once', async () => {
    const ordered = await order(admin);
    expect(ordered).toMatchObject({ state: 'queued', address: null, bytes: null, reason: null });
    const worker = await startWorker({
      db,
      config,
      clock: api.clock,
      carry: captureMail(dataDir),
      log: app.log,
      whenQuiet: async () => {},
    });
    await vi.waitFor(async () => expect((await fileOf(admin, ordered.id)).state).toBe('done'), { timeout: 60_000 });
    await worker.stop();
    const file = await fileOf(admin, ordered.id);
    const atOnce = await app.inject({
      url: `/api/report/run/visit-report/export?format=csv&columns=${COLUMNS}`,
      headers: { authorization: `Bearer ${admin.token}` },
    });
    const read = await app.inject({ url: file.address ?? '' });
    expect([read.statusCode, read.payload]).toEqual([200, atOnce.payload]);
    expect(read.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': `attachment; filename="${file.file_name}"`,
      'cache-control': 'no-store',
    });
    expect(file).toMatchObject({ bytes: atOnce.rawPayload.length, rows_done: file.rows_total });
    const { rows } = await sql<{ rows: number }>`
      select rows from export_log where request_id = ${`file ${ordered.id}`}`.execute(db.kysely);
    expect(rows).toEqual([{ rows: file.rows_total }]);
  });

  test.each(['xlsx', 'pdf'] as const)('may be %s too', async (format) => {
    const { id } = await order(admin, { format });
    await makeReportFile(services, id);
    const { address, state } = await fileOf(admin, id);
    expect(state).toBe('done');
    expect((await app.inject({ url: address ?? '' })).payload.slice(0, 2)).toBe(format === 'pdf' ? '%P' : 'PK');
  });

  test('is nobody else’s, in lists or to be removed', async () => {
    const { id } = await order(admin);
    const other = await createUser(db, { level: 'group' });
    expect(await filesOf(other)).toEqual([]);
    expectError(await call(app, other.token, 'DELETE', `/api/report_file/${id}`), 404, 'record_not_found');
    expect((await fileOf(admin, id)).state).toBe('queued');
  });

  test('is not read without its signature, nor with that of another', async () => {
    const { id } = await order(admin);
    await makeReportFile(services, id);
    const { address } = await fileOf(admin, id);
    for (const wrong of [address?.split('?')[0], address?.replace(/[0-9a-f]{32}/, '0'.repeat(32))])
      expect((await app.inject({ url: wrong ?? '' })).statusCode).toBe(403);
  });

  test('is gone after seven days, and its address leads nowhere', async () => {
    const { id } = await order(admin);
    await makeReportFile(services, id);
    const { address } = await fileOf(admin, id);
    await sql`alter table report_file disable trigger ended`.execute(db.kysely);
    await sql`update report_file set asked_at = now() - interval '8 days' where id = ${id}`.execute(db.kysely);
    await sql`alter table report_file enable trigger ended`.execute(db.kysely);
    await createUpkeep(
      db,
      usualRounds(async () => undefined),
    ).doChores(app.log);
    expect((await filesOf(admin)).some((file) => file.id === id)).toBe(false);
    expect((await app.inject({ url: address ?? '' })).statusCode).toBe(404);
  });

  test('that is stopped ends, and leaves nothing', async () => {
    const { id } = await order(admin);
    const slow = slowStore();
    const before = await stored();
    const making = makeReportFile({ ...services, store: slow.store }, id);
    await slow.begun;
    expect((await call(app, admin.token, 'DELETE', `/api/report_file/${id}`)).status).toBe(200);
    slow.goOn();
    await making;
    expect([await stored(), (await filesOf(admin)).some((file) => file.id === id)]).toEqual([before, false]);
  });

  test('is refused while five others are in the making', async () => {
    const user = await visitReader();
    for (let n = 0; n < 5; n += 1) await order(user);
    const body = { report: 'visit-report', format: 'csv' };
    expectError(await call(app, user.token, 'POST', '/api/report_file', { body }), 409, 'conflict');
  });
});

describe('a reader who lost the right meanwhile', () => {
  test('gets no file: the making fails and says why', async () => {
    const user = await visitReader();
    const { id } = await order(user);
    await takeRights(user);
    await makeReportFile(services, id);
    expect(await fileOf(user, id)).toMatchObject({ state: 'failed', address: null, reason: expect.any(String) });
  });

  test('gets none that was being made at that moment', async () => {
    const user = await visitReader();
    const { id } = await order(user);
    const before = await stored();
    const slow = slowStore();
    const making = makeReportFile({ ...services, store: slow.store }, id);
    await slow.begun;
    await takeRights(user);
    slow.goOn();
    await making;
    expect([(await fileOf(user, id)).state, await stored()]).toEqual(['failed', before]);
  });

  test('does not read one that was made before, by an address from before', async () => {
    const user = await visitReader();
    const { id } = await order(user);
    await makeReportFile(services, id);
    const { address } = await fileOf(user, id);
    expect((await app.inject({ url: address ?? '' })).statusCode).toBe(200);
    await takeRights(user);
    expect((await app.inject({ url: address ?? '' })).statusCode).toBe(403);
    expect(await fileOf(user, id)).toMatchObject({ address: null, reason: expect.any(String) });
  });

  test('nor one of hotels that are not in sight any more', async () => {
    const { rows } = await sql<{ id: number }>`
      select r.id from region r where exists (select from country c join hotel h on h.country_id = c.id where c.region_id = r.id) limit 2`.execute(
      db.kysely,
    );
    const [from = { id: 0 }, to = { id: 0 }] = rows;
    const user = await createUser(db, { level: 'region', assignments: [{ region_id: from.id }] });
    const { id } = await order(user);
    await makeReportFile(services, id);
    const { address } = await fileOf(user, id);
    await sql`update region_users set region_id = ${to.id} where user_id = ${user.id}`.execute(db.kysely);
    expect((await app.inject({ url: address ?? '' })).statusCode).toBe(403);
  });
});

describe('a file whose maker was killed', () => {
  test('starts again once and becomes whole; the attempt that was taken for killed leaves nothing', async () => {
    const { id } = await order(admin);
    const before = await stored();
    const slow = slowStore();
    const first = makeReportFile({ ...services, store: slow.store }, id);
    await slow.begun;
    await silence(id);
    await restart();
    expect((await fileOf(admin, id)).state).toBe('queued');
    await makeReportFile(services, id);
    slow.goOn();
    await first;
    expect((await fileOf(admin, id)).state).toBe('done');
    expect(await stored()).toHaveLength(before.length + 1);
  });

  test('twice has failed, and is not downloadable', async () => {
    const { id } = await order(admin);
    for (const state of ['queued', 'failed']) {
      await sql`
        update report_file set state = 'running', run = gen_random_uuid(), attempts = attempts + 1, beat_at = now() - interval '1 minute'
        where id = ${id}`.execute(db.kysely);
      await restart();
      expect((await fileOf(admin, id)).state).toBe(state);
    }
    await makeReportFile(services, id);
    expect(await fileOf(admin, id)).toMatchObject({ state: 'failed', address: null, reason: expect.any(String) });
  });

  test('that says it is at work is left alone', async () => {
    const { id } = await order(admin);
    const slow = slowStore();
    const making = makeReportFile({ ...services, store: slow.store }, id);
    await slow.begun;
    await restart();
    slow.goOn();
    await making;
    expect((await fileOf(admin, id)).state).toBe('done');
  });
});

test('a file that has ended stays as it ended, whoever writes', async () => {
  const { id } = await order(admin);
  await makeReportFile(services, id);
  await expect(sql`update report_file set state = 'queued' where id = ${id}`.execute(db.kysely)).rejects.toThrow(
    'has ended',
  );
});

test('a file that cannot be written has failed, and nothing of it is left', async () => {
  const { id } = await order(admin);
  const before = await stored();
  const broken: Store = {
    ...store,
    writeFrom: async (name, content) => {
      await text(content.take(1));
      return store.writeFrom(name, Readable.from(failing()));
    },
  };
  await makeReportFile({ ...services, store: broken, log: { error: () => undefined } }, id);
  expect([(await fileOf(admin, id)).state, await stored()]).toEqual(['failed', before]);
});

async function* failing(): AsyncGenerator<string> {
  yield 'half';
  throw new Error('The disk is broken');
}

test.each([
  ['report', { report: 'no-such-report' }],
  ['format', { format: 'doc' }],
  ['filter[visit.no_such][eq]', { query: { 'filter[visit.no_such][eq]': '1' } }],
  ['columns', { query: { columns: 'visit.no_such' } }],
  ['page', { query: { page: '2' } }],
])('an order is refused by its %s', async (field, wrong) => {
  const body = { report: 'visit-report', format: 'csv', query: {}, ...wrong };
  expectInvalid(await call(app, admin.token, 'POST', '/api/report_file', { body }), field);
});

test('an order without the right of the report is refused', async () => {
  const user = await createUser(db, { level: 'group', codes: ['VIEW_SALES_REPORT'] });
  const body = { report: 'visit-report', format: 'csv', query: {} };
  expectError(await call(app, user.token, 'POST', '/api/report_file', { body }), 403, 'forbidden');
});
