import { bulkFields, isNullable } from '@innkeeper/contract';
import { describe, expect, test } from 'vitest';
import { type ResponseRecord, parseRecord, parseWritten } from '../../../testing/responses.ts';
import { readDatabaseState } from '../../../testing/database-state.ts';
import { REASON, call, createFormBody } from '../../../testing/call.ts';
import { toReadForm, expectError, expectInvalid } from '../../../testing/expectations.ts';
import {
  type Input,
  createInputs,
  isAccompanied,
  isCompleted,
  hasSample,
  sharedFields,
} from '../../../testing/inputs.ts';
import { everyWritable, findWritableFields } from '../../../testing/resources.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import { createUser } from '../../../testing/user.ts';
import { respondsWhileLocked } from '../../../testing/while-locked.ts';
import { createBaseRecords } from '../../../testing/base-records.ts';
import { createInvalidValues } from '../../../testing/invalid-values.ts';

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));

const UNKNOWN_ID = 999_999_999;
const TWO_UPDATED = { data: { matched: 2, updated: 2, rejected: [], reasons: [] } };

describe.each(everyWritable)('editing many records of %s', (key, d) => {
  const editInBulk = (body: object) => call(app, admin.token, 'POST', `/api/${key}/updateBulk`, { body });
  const get = async (id: number) => parseRecord(d, await call(app, admin.token, 'GET', `/api/${key}/${id}`));
  const create = async (n: number): Promise<number[]> => {
    const ids: number[] = [];
    for (let i = 0; i < n; i += 1) ids.push((await inputs.create(d)).id);
    return ids;
  };
  const fields = sharedFields(d).filter((name) => !hasSample(d, name) && !isAccompanied(d, name));
  const pickValues = async (...names: readonly string[]): Promise<Input> => {
    const full = await inputs.createFull(d);
    return Object.fromEntries(names.map((name) => [name, full[name] ?? null]));
  };
  const changesIn = async (id: number): Promise<ResponseRecord> =>
    (await call<{ data: [ResponseRecord] }>(app, admin.token, 'GET', `/api/${key}/${id}/history`)).body.data[0];

  test('sets each field on all listed records, and adds it to the history of each', async () => {
    const ids = await create(2);
    for (const name of fields) {
      const before = await Promise.all(ids.map(get));
      const set = await pickValues(name);
      const preview = await editInBulk({ ids, set, dry_run: 1 });
      expect([preview.status, preview.body], `${name}: ${preview.text}`).toEqual([200, TWO_UPDATED]);
      const reply = await editInBulk({ ids: [...ids, ids[0]], set });
      expect([reply.status, reply.body], `${name}: ${reply.text}`).toEqual([200, { data: { updated: 2 } }]);
      for (const [index, id] of ids.entries()) {
        const after = await get(id);
        expect(after).toMatchObject(toReadForm(d, set));
        if (JSON.stringify(after[name]) === JSON.stringify(before[index]?.[name])) continue;
        expect(after.version, name).toBeGreaterThan(before[index]?.version ?? 0);
        const { changes, ...entry } = await changesIn(id);
        expect([entry, Object.keys(Object(changes))], name).toEqual([
          expect.objectContaining({ action: 'update', by: expect.objectContaining({ id: admin.id }) }),
          expect.arrayContaining([name]),
        ]);
      }
    }
  });

  test('has a dry run that writes and locks nothing, and waits for no lock that allows reads', async () => {
    const ids = await create(2);
    const set = await inputs.createShared(d);
    const headers = { 'idempotency-key': `asked-${key}` };
    const before = await readDatabaseState(db);
    const preview = await respondsWhileLocked(db, () =>
      call(app, admin.token, 'POST', `/api/${key}/updateBulk`, { body: { ids, set, dry_run: 1 }, headers }),
    );
    expect([preview.status, preview.body], preview.text).toEqual([200, TWO_UPDATED]);
    expect(await readDatabaseState(db)).toEqual(before);
  });

  test('accepts the same input as a form and as JSON', async () => {
    const ids = await create(2);
    const set = await inputs.createShared(d);
    const form = createFormBody({ ids, set });
    const reply = await call(app, admin.token, 'POST', `/api/${key}/updateBulk`, form);
    expect([reply.status, reply.body]).toEqual([200, { data: { updated: 2 } }]);
    for (const id of ids) expect(await get(id)).toMatchObject(toReadForm(d, set));
  });

  test('clears optional fields, and rejects clearing required ones', async () => {
    const ids = await create(2);
    for (const name of fields) {
      const f = d.fields[name];
      const reply = await editInBulk({ ids, set: { [name]: null } });
      if (f?.required) expectInvalid(reply, name);
      else expect(reply.status, `${name}: ${reply.text}`).toBe(200);
      if (!f || f.required || !isNullable(f) || f.kind === 'references' || isCompleted(d, name)) continue;
      for (const id of ids) expect((await get(id))[name], name).toBeNull();
    }
  });

  test('rejects the values that an update rejects, naming their fields, and writes nothing', async () => {
    const ids = await create(2);
    const before = await readDatabaseState(db);
    for (const name of fields) {
      const f = d.fields[name];
      const invalidValue = f ? createInvalidValues(f)[0] : undefined;
      if (invalidValue === undefined) continue;
      expectInvalid(await editInBulk({ ids, set: { [name]: invalidValue } }), name);
      expectInvalid(await editInBulk({ ids, set: { [name]: invalidValue }, dry_run: 1 }), name);
    }
    expectInvalid(await editInBulk({ ids, set: { no_such_field: 1 } }), 'no_such_field');
    for (const set of [undefined, null, {}, [], 'x', 1]) expectInvalid(await editInBulk({ ids, set }), 'set');
    expect(await readDatabaseState(db)).toEqual(before);
  });

  test('rejects fields unique to each record: keys, secrets, files and server-set values', async () => {
    const ids = await create(2);
    const ownFields = findWritableFields(d).filter(([name, f]) => !bulkFields(d).includes(name) && f.kind !== 'file');
    const sets = await Promise.all(ownFields.map(async ([name]) => [name, await pickValues(name)] as const));
    const before = await readDatabaseState(db);
    for (const [name, set] of sets) expectInvalid(await editInBulk({ ids, set }), name);
    for (const name of ['id', 'version', 'created_at', 'deleted_at', 'updated_by_id'])
      expectInvalid(await editInBulk({ ids, set: { [name]: 1 } }), name);
    expect(await readDatabaseState(db)).toEqual(before);
  });

  test('changes nothing if one id is unknown or deleted, and reports that id', async () => {
    const [deletedId, ...remainingIds] = await create(3);
    await call(app, admin.token, 'DELETE', `/api/${key}/${deletedId}`, REASON);
    const set = await inputs.createShared(d);
    const before = await readDatabaseState(db);
    for (const missingId of [UNKNOWN_ID, deletedId]) {
      for (const dry_run of [0, 1]) {
        const rejection = expectError(
          await editInBulk({ ids: [...remainingIds, missingId], set, dry_run }),
          404,
          'record_not_found',
        );
        expect(rejection.errors).toEqual({ ids: [String(missingId)] });
      }
    }
    expect(await readDatabaseState(db)).toEqual(before);
  });

  test('applies to all matches of a filter except the excluded ones, after a dry run that counts them', async () => {
    const owner = await createUser(db, { level: 'group' });
    const ids: number[] = [];
    for (let i = 0; i < 3; i += 1) {
      const reply = await call(app, owner.token, 'POST', `/api/${key}`, { body: await inputs.createFull(d) });
      ids.push(parseWritten(reply).id);
    }
    const [excludedId = 0, ...otherIds] = ids;
    const set = await inputs.createShared(d);
    const target = { filter: { 'filter[created_by_id][includes]': String(owner.id) }, except: [excludedId] };
    const [excludedRecord, before] = [await get(excludedId), await readDatabaseState(db)];
    const preview = await editInBulk({ ...target, set, dry_run: 1 });
    expect([preview.status, preview.body], preview.text).toEqual([
      200,
      { data: { matched: 2, updated: 2, rejected: [], reasons: [] } },
    ]);
    expect(await readDatabaseState(db)).toEqual(before);
    expect((await editInBulk({ ...target, set })).body).toEqual({ data: { updated: 2 } });
    for (const id of otherIds) expect(await get(id)).toMatchObject(toReadForm(d, set));
    expect(await get(excludedId)).toEqual(excludedRecord);
    const emptyFilter = { 'filter[id][eq]': String(UNKNOWN_ID) };
    expect((await editInBulk({ filter: emptyFilter, set })).body).toEqual({ data: { updated: 0 } });
  });
});
