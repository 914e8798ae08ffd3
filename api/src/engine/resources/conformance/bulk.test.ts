import type { ResourceDefinition } from '@innkeeper/contract';
import { describe, expect, test } from 'vitest';
import { type ResponseRecord, listIn, metaIn, recordIn, writtenIn } from '../../../testing/responses.ts';
import { readDatabaseState } from '../../../testing/database-state.ts';
import { REASON, call, formBody, queryString } from '../../../testing/call.ts';
import { expectError, expectInvalid } from '../../../testing/expectations.ts';
import { takeInTurns } from '../../../testing/take-in-turns.ts';
import { createInputs, isTiedReference } from '../../../testing/inputs.ts';
import { allResources, everyWritable, resourcesThat } from '../../../testing/resources.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import { createUser } from '../../../testing/user.ts';
import { createBaseRecords } from '../../../testing/base-records.ts';

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));

const UNKNOWN = 999_999_999;

const invalidIds = takeInTurns<unknown>([
  undefined,
  null,
  [],
  'x',
  1,
  {},
  [0],
  [-1],
  [1.5],
  ['x'],
  [null],
  [[1]],
  [true],
  [2 ** 53],
  Array.from({ length: 10_001 }, (_, i) => i + 1),
]);
const invalidFlags = takeInTurns<unknown>(['yes', 2, 'true', {}, []]);
const wrongFilters = takeInTurns<readonly [object, string]>([
  [{ 'filter[no_such][contains]': 'x' }, 'filter[no_such][contains]'],
  [{ 'filter[id][contains]': 'x' }, 'filter[id][contains]'],
  [{ 'filter[id][eq]': 'x' }, 'filter[id][eq]'],
  [{ nonsense: '1' }, 'nonsense'],
  [{ page: '1' }, 'page'],
  [{ per_page: '5' }, 'per_page'],
  [{ 'filter[id][eq]': 5 }, 'filter[id][eq]'],
  [{ search: ['a'] }, 'search'],
]);
const invalidFilters = takeInTurns<unknown>([[], 'x', 1, null, true]);
const invalidExceptions = takeInTurns<unknown>([['x'], [0], 'x', 5, {}, true]);

describe.each(everyWritable)('bulk calls of %s', (key, d) => {
  const bulk = (path: 'destroyBulk' | 'restoreBulk', body: object) =>
    call(app, admin.token, 'POST', `/api/${key}/${path}`, { body });
  const get = async (id: number) => recordIn(d, await call(app, admin.token, 'GET', `/api/${key}/${id}`));
  const isDeleted = async (id: number) => (await get(id)).deleted_at !== null;
  const create = async (n: number): Promise<ResponseRecord[]> => {
    const made: ResponseRecord[] = [];
    for (let i = 0; i < n; i += 1) made.push(await inputs.create(d));
    return made;
  };
  const idsOf = (records: readonly ResponseRecord[]) => records.map(({ id }) => id);
  /** A filter that matches exactly these records: all that a dedicated administrator created. */
  const ownRecords = async (n: number) => {
    const owner = await createUser(db, { level: 'group' });
    const made: ResponseRecord[] = [];
    for (let i = 0; i < n; i += 1)
      made.push(writtenIn(await call(app, owner.token, 'POST', `/api/${key}`, { body: await inputs.full(d) })));
    return { made, filter: { 'filter[created_by_id][includes]': String(owner.id) } };
  };

  test('delete and restore all listed records, as JSON and as a form', async () => {
    const ids = idsOf(await create(3));
    const deleted = await bulk('destroyBulk', { ids: [...ids, ids[0]], ...REASON.body });
    expect([deleted.status, deleted.body]).toEqual([200, { data: { deleted: 3 } }]);
    for (const id of ids) expect(await isDeleted(id)).toBe(true);
    const restored = await call(app, admin.token, 'POST', `/api/${key}/restoreBulk`, formBody({ ids }));
    expect([restored.status, restored.body]).toEqual([200, { data: { restored: 3 } }]);
    for (const id of ids) expect(await isDeleted(id)).toBe(false);
  });

  test('are all or none: an unknown id is reported, and nothing is changed', async () => {
    const [removed, ...left] = idsOf(await create(3));
    await call(app, admin.token, 'DELETE', `/api/${key}/${removed}`, REASON);
    const before = await readDatabaseState(db);
    for (const unknown of [UNKNOWN, removed]) {
      const rejected = expectError(await bulk('destroyBulk', { ids: [...left, unknown] }), 404, 'record_not_found');
      expect(rejected.errors).toEqual({ ids: [String(unknown)] });
      expect(rejected.message).toBe(`${d.label.en} ${unknown} was not found.`);
    }
    for (const unknown of [UNKNOWN, left[0]]) {
      const rejected = expectError(await bulk('restoreBulk', { ids: [removed, unknown] }), 404, 'record_not_found');
      expect(rejected.errors).toEqual({ ids: [String(unknown)] });
    }
    expect(await readDatabaseState(db)).toEqual(before);
  });

  test('reject anything but a list of ids, an empty list, and one beyond 10,000', async () => {
    await inputs.create(d);
    const before = await readDatabaseState(db);
    for (const ids of invalidIds(4)) {
      for (const path of ['destroyBulk', 'restoreBulk'] as const) expectInvalid(await bulk(path, { ids }), 'ids');
    }
    expect(await readDatabaseState(db)).toEqual(before);
  });

  test('apply to all matches of a filter except the excluded ones', async () => {
    const { made, filter } = await ownRecords(4);
    const ids = idsOf(made);
    const [excluded, ...others] = ids;
    const preview = await bulk('destroyBulk', { filter, except: [excluded], dry_run: 1 });
    expect(preview.status, preview.text).toBe(200);
    expect(preview.body).toMatchObject({ data: { matched: 3, deleted: 3 } });
    for (const id of ids) expect(await isDeleted(id)).toBe(false);

    const deleted = await bulk('destroyBulk', { filter, except: [excluded], ...REASON.body });
    expect([deleted.status, deleted.body]).toEqual([200, { data: { deleted: 3 } }]);
    expect(await isDeleted(excluded ?? 0)).toBe(false);
    for (const id of others) expect(await isDeleted(id)).toBe(true);
    expect((await bulk('destroyBulk', { filter, except: [excluded] })).body).toEqual({ data: { deleted: 0 } });

    expect((await bulk('restoreBulk', { filter, dry_run: 1 })).body).toMatchObject({
      data: { matched: 3, restored: 3 },
    });
    expect((await bulk('restoreBulk', { filter })).body).toEqual({ data: { restored: 3 } });
    for (const id of ids) expect(await isDeleted(id)).toBe(false);
  });

  test('match the same records as the list', async () => {
    const { filter } = await ownRecords(2);
    const list = await call(app, admin.token, 'GET', `/api/${key}?${queryString(filter)}`);
    expect(listIn(d, list).length).toBe(2);
    expect(metaIn(d, list).total).toBe(2);
    expect((await bulk('destroyBulk', { filter, dry_run: 1 })).body).toMatchObject({ data: { matched: 2 } });
  });

  test('reject an ambiguous request before anything is deleted', async () => {
    const { id } = await inputs.create(d);
    const before = await readDatabaseState(db);
    expectInvalid(await bulk('destroyBulk', { ids: [id], filter: {} }), 'filter');
    expectInvalid(await bulk('destroyBulk', { ids: [id], except: [id] }), 'except');
    expectInvalid(await bulk('destroyBulk', { ids: [id], dryrun: 1 }), 'dryrun');
    for (const dry_run of invalidFlags(2)) expectInvalid(await bulk('destroyBulk', { ids: [id], dry_run }), 'dry_run');
    expect(await readDatabaseState(db)).toEqual(before);
  });

  test('reject a filter that the list would reject, naming the parameter', async () => {
    await inputs.create(d);
    const before = await readDatabaseState(db);
    for (const [filter, name] of wrongFilters(3)) expectInvalid(await bulk('destroyBulk', { filter }), name);
    for (const filter of invalidFilters(2)) expectInvalid(await bulk('destroyBulk', { filter }), 'filter');
    for (const except of invalidExceptions(2))
      expectInvalid(await bulk('destroyBulk', { filter: {}, except }), 'except');
    expect(await readDatabaseState(db)).toEqual(before);
  });
});

/** A field of another resource that keeps records of this one in use. */
function referrerOf({ key }: ResourceDefinition) {
  for (const [, from] of allResources)
    for (const [name, f] of Object.entries(from.fields)) {
      const isReferenceInUse = f.kind === 'reference' && f.to === key && !f.computed && !isTiedReference(from, name);
      if (isReferenceInUse && !from.readOnly && from.key !== 'region_users') return { from, name };
    }
  return undefined;
}
const inUse = resourcesThat((d) => d.protected === true && referrerOf(d) !== undefined);

test.each(inUse)('a bulk delete of %s deletes nothing while one record is in use, and names it', async (key, d) => {
  const referrer = referrerOf(d);
  if (!referrer) throw new Error(`Nothing uses a ${key}`);
  const [free, used] = [await inputs.create(d), await inputs.create(d)];
  await inputs.create(referrer.from, { [referrer.name]: used.id });
  const before = await readDatabaseState(db);
  const body = { ids: [free.id, used.id] };
  const rejected = expectError(
    await call(app, admin.token, 'POST', `/api/${key}/destroyBulk`, { body }),
    409,
    'in_use',
  );
  expect(rejected.errors?.ids).toEqual([String(used.id)]);
  const preview = await call(app, admin.token, 'POST', `/api/${key}/destroyBulk`, { body: { ...body, dry_run: 1 } });
  expect(preview.body).toMatchObject({ data: { matched: 2, deleted: 1, in_use: [used.id] } });
  expect(await readDatabaseState(db)).toEqual(before);
});

test('the longest allowed list of ids fits into a request', async () => {
  const ids = Array.from({ length: 10_000 }, (_, i) => UNKNOWN + i);
  const rejected = expectError(
    await call(app, admin.token, 'POST', '/api/member/destroyBulk', { body: { ids } }),
    404,
    'record_not_found',
  );
  expect(rejected.errors?.ids).toHaveLength(10_000);
});
