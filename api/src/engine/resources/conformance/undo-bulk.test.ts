import { describe, expect, test } from 'vitest';
import { type ResponseRecord, parseRecord } from '../../../testing/responses.ts';
import { readDatabaseState } from '../../../testing/database-state.ts';
import { REASON, call } from '../../../testing/call.ts';
import { expectError, expectInvalid } from '../../../testing/expectations.ts';
import { createInputs } from '../../../testing/inputs.ts';
import { everyWritable } from '../../../testing/resources.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import { type TestUser, createUser } from '../../../testing/user.ts';
import { createBaseRecords } from '../../../testing/base-records.ts';

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const colleague = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));

describe.each(everyWritable)('undoing a bulk call of %s', (key, d) => {
  const postBulk = async (path: string, body: object): Promise<string> => {
    const reply = await call(app, admin.token, 'POST', `/api/${key}/${path}`, { body });
    if (reply.status !== 200) throw new Error(reply.text);
    return String(reply.headers['x-request-id']);
  };
  const undoBulk = (request_id: unknown, user: TestUser = admin) =>
    call(app, user.token, 'POST', `/api/${key}/undoBulk`, { body: { request_id } });
  const get = async (id: number) => parseRecord(d, await call(app, admin.token, 'GET', `/api/${key}/${id}`));
  /** A record without the time and user of its last write. */
  const readContent = async (id: number): Promise<Partial<ResponseRecord>> => {
    const { version: _, updated_at: __, updated_by_id: ___, updated_by: ____, ...content } = await get(id);
    return content;
  };
  const create = async (): Promise<readonly number[]> => [(await inputs.create(d)).id, (await inputs.create(d)).id];

  test('restores the previous values, and an undo of the undo applies the change again', async () => {
    const ids = await create();
    const before = await Promise.all(ids.map(readContent));
    const edit = await postBulk('updateBulk', { ids, set: await inputs.createShared(d) });
    const after = await Promise.all(ids.map(readContent));
    const updated = after.filter((record, i) => JSON.stringify(record) !== JSON.stringify(before[i])).length;
    const undoReply = await undoBulk(edit);
    if (updated === 0) return void expectError(undoReply, 404, 'record_not_found'); // the call changed nothing
    expect([undoReply.status, undoReply.body]).toEqual([200, { data: { updated, deleted: 0, restored: 0 } }]);
    expect(await Promise.all(ids.map(readContent))).toEqual(before);
    expect((await undoBulk(String(undoReply.headers['x-request-id']))).status).toBe(200);
    expect(await Promise.all(ids.map(readContent))).toEqual(after);
  });

  test('restores deleted records, and deletes restored ones', async () => {
    const ids = await create();
    const before = await Promise.all(ids.map(readContent));
    const deletion = await postBulk('destroyBulk', { ids, ...REASON.body });
    expect((await undoBulk(deletion)).body).toEqual({ data: { updated: 0, deleted: 0, restored: 2 } });
    expect(await Promise.all(ids.map(readContent))).toEqual(before);
    await postBulk('destroyBulk', { ids, ...REASON.body });
    const restoring = await postBulk('restoreBulk', { ids });
    expect((await undoBulk(restoring)).body).toEqual({ data: { updated: 0, deleted: 2, restored: 0 } });
    for (const id of ids) expect((await get(id)).deleted_at).not.toBeNull();
  });

  test('is rejected as a whole once a record was changed, and names that record', async () => {
    const [first = 0, second = 0] = await create();
    const deletion = await postBulk('destroyBulk', { ids: [first, second], ...REASON.body });
    await call(app, admin.token, 'POST', `/api/${key}/${second}/restore`);
    const stateBefore = await readDatabaseState(db);
    expect(expectError(await undoBulk(deletion), 409, 'conflict').errors).toEqual({ ids: [String(second)] });
    expect(await readDatabaseState(db)).toEqual(stateBefore);
  });

  test('is limited to the user who made the call, and to calls that created no records', async () => {
    const ids = await create();
    const reply = await call(app, admin.token, 'POST', `/api/${key}`, { body: await inputs.createFull(d) });
    const deletion = await postBulk('destroyBulk', { ids, ...REASON.body });
    const stateBefore = await readDatabaseState(db);
    for (const [id, user] of [
      [deletion, colleague],
      [String(reply.headers['x-request-id']), admin],
      ['00000000-0000-4000-8000-000000000000', admin],
    ] as const)
      expectError(await undoBulk(id, user), 404, 'record_not_found');
    for (const invalidRequestId of [undefined, null, 1, '', 'x', deletion.slice(1), [deletion], { id: deletion }])
      expectInvalid(await undoBulk(invalidRequestId), 'request_id');
    expect(await readDatabaseState(db)).toEqual(stateBefore);
  });
});
