import { type ResourceDefinition, resourceKeys, resources, targetKey } from '@innkeeper/contract';
import { describe, expect, test } from 'vitest';
import { type ResponseRecord, listIn, recordIn, writtenIn } from '../../../testing/responses.ts';
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
const remove = (key: string, id: number) => call(app, admin.token, 'DELETE', `/api/${key}/${id}`, REASON);

/** Fields of other resources that keep a record of this one in use. */
const referrers = (d: ResourceDefinition): { from: ResourceDefinition; name: string }[] =>
  resourceKeys.flatMap((key) => {
    const from: ResourceDefinition = resources[key];
    return Object.entries(from.fields).flatMap(([name, f]) =>
      (f.kind === 'reference' && f.to === d.key && !f.owned) || (f.kind === 'option' && d.key === 'option_detail')
        ? [{ from, name }]
        : [],
    );
  });

describe.each(everyWritable)('the trash of %s', (key, d) => {
  const get = async (id: number) => recordIn(d, await call(app, admin.token, 'GET', `/api/${key}/${id}`));
  const ids = async (query: string) =>
    listIn(d, await call(app, admin.token, 'GET', `/api/${key}?sort=-id&per_page=500${query}`)).map((r) => r.id);

  test('stores a record, shows it as deleted, and restores it unchanged', async () => {
    const { id } = await inputs.create(d);
    const before = await get(id);
    const deleted = await remove(key, id);
    expect(deleted.status, deleted.text).toBe(200);
    expect(writtenIn(deleted)).toMatchObject({
      id,
      deleted_by: { id: admin.id },
      deleted_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    });
    expect(await get(id)).toEqual(writtenIn(deleted));
    expect(await ids('')).not.toContain(id);
    expect(await ids('&deleted=0')).not.toContain(id);
    expect(await ids('&deleted=1')).toContain(id);
    expect(await ids('&deleted=1&filter[deleted_at][null]=0')).toContain(id);

    const restored = await post(`${key}/${id}/restore`);
    expect(restored.status, restored.text).toBe(200);
    const { version: _, updated_at: __, updated_by: ___, ...lasting } = before;
    expect(writtenIn(restored)).toMatchObject({ ...lasting, deleted_at: null, deleted_by: null });
    expect(await ids('')).toContain(id);
  });

  test('rejects deleting or restoring a record that was changed since it was read', async () => {
    const { id } = await inputs.create(d);
    const path = `/api/${key}/${id}`;
    const send = (method: 'POST' | 'DELETE', url: string, seen: unknown, body = {}) =>
      call(app, admin.token, method, url, { body, headers: { 'if-unmodified-since-version': String(seen) } });
    for (const make of [
      (seen: unknown) => send('DELETE', path, seen, REASON.body),
      (seen: unknown) => send('POST', `${path}/restore`, seen),
      (seen: unknown) => send('POST', path, seen, { _method: 'DELETE', ...REASON.body }),
    ]) {
      const record = await get(id);
      const stale = expectError(await make(record.version - 1), 409, 'stale_record');
      expect(stale.current).toEqual(record);
      expectInvalid(await make('yesterday'), 'If-Unmodified-Since-Version');
      expect(await get(id)).toEqual(record);
      const done = await make(record.version);
      expect(done.status, done.text).toBe(200);
    }
  });

  test('returns 404 for a second delete, for restoring a live record and for a missing record', async () => {
    const { id } = await inputs.create(d);
    expectError(await post(`${key}/${id}/restore`), 404, 'record_not_found');
    await remove(key, id);
    const before = await readDatabaseState(db);
    expectError(await remove(key, id), 404, 'record_not_found');
    expectError(await post(`${key}/${id}`, { _method: 'DELETE' }), 404, 'record_not_found');
    for (const unknown of [999_999_999, 0]) {
      expectError(await remove(key, unknown), 404, 'record_not_found');
      expectError(await post(`${key}/${unknown}/restore`), 404, 'record_not_found');
      const text = expectError(
        await call(app, admin.token, 'GET', `/api/${key}/${unknown}`),
        404,
        'record_not_found',
      ).message;
      expect(text).toBe(`${d.label.en} ${unknown} was not found.`);
    }
    expect(await readDatabaseState(db)).toEqual(before);
  });

  test('rejects changes of a deleted record', async () => {
    const { id } = await inputs.create(d);
    await remove(key, id);
    const change = await inputs.change(d);
    const before = await readDatabaseState(db);
    expectError(await post(`${key}/${id}`, change), 409, 'conflict');
    expect(await readDatabaseState(db)).toEqual(before);
  });

  test('frees unique values, and rejects restoring a value taken in the meantime', async () => {
    for (const { fields } of d.unique ?? []) {
      const first = await inputs.create(d);
      const taken: Input = Object.fromEntries(fields.map((name) => [name, first[name]]));
      const field = fields.at(-1) ?? '';
      const requested = await inputs.full(d, taken);
      const expectRejected = (reply: Reply<unknown>) =>
        d.key === 'voucher_redeem' ? expectError(reply, 409, 'already_redeemed') : expectInvalid(reply, field);
      expectRejected(await post(key, requested));
      const other = await inputs.create(d);
      const given = await post(`${key}/${other.id}`, taken);
      if (d.key === 'voucher_redeem') expectError(given, 409, 'settled');
      else expectRejected(given);

      await remove(key, first.id);
      const second = await post(key, requested);
      expect(second.status, second.text).toBe(201);
      const again = await post(`${key}/${first.id}/restore`);
      if (d.key === 'voucher_redeem') expectRejected(again);
      else expect(Object.keys(expectError(again, 409, 'conflict').errors ?? {})).toEqual([field]);
      expect((await get(first.id)).deleted_at).not.toBeNull();

      await remove(key, writtenIn(second).id);
      expect((await post(`${key}/${first.id}/restore`)).status).toBe(200);
    }
  });

  test('unique texts that ignore case are the same in any case', async () => {
    for (const { fields, ignoreCase } of d.unique ?? []) {
      const [field = ''] = fields;
      if (!ignoreCase || fields.length > 1) continue;
      const first = await inputs.create(d);
      const value = String(first[field]);
      for (const same of [value.toUpperCase(), value.toLowerCase()]) {
        const reply = await post(key, await inputs.full(d, { [field]: same }));
        // A pattern may reject the other case; then there is nothing to compare.
        expectInvalid(reply, field);
      }
    }
  });

  test('rejects a record in use, names what uses it, and accepts it once it is free', async () => {
    if (!d.protected) return;
    for (const { from, name } of referrers(d)) {
      if (from.readOnly || from.fields[name]?.computed || isTiedReference(from, name)) continue;
      const target = await targetFor(d, from, name);
      const user = await inputs.create(from, referenceInput(from, name, target));
      const before = await readDatabaseState(db);
      const rejected = expectError(await remove(key, target.id), 409, 'in_use');
      expect(rejected.message).toContain(`1 ${from.label.en.toLowerCase()}`);
      expect(rejected.errors?.ids).toEqual([String(target.id)]);
      expect(await readDatabaseState(db)).toEqual(before);
      expect((await remove(from.key, user.id)).status).toBe(200);
      const freed = await remove(key, target.id);
      expect(freed.status, `${from.key}.${name}: ${freed.text}`).toBe(200);
      // It cannot be restored, since its user no longer exists.
      const dangling = expectError(await post(`${from.key}/${user.id}/restore`), 409, 'conflict');
      expect(Object.keys(dangling.errors ?? {})).toContain(name);
    }
  });

  test('rejects a reference to a deleted or missing record at its field', async () => {
    for (const [name, f] of Object.entries(d.fields)) {
      if ((f.kind !== 'reference' && f.kind !== 'option') || f.computed || isTiedReference(d, name)) continue;
      // A contract test checks that every reference has a resource.
      const target: ResourceDefinition = resources[targetKey(f) as keyof typeof resources];
      const removed = await inputs.create(target);
      expect((await remove(target.key, removed.id)).status).toBe(200);
      const input = await inputs.full(d);
      const record = await inputs.create(d);
      const before = await readDatabaseState(db);
      for (const wrong of [removed.id, 999_999_999]) {
        expectInvalid(await post(key, { ...input, [name]: wrong }), name);
        expectInvalid(await post(`${key}/${record.id}`, { [name]: wrong }), name);
      }
      expect(await readDatabaseState(db)).toEqual(before);
    }
  });
});

/** A new record for that field to reference; for an option field, a detail that staff added to its option. */
async function targetFor(d: ResourceDefinition, from: ResourceDefinition, name: string): Promise<ResponseRecord> {
  const f = from.fields[name];
  if (f?.kind !== 'option') return inputs.create(d);
  const reply = await call(app, admin.token, 'GET', `/api/option?filter[slug][matches]=${f.slug}`);
  const option = (reply.body as { data: { data: { id: number }[] } }).data.data[0];
  return inputs.create(d, { option_id: option?.id });
}

/** Sets two references together if the resource's rules tie them to each other. */
function referenceInput(from: ResourceDefinition, name: string, target: ResponseRecord): Input {
  const isPlaceOfAssignment = from.key === 'region_users' && name === 'region_id';
  return { [name]: target.id, ...(isPlaceOfAssignment && { restrict_hotel_id: null }) };
}
