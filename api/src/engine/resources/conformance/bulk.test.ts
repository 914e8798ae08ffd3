import type { ResourceDefinition } from '@innkeeper/contract';
import { describe, expect, test } from 'vitest';
import { type Answered, listIn, metaIn, recordIn, writtenIn } from '../../../testing/answers.ts';
import { readBooks } from '../../../testing/books.ts';
import { REASON, call, formBody, queryString } from '../../../testing/call.ts';
import { expectError, expectInvalid } from '../../../testing/expectations.ts';
import { inTurns } from '../../../testing/in-turns.ts';
import { createInputs, isTied } from '../../../testing/inputs.ts';
import { allResources, everyWritable, resourcesThat } from '../../../testing/resources.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import { createUser } from '../../../testing/user.ts';
import { createWorld } from '../../../testing/world.ts';

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createWorld(db));

const UNKNOWN = 999_999_999;

const noIds = inTurns<unknown>([
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
const noFlags = inTurns<unknown>(['yes', 2, 'true', {}, []]);
const wrongFilters = inTurns<readonly [object, string]>([
  [{ 'filter[no_such][contains]': 'x' }, 'filter[no_such][contains]'],
  [{ 'filter[id][contains]': 'x' }, 'filter[id][contains]'],
  [{ 'filter[id][eq]': 'x' }, 'filter[id][eq]'],
  [{ nonsense: '1' }, 'nonsense'],
  [{ page: '1' }, 'page'],
  [{ per_page: '5' }, 'per_page'],
  [{ 'filter[id][eq]': 5 }, 'filter[id][eq]'],
  [{ search: ['a'] }, 'search'],
]);
const noFilters = inTurns<unknown>([[], 'x', 1, null, true]);
const noExceptions = inTurns<unknown>([['x'], [0], 'x', 5, {}, true]);

describe.each(everyWritable)('bulk calls of %s', (key, d) => {
  const bulk = (path: 'destroyBulk' | 'restoreBulk', body: object) =>
    call(app, admin.token, 'POST', `/api/${key}/${path}`, { body });
  const get = async (id: number) => recordIn(d, await call(app, admin.token, 'GET', `/api/${key}/${id}`));
  const isDeleted = async (id: number) => (await get(id)).deleted_at !== null;
  const create = async (n: number): Promise<Answered[]> => {
    const made: Answered[] = [];
    for (let i = 0; i < n; i += 1) made.push(await inputs.create(d));
    return made;
  };
  const idsOf = (records: readonly Answered[]) => records.map(({ id }) => id);
  /** A filter that means just these records: all that an administrator of their own made. */
  const ownRecords = async (n: number) => {
    const owner = await createUser(db, { level: 'group' });
    const made: Answered[] = [];
    for (let i = 0; i < n; i += 1)
      made.push(writtenIn(await call(app, owner.token, 'POST', `/api/${key}`, { body: await inputs.full(d) })));
    return { made, filter: { 'filter[created_by_id][includes]': String(owner.id) } };
  };

  test('delete and restore all records that they list, as JSON and as a form', async () => {
    const ids = idsOf(await create(3));
    const deleted = await bulk('destroyBulk', { ids: [...ids, ids[0]], ...REASON.body });
    expect([deleted.status, deleted.body]).toEqual([200, { data: { deleted: 3 } }]);
    for (const id of ids) expect(await isDeleted(id)).toBe(true);
    const restored = await call(app, admin.token, 'POST', `/api/${key}/restoreBulk`, formBody({ ids }));
    expect([restored.status, restored.body]).toEqual([200, { data: { restored: 3 } }]);
    for (const id of ids) expect(await isDeleted(id)).toBe(false);
  });

  test('are all or none: an id that is unknown is named, and nothing is done', async () => {
    const [gone, ...left] = idsOf(await create(3));
    await call(app, admin.token, 'DELETE', `/api/${key}/${gone}`, REASON);
    const before = await readBooks(db);
    for (const unknown of [UNKNOWN, gone]) {
      const refused = expectError(await bulk('destroyBulk', { ids: [...left, unknown] }), 404, 'record_not_found');
      expect(refused.errors).toEqual({ ids: [String(unknown)] });
      expect(refused.message).toBe(`${d.label.en} ${unknown} was not found.`);
    }
    for (const unknown of [UNKNOWN, left[0]]) {
      const refused = expectError(await bulk('restoreBulk', { ids: [gone, unknown] }), 404, 'record_not_found');
      expect(refused.errors).toEqual({ ids: [String(unknown)] });
    }
    expect(await readBooks(db)).toEqual(before);
  });

  test('refuse what is no list of ids, an empty one, and one beyond 10,000', async () => {
    await inputs.create(d);
    const before = await readBooks(db);
    for (const ids of noIds(4)) {
      for (const path of ['destroyBulk', 'restoreBulk'] as const) expectInvalid(await bulk(path, { ids }), 'ids');
    }
    expect(await readBooks(db)).toEqual(before);
  });

  test('mean all that match a filter but the excepted ones', async () => {
    const { made, filter } = await ownRecords(4);
    const ids = idsOf(made);
    const [kept, ...others] = ids;
    const asked = await bulk('destroyBulk', { filter, except: [kept], dry_run: 1 });
    expect(asked.status, asked.text).toBe(200);
    expect(asked.body).toMatchObject({ data: { matched: 3, deleted: 3 } });
    for (const id of ids) expect(await isDeleted(id)).toBe(false);

    const deleted = await bulk('destroyBulk', { filter, except: [kept], ...REASON.body });
    expect([deleted.status, deleted.body]).toEqual([200, { data: { deleted: 3 } }]);
    expect(await isDeleted(kept ?? 0)).toBe(false);
    for (const id of others) expect(await isDeleted(id)).toBe(true);
    expect((await bulk('destroyBulk', { filter, except: [kept] })).body).toEqual({ data: { deleted: 0 } });

    expect((await bulk('restoreBulk', { filter, dry_run: 1 })).body).toMatchObject({
      data: { matched: 3, restored: 3 },
    });
    expect((await bulk('restoreBulk', { filter })).body).toEqual({ data: { restored: 3 } });
    for (const id of ids) expect(await isDeleted(id)).toBe(false);
  });

  test('match what the list matches', async () => {
    const { filter } = await ownRecords(2);
    const list = await call(app, admin.token, 'GET', `/api/${key}?${queryString(filter)}`);
    expect(listIn(d, list).length).toBe(2);
    expect(metaIn(d, list).total).toBe(2);
    expect((await bulk('destroyBulk', { filter, dry_run: 1 })).body).toMatchObject({ data: { matched: 2 } });
  });

  test('refuse what could be meant in two ways, before anything is deleted', async () => {
    const { id } = await inputs.create(d);
    const before = await readBooks(db);
    expectInvalid(await bulk('destroyBulk', { ids: [id], filter: {} }), 'filter');
    expectInvalid(await bulk('destroyBulk', { ids: [id], except: [id] }), 'except');
    expectInvalid(await bulk('destroyBulk', { ids: [id], dryrun: 1 }), 'dryrun');
    for (const dry_run of noFlags(2)) expectInvalid(await bulk('destroyBulk', { ids: [id], dry_run }), 'dry_run');
    expect(await readBooks(db)).toEqual(before);
  });

  test('refuse a filter that the list would refuse, by the name of its parameter', async () => {
    await inputs.create(d);
    const before = await readBooks(db);
    for (const [filter, name] of wrongFilters(3)) expectInvalid(await bulk('destroyBulk', { filter }), name);
    for (const filter of noFilters(2)) expectInvalid(await bulk('destroyBulk', { filter }), 'filter');
    for (const except of noExceptions(2)) expectInvalid(await bulk('destroyBulk', { filter: {}, except }), 'except');
    expect(await readBooks(db)).toEqual(before);
  });
});

/** A field of another resource by which records of this one are in use. */
function keeperOf({ key }: ResourceDefinition) {
  for (const [, from] of allResources)
    for (const [name, f] of Object.entries(from.fields)) {
      const isKept = f.kind === 'reference' && f.to === key && !f.computed && !isTied(from, name);
      if (isKept && !from.readOnly && from.key !== 'region_users') return { from, name };
    }
  return undefined;
}
const inUse = resourcesThat((d) => d.protected === true && keeperOf(d) !== undefined);

test.each(inUse)('a bulk delete of %s leaves all standing while one is in use, and says which', async (key, d) => {
  const keeper = keeperOf(d);
  if (!keeper) throw new Error(`Nothing uses a ${key}`);
  const [free, used] = [await inputs.create(d), await inputs.create(d)];
  await inputs.create(keeper.from, { [keeper.name]: used.id });
  const before = await readBooks(db);
  const body = { ids: [free.id, used.id] };
  const refused = expectError(await call(app, admin.token, 'POST', `/api/${key}/destroyBulk`, { body }), 409, 'in_use');
  expect(refused.errors?.ids).toEqual([String(used.id)]);
  const asked = await call(app, admin.token, 'POST', `/api/${key}/destroyBulk`, { body: { ...body, dry_run: 1 } });
  expect(asked.body).toMatchObject({ data: { matched: 2, deleted: 1, in_use: [used.id] } });
  expect(await readBooks(db)).toEqual(before);
});

test('the longest list of ids fits into a request', async () => {
  const ids = Array.from({ length: 10_000 }, (_, i) => UNKNOWN + i);
  const refused = expectError(
    await call(app, admin.token, 'POST', '/api/member/destroyBulk', { body: { ids } }),
    404,
    'record_not_found',
  );
  expect(refused.errors?.ids).toHaveLength(10_000);
});
