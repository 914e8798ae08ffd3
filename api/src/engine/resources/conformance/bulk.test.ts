import type { ResourceDefinition } from '@innkeeper/contract';
import { describe, expect, test } from 'vitest';
import { type ResponseRecord, parseList, parseMeta, parseRecord, parseWritten } from '../../../testing/responses.ts';
import { readDatabaseState } from '../../../testing/database-state.ts';
import { REASON, call, createFormBody, queryString } from '../../../testing/call.ts';
import { expectError, expectInvalid } from '../../../testing/expectations.ts';
import { createRotation } from '../../../testing/rotation.ts';
import { createInputs, isTiedReference } from '../../../testing/inputs.ts';
import { allResources, everyWritable, selectResources } from '../../../testing/resources.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import { createUser } from '../../../testing/user.ts';
import { createBaseRecords } from '../../../testing/base-records.ts';

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));

const UNKNOWN_ID = 999_999_999;

const invalidIds = createRotation<unknown>([
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
const invalidFlags = createRotation<unknown>(['yes', 2, 'true', {}, []]);
const invalidFilters = createRotation<readonly [object, string]>([
  [{ 'filter[no_such][contains]': 'x' }, 'filter[no_such][contains]'],
  [{ 'filter[id][contains]': 'x' }, 'filter[id][contains]'],
  [{ 'filter[id][eq]': 'x' }, 'filter[id][eq]'],
  [{ nonsense: '1' }, 'nonsense'],
  [{ page: '1' }, 'page'],
  [{ per_page: '5' }, 'per_page'],
  [{ 'filter[id][eq]': 5 }, 'filter[id][eq]'],
  [{ search: ['a'] }, 'search'],
]);
const nonObjectFilters = createRotation<unknown>([[], 'x', 1, null, true]);
const invalidExceptions = createRotation<unknown>([['x'], [0], 'x', 5, {}, true]);

describe.each(everyWritable)('bulk calls of %s', (key, d) => {
  const postBulk = (path: 'destroyBulk' | 'restoreBulk', body: object) =>
    call(app, admin.token, 'POST', `/api/${key}/${path}`, { body });
  const get = async (id: number) => parseRecord(d, await call(app, admin.token, 'GET', `/api/${key}/${id}`));
  const isDeleted = async (id: number) => (await get(id)).deleted_at !== null;
  const create = async (n: number): Promise<ResponseRecord[]> => {
    const records: ResponseRecord[] = [];
    for (let i = 0; i < n; i += 1) records.push(await inputs.create(d));
    return records;
  };
  const idsOf = (records: readonly ResponseRecord[]) => records.map(({ id }) => id);
  /** A filter that matches exactly these records: all that a dedicated administrator created. */
  const ownRecords = async (n: number) => {
    const owner = await createUser(db, { level: 'group' });
    const records: ResponseRecord[] = [];
    for (let i = 0; i < n; i += 1)
      records.push(
        parseWritten(await call(app, owner.token, 'POST', `/api/${key}`, { body: await inputs.createFull(d) })),
      );
    return { made: records, filter: { 'filter[created_by_id][includes]': String(owner.id) } };
  };

  test('delete and restore all listed records, as JSON and as a form', async () => {
    const ids = idsOf(await create(3));
    const deleteReply = await postBulk('destroyBulk', { ids: [...ids, ids[0]], ...REASON.body });
    expect([deleteReply.status, deleteReply.body]).toEqual([200, { data: { deleted: 3 } }]);
    for (const id of ids) expect(await isDeleted(id)).toBe(true);
    const restoreReply = await call(app, admin.token, 'POST', `/api/${key}/restoreBulk`, createFormBody({ ids }));
    expect([restoreReply.status, restoreReply.body]).toEqual([200, { data: { restored: 3 } }]);
    for (const id of ids) expect(await isDeleted(id)).toBe(false);
  });

  test('change nothing if one id is unknown, and report that id', async () => {
    const [deletedId, ...remainingIds] = idsOf(await create(3));
    await call(app, admin.token, 'DELETE', `/api/${key}/${deletedId}`, REASON);
    const before = await readDatabaseState(db);
    for (const missingId of [UNKNOWN_ID, deletedId]) {
      const rejection = expectError(
        await postBulk('destroyBulk', { ids: [...remainingIds, missingId] }),
        404,
        'record_not_found',
      );
      expect(rejection.errors).toEqual({ ids: [String(missingId)] });
      expect(rejection.message).toBe(`${d.label.en} ${missingId} was not found.`);
    }
    for (const missingId of [UNKNOWN_ID, remainingIds[0]]) {
      const rejection = expectError(
        await postBulk('restoreBulk', { ids: [deletedId, missingId] }),
        404,
        'record_not_found',
      );
      expect(rejection.errors).toEqual({ ids: [String(missingId)] });
    }
    expect(await readDatabaseState(db)).toEqual(before);
  });

  test('reject anything but a list of ids, an empty list, and one beyond 10,000', async () => {
    await inputs.create(d);
    const before = await readDatabaseState(db);
    for (const ids of invalidIds(4)) {
      for (const path of ['destroyBulk', 'restoreBulk'] as const) expectInvalid(await postBulk(path, { ids }), 'ids');
    }
    expect(await readDatabaseState(db)).toEqual(before);
  });

  test('apply to all matches of a filter except the excluded ones', async () => {
    const { made, filter } = await ownRecords(4);
    const ids = idsOf(made);
    const [excludedId, ...otherIds] = ids;
    const preview = await postBulk('destroyBulk', { filter, except: [excludedId], dry_run: 1 });
    expect(preview.status, preview.text).toBe(200);
    expect(preview.body).toMatchObject({ data: { matched: 3, deleted: 3 } });
    for (const id of ids) expect(await isDeleted(id)).toBe(false);

    const deleteReply = await postBulk('destroyBulk', { filter, except: [excludedId], ...REASON.body });
    expect([deleteReply.status, deleteReply.body]).toEqual([200, { data: { deleted: 3 } }]);
    expect(await isDeleted(excludedId ?? 0)).toBe(false);
    for (const id of otherIds) expect(await isDeleted(id)).toBe(true);
    expect((await postBulk('destroyBulk', { filter, except: [excludedId] })).body).toEqual({ data: { deleted: 0 } });

    expect((await postBulk('restoreBulk', { filter, dry_run: 1 })).body).toMatchObject({
      data: { matched: 3, restored: 3 },
    });
    expect((await postBulk('restoreBulk', { filter })).body).toEqual({ data: { restored: 3 } });
    for (const id of ids) expect(await isDeleted(id)).toBe(false);
  });

  test('match the same records as the list', async () => {
    const { filter } = await ownRecords(2);
    const list = await call(app, admin.token, 'GET', `/api/${key}?${queryString(filter)}`);
    expect(parseList(d, list).length).toBe(2);
    expect(parseMeta(d, list).total).toBe(2);
    expect((await postBulk('destroyBulk', { filter, dry_run: 1 })).body).toMatchObject({ data: { matched: 2 } });
  });

  test('reject an ambiguous request before anything is deleted', async () => {
    const { id } = await inputs.create(d);
    const before = await readDatabaseState(db);
    expectInvalid(await postBulk('destroyBulk', { ids: [id], filter: {} }), 'filter');
    expectInvalid(await postBulk('destroyBulk', { ids: [id], except: [id] }), 'except');
    expectInvalid(await postBulk('destroyBulk', { ids: [id], dryrun: 1 }), 'dryrun');
    for (const dry_run of invalidFlags(2))
      expectInvalid(await postBulk('destroyBulk', { ids: [id], dry_run }), 'dry_run');
    expect(await readDatabaseState(db)).toEqual(before);
  });

  test('reject a filter that the list would reject, naming the parameter', async () => {
    await inputs.create(d);
    const before = await readDatabaseState(db);
    for (const [filter, name] of invalidFilters(3)) expectInvalid(await postBulk('destroyBulk', { filter }), name);
    for (const filter of nonObjectFilters(2)) expectInvalid(await postBulk('destroyBulk', { filter }), 'filter');
    for (const exceptions of invalidExceptions(2))
      expectInvalid(await postBulk('destroyBulk', { filter: {}, except: exceptions }), 'except');
    expect(await readDatabaseState(db)).toEqual(before);
  });
});

/** A field of another resource that keeps records of this one in use. */
function findReferrer({ key }: ResourceDefinition) {
  for (const [, from] of allResources)
    for (const [name, f] of Object.entries(from.fields)) {
      const isReferenceInUse = f.kind === 'reference' && f.to === key && !f.computed && !isTiedReference(from, name);
      if (isReferenceInUse && !from.readOnly && from.key !== 'region_users') return { from, name };
    }
  return undefined;
}
const usedResources = selectResources((d) => d.protected === true && findReferrer(d) !== undefined);

test.each(usedResources)(
  'a bulk delete of %s deletes nothing while one record is in use, and names it',
  async (key, d) => {
    const referrer = findReferrer(d);
    if (!referrer) throw new Error(`Nothing uses a ${key}`);
    const [freeRecord, usedRecord] = [await inputs.create(d), await inputs.create(d)];
    await inputs.create(referrer.from, { [referrer.name]: usedRecord.id });
    const before = await readDatabaseState(db);
    const body = { ids: [freeRecord.id, usedRecord.id] };
    const rejection = expectError(
      await call(app, admin.token, 'POST', `/api/${key}/destroyBulk`, { body }),
      409,
      'in_use',
    );
    expect(rejection.errors?.ids).toEqual([String(usedRecord.id)]);
    const preview = await call(app, admin.token, 'POST', `/api/${key}/destroyBulk`, { body: { ...body, dry_run: 1 } });
    expect(preview.body).toMatchObject({ data: { matched: 2, deleted: 1, in_use: [usedRecord.id] } });
    expect(await readDatabaseState(db)).toEqual(before);
  },
);

test('the longest allowed list of ids fits into a request', async () => {
  const ids = Array.from({ length: 10_000 }, (_, i) => UNKNOWN_ID + i);
  const rejection = expectError(
    await call(app, admin.token, 'POST', '/api/member/destroyBulk', { body: { ids } }),
    404,
    'record_not_found',
  );
  expect(rejection.errors?.ids).toHaveLength(10_000);
});
