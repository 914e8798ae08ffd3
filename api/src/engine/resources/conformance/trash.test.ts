import { type ResourceDefinition, resourceKeys, resources, targetKey } from '@innkeeper/contract';
import { describe, expect, test } from 'vitest';
import { type ResponseRecord, parseList, parseRecord, parseWritten } from '../../../testing/responses.ts';
import { readDatabaseState } from '../../../testing/database-state.ts';
import { REASON, type Reply, call } from '../../../testing/call.ts';
import { expectError, expectInvalid } from '../../../testing/expectations.ts';
import { type Input, createInputs, isTiedReference } from '../../../testing/inputs.ts';
import { everyWritable } from '../../../testing/resources.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import { createUser } from '../../../testing/user.ts';
import { createBaseRecords } from '../../../testing/base-records.ts';

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));

const post = (path: string, body: object = {}) => call(app, admin.token, 'POST', `/api/${path}`, { body });
const deleteRecord = (key: string, id: number) => call(app, admin.token, 'DELETE', `/api/${key}/${id}`, REASON);

/** Fields of other resources that keep a record of this one in use. */
const referrersOf = (d: ResourceDefinition): { from: ResourceDefinition; name: string }[] =>
  resourceKeys.flatMap((key) => {
    const from: ResourceDefinition = resources[key];
    return Object.entries(from.fields).flatMap(([name, f]) =>
      (f.kind === 'reference' && f.to === d.key && !f.owned) || (f.kind === 'option' && d.key === 'option_detail')
        ? [{ from, name }]
        : [],
    );
  });

describe.each(everyWritable)('the trash of %s', (key, d) => {
  const get = async (id: number) => parseRecord(d, await call(app, admin.token, 'GET', `/api/${key}/${id}`));
  const listIds = async (query: string) =>
    parseList(d, await call(app, admin.token, 'GET', `/api/${key}?sort=-id&per_page=500${query}`)).map((r) => r.id);

  test('stores a record, shows it as deleted, and restores it unchanged', async () => {
    const { id } = await inputs.create(d);
    const before = await get(id);
    const deleteReply = await deleteRecord(key, id);
    expect(deleteReply.status, deleteReply.text).toBe(200);
    expect(parseWritten(deleteReply)).toMatchObject({
      id,
      deleted_by: { id: admin.id },
      deleted_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    });
    expect(await get(id)).toEqual(parseWritten(deleteReply));
    expect(await listIds('')).not.toContain(id);
    expect(await listIds('&deleted=0')).not.toContain(id);
    expect(await listIds('&deleted=1')).toContain(id);
    expect(await listIds('&deleted=1&filter[deleted_at][null]=0')).toContain(id);

    const restoreReply = await post(`${key}/${id}/restore`);
    expect(restoreReply.status, restoreReply.text).toBe(200);
    const { version: _, updated_at: __, updated_by: ___, ...unchangedFields } = before;
    expect(parseWritten(restoreReply)).toMatchObject({ ...unchangedFields, deleted_at: null, deleted_by: null });
    expect(await listIds('')).toContain(id);
  });

  test('rejects deleting or restoring a record that was changed since it was read', async () => {
    const { id } = await inputs.create(d);
    const path = `/api/${key}/${id}`;
    const send = (method: 'POST' | 'DELETE', url: string, version: unknown, body = {}) =>
      call(app, admin.token, method, url, { body, headers: { 'if-unmodified-since-version': String(version) } });
    for (const write of [
      (version: unknown) => send('DELETE', path, version, REASON.body),
      (version: unknown) => send('POST', `${path}/restore`, version),
      (version: unknown) => send('POST', path, version, { _method: 'DELETE', ...REASON.body }),
    ]) {
      const record = await get(id);
      const staleError = expectError(await write(record.version - 1), 409, 'stale_record');
      expect(staleError.current).toEqual(record);
      expectInvalid(await write('yesterday'), 'If-Unmodified-Since-Version');
      expect(await get(id)).toEqual(record);
      const reply = await write(record.version);
      expect(reply.status, reply.text).toBe(200);
    }
  });

  test('returns 404 for a second delete, for restoring a live record and for a missing record', async () => {
    const { id } = await inputs.create(d);
    expectError(await post(`${key}/${id}/restore`), 404, 'record_not_found');
    await deleteRecord(key, id);
    const before = await readDatabaseState(db);
    expectError(await deleteRecord(key, id), 404, 'record_not_found');
    expectError(await post(`${key}/${id}`, { _method: 'DELETE' }), 404, 'record_not_found');
    for (const missingId of [999_999_999, 0]) {
      expectError(await deleteRecord(key, missingId), 404, 'record_not_found');
      expectError(await post(`${key}/${missingId}/restore`), 404, 'record_not_found');
      const text = expectError(
        await call(app, admin.token, 'GET', `/api/${key}/${missingId}`),
        404,
        'record_not_found',
      ).message;
      expect(text).toBe(`${d.label.en} ${missingId} was not found.`);
    }
    expect(await readDatabaseState(db)).toEqual(before);
  });

  test('rejects changes of a deleted record', async () => {
    const { id } = await inputs.create(d);
    await deleteRecord(key, id);
    const change = await inputs.createChange(d);
    const before = await readDatabaseState(db);
    expectError(await post(`${key}/${id}`, change), 409, 'conflict');
    expect(await readDatabaseState(db)).toEqual(before);
  });

  test('frees unique values, and rejects restoring a value taken in the meantime', async () => {
    for (const { fields } of d.unique ?? []) {
      const first = await inputs.create(d);
      const takenValues: Input = Object.fromEntries(fields.map((name) => [name, first[name]]));
      const field = fields.at(-1) ?? '';
      const conflictingInput = await inputs.createFull(d, takenValues);
      const expectRejected = (reply: Reply<unknown>) =>
        d.key === 'voucher_redeem' ? expectError(reply, 409, 'already_redeemed') : expectInvalid(reply, field);
      expectRejected(await post(key, conflictingInput));
      const otherRecord = await inputs.create(d);
      const reply = await post(`${key}/${otherRecord.id}`, takenValues);
      if (d.key === 'voucher_redeem') expectError(reply, 409, 'settled');
      else expectRejected(reply);

      await deleteRecord(key, first.id);
      const second = await post(key, conflictingInput);
      expect(second.status, second.text).toBe(201);
      const secondReply = await post(`${key}/${first.id}/restore`);
      if (d.key === 'voucher_redeem') expectRejected(secondReply);
      else expect(Object.keys(expectError(secondReply, 409, 'conflict').errors ?? {})).toEqual([field]);
      expect((await get(first.id)).deleted_at).not.toBeNull();

      await deleteRecord(key, parseWritten(second).id);
      expect((await post(`${key}/${first.id}/restore`)).status).toBe(200);
    }
  });

  test('unique texts that ignore case conflict in any case', async () => {
    for (const { fields, ignoreCase } of d.unique ?? []) {
      const [field = ''] = fields;
      if (!ignoreCase || fields.length > 1) continue;
      const first = await inputs.create(d);
      const value = String(first[field]);
      for (const spelling of [value.toUpperCase(), value.toLowerCase()]) {
        const reply = await post(key, await inputs.createFull(d, { [field]: spelling }));
        // A pattern may reject the other case; then there is nothing to compare.
        expectInvalid(reply, field);
      }
    }
  });

  test('rejects deleting a record in use, names its user, and accepts it once it is unused', async () => {
    if (!d.protected) return;
    for (const { from, name } of referrersOf(d)) {
      if (from.readOnly || from.fields[name]?.computed || isTiedReference(from, name)) continue;
      const target = await createTarget(d, from, name);
      const user = await inputs.create(from, createReferenceInput(from, name, target));
      const before = await readDatabaseState(db);
      const rejection = expectError(await deleteRecord(key, target.id), 409, 'in_use');
      expect(rejection.message).toContain(`1 ${from.label.en.toLowerCase()}`);
      expect(rejection.errors?.ids).toEqual([String(target.id)]);
      expect(await readDatabaseState(db)).toEqual(before);
      expect((await deleteRecord(from.key, user.id)).status).toBe(200);
      const deleteReply = await deleteRecord(key, target.id);
      expect(deleteReply.status, `${from.key}.${name}: ${deleteReply.text}`).toBe(200);
      // It cannot be restored, since its user no longer exists.
      const danglingError = expectError(await post(`${from.key}/${user.id}/restore`), 409, 'conflict');
      expect(Object.keys(danglingError.errors ?? {})).toContain(name);
    }
  });

  test('rejects a reference to a deleted or missing record at its field', async () => {
    for (const [name, f] of Object.entries(d.fields)) {
      if ((f.kind !== 'reference' && f.kind !== 'option') || f.computed || isTiedReference(d, name)) continue;
      // A contract test checks that every reference has a resource.
      const target: ResourceDefinition = resources[targetKey(f) as keyof typeof resources];
      const deletedRecord = await inputs.create(target);
      expect((await deleteRecord(target.key, deletedRecord.id)).status).toBe(200);
      const input = await inputs.createFull(d);
      const record = await inputs.create(d);
      const before = await readDatabaseState(db);
      for (const missingId of [deletedRecord.id, 999_999_999]) {
        expectInvalid(await post(key, { ...input, [name]: missingId }), name);
        expectInvalid(await post(`${key}/${record.id}`, { [name]: missingId }), name);
      }
      expect(await readDatabaseState(db)).toEqual(before);
    }
  });
});

/** A new record for that field to reference; for an option field, a detail that staff added to its option. */
async function createTarget(d: ResourceDefinition, from: ResourceDefinition, name: string): Promise<ResponseRecord> {
  const f = from.fields[name];
  if (f?.kind !== 'option') return inputs.create(d);
  const reply = await call(app, admin.token, 'GET', `/api/option?filter[slug][matches]=${f.slug}`);
  const option = (reply.body as { data: { data: { id: number }[] } }).data.data[0];
  return inputs.create(d, { option_id: option?.id });
}

/** Sets two references together if the resource's rules tie them to each other. */
function createReferenceInput(from: ResourceDefinition, name: string, target: ResponseRecord): Input {
  const isPlaceOfAssignment = from.key === 'region_users' && name === 'region_id';
  return { [name]: target.id, ...(isPlaceOfAssignment && { restrict_hotel_id: null }) };
}
