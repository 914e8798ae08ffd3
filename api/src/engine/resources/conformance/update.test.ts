import { type Field, getResource, isNullable } from '@innkeeper/contract';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { MAX_ERRORS } from '../../../platform/http/api-error.ts';
import { type ResponseRecord, parseRecord, parseWritten } from '../../../testing/responses.ts';
import { readDatabaseState } from '../../../testing/database-state.ts';
import { REASON, type Method, call, createFormBody } from '../../../testing/call.ts';
import { toReadForm, expectError, expectInvalid } from '../../../testing/expectations.ts';
import { createRotation } from '../../../testing/rotation.ts';
import { type Input, createInputs, isAccompanied, hasSample } from '../../../testing/inputs.ts';
import { everyWritable, findWritableFields } from '../../../testing/resources.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import { createUser } from '../../../testing/user.ts';
import { createBaseRecords } from '../../../testing/base-records.ts';
import { createInvalidValues } from '../../../testing/invalid-values.ts';

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));

/** The record without the columns that every update changes. */
const withoutAudit = ({
  version: _,
  updated_at: __,
  updated_by: ___,
  ...fields
}: ResponseRecord): Readonly<Record<string, unknown>> => fields;
const isRelationOf = (name: string) => (key: string) => key === name || key === name.replace(/_id$/, '');

const invalidMethods = createRotation<unknown>(['GET', 'put', 'nonsense', 1, ['PUT'], {}]);
const invalidVersions = createRotation(['x', '1.5', '-1', '1,2', '']);
const invalidIds = createRotation([
  '0',
  '-1',
  '1.5',
  'abc',
  '999999999999999',
  '9999999999999999999999',
  '01',
  '%00',
  '1%20',
  'null',
  '__proto__',
]);

describe.each(everyWritable)('updating %s', (key, d) => {
  const send = (id: number, body: object, headers: Record<string, string> = {}, method: Method = 'POST') =>
    call(app, admin.token, method, `/api/${key}/${id}`, { body, headers });
  const get = async (id: number) => parseRecord(d, await call(app, admin.token, 'GET', `/api/${key}/${id}`));
  const fields = findWritableFields(d);
  /** Values for all updatable fields. */
  const changes = async (): Promise<Input> =>
    Object.fromEntries(Object.entries(await inputs.createFull(d)).filter(([name]) => !d.fields[name]?.fixed));
  const isShown = (f: Field) => f.kind !== 'secret';
  /** Computed fields and their references. */
  const isComputed = (key: string) => d.fields[key]?.computed ?? d.fields[`${key}_id`]?.computed ?? false;

  test('changes every field in one request, returns the record and adds one version', async () => {
    const { id } = await inputs.create(d);
    const input = await changes();
    const reply = await send(id, input);
    expect(reply.status, reply.text).toBe(200);
    expect(parseWritten(reply)).toMatchObject({
      ...toReadForm(d, input),
      id,
      version: d.key === 'role_group' ? expect.any(Number) : 2,
      updated_by: { id: admin.id },
    });
    expect(await get(id)).toEqual(parseWritten(reply));
  });

  test('changes a single field without affecting the others', async () => {
    const record = await inputs.create(d);
    let before = await get(record.id);
    for (const [name, f] of fields) {
      if (isAccompanied(d, name) || f.fixed) continue;
      const { [name]: value } = await inputs.createFull(d);
      if (value === undefined) continue; // derived from another field
      const reply = await send(record.id, { [name]: value });
      expect(reply.status, `${name}: ${reply.text}`).toBe(200);
      const after = parseWritten(reply);
      if (isShown(f)) expect(after).toMatchObject(toReadForm(d, { [name]: value }));
      const otherFields = (r: ResponseRecord) =>
        Object.fromEntries(
          Object.entries(withoutAudit(r)).filter(
            ([k]) => !isRelationOf(name)(k) && !isNamed(d.relations, k) && !isComputed(k),
          ),
        );
      expect(otherFields(after), name).toEqual(otherFields(before));
      before = after;
    }
  });

  test('accepts the same input as a form and as JSON', async () => {
    const { id } = await inputs.create(d);
    const input = await changes();
    const { body, headers } = createFormBody({ ...input, _method: 'PUT' });
    const reply = await send(id, body, headers);
    expect(reply.status, reply.text).toBe(200);
    expect(parseWritten(reply)).toMatchObject(toReadForm(d, input));
  });

  test('clears optional fields, and rejects clearing required ones', async () => {
    const { id } = await inputs.create(d);
    // This field cannot be emptied: only changing the password clears it.
    const clearableFields = fields.filter(([name]) => name !== 'must_change_password');
    for (const [name, f] of clearableFields) {
      const reply = await send(id, { [name]: null });
      if (f.required) expectInvalid(reply, name);
      else expect(reply.status, `${name}: ${reply.text}`).toBe(200);
    }
    const form = createFormBody(Object.fromEntries(fields.filter(([, f]) => f.required).map(([name]) => [name, ''])));
    expectInvalid(
      await send(id, form.body, form.headers),
      ...fields.filter(([, f]) => f.required).map(([name]) => name),
    );
    const after = await get(id);
    for (const [name, f] of clearableFields) if (f.default !== undefined) expect(after[name], name).toBe(f.default);
    for (const [name, f] of fields) if (isShown(f) && !isNullable(f)) expect(after[name], name).not.toBeNull();
  });

  test('reports every invalid field, and writes nothing', async () => {
    const { id } = await inputs.create(d);
    const before = await readDatabaseState(db);
    const maxCount = Math.max(...fields.map(([, f]) => createInvalidValues(f).length));
    for (let i = 0; i < maxCount; i += 1) {
      const invalidInputs = fields.flatMap(([name, f]) =>
        createInvalidValues(f).length === 0
          ? []
          : [[name, createInvalidValues(f)[i % createInvalidValues(f).length]] as const],
      );
      const reply = expectError(await send(id, Object.fromEntries(invalidInputs)), 422, 'validation_failed');
      // References are looked up after everything else is valid, so a well-formed missing one may not be reported.
      const formValues = invalidInputs.filter(
        ([name, value]) =>
          !['reference', 'option', 'references'].includes(d.fields[name]?.kind ?? '') || typeof value !== 'object',
      );
      const errorFields = Object.keys(reply.errors ?? {});
      // The response lists at most this many errors.
      if (errorFields.length === MAX_ERRORS) continue;
      expect(formValues.filter(([name, value]) => !errorFields.includes(name) && typeof value !== 'number')).toEqual(
        [],
      );
    }
    expectInvalid(await send(id, { no_such_field: 1 }), 'no_such_field');
    expect(await readDatabaseState(db)).toEqual(before);
  });

  test('ignores ids, audit columns and computed fields', async () => {
    const record = await inputs.create(d);
    const computed = Object.fromEntries(
      Object.entries(d.fields)
        .filter(([, f]) => f.computed)
        .map(([name]) => [name, 'nonsense']),
    );
    const reply = await send(record.id, {
      ...computed,
      id: 1,
      version: 99,
      created_at: 'x',
      created_by: 7,
      created_by_id: 7,
      updated_by_id: null,
      deleted_by_id: 'x',
      updated_at: 'y',
      deleted_at: '2000-01-01 00:00:00',
      deleted_by: { id: 1 },
    });
    expect(reply.status, reply.text).toBe(200);
    expect(parseWritten(reply)).toEqual(await get(record.id));
    expect(withoutAudit(parseWritten(reply))).toEqual(withoutAudit(record));
  });

  test('accepts a record exactly as the API returned it', async () => {
    const record = await inputs.create(d);
    const ownFields = Object.entries(record).filter(([name]) => Object.hasOwn(d.fields, name));
    const reply = await send(record.id, Object.fromEntries(ownFields));
    expect(reply.status, reply.text).toBe(200);
    expect(withoutAudit(parseWritten(reply))).toEqual(withoutAudit(record));
  });

  test('updates for POST, PUT and PATCH in _method, deletes for DELETE, and rejects others', async () => {
    const { id } = await inputs.create(d);
    for (const _method of ['POST', 'PUT', 'PATCH', '', null]) {
      const change = await inputs.createChange(d);
      const reply = await send(id, { _method, ...change });
      expect(reply.status, reply.text).toBe(200);
      expect(parseWritten(reply)).toMatchObject(toReadForm(d, change));
    }
    for (const _method of invalidMethods(2)) expectInvalid(await send(id, { _method }), '_method');
    const deleteReply = await send(id, { _method: 'DELETE', ...REASON.body });
    expect(deleteReply.status, deleteReply.text).toBe(200);
    expect(parseWritten(deleteReply).deleted_at).not.toBeNull();
    for (const method of ['PUT', 'PATCH'] as const) {
      const rejectedReply = await send(id, {}, {}, method);
      expectError(rejectedReply, 405, 'method_not_allowed');
      expect(rejectedReply.headers.allow).toMatch(/^DELETE, GET(, HEAD)?, POST$/);
    }
  });

  test('rejects overwriting another write, and returns the current record', async () => {
    const record = await inputs.create(d);
    const [first, second] = [await inputs.createChange(d), await inputs.createChange(d)];
    const version = { 'if-unmodified-since-version': String(record.version) };
    const winnerReply = await send(record.id, first, version);
    expect(winnerReply.status, winnerReply.text).toBe(200);
    const lostReply = expectError(await send(record.id, second, version), 409, 'stale_record');
    expect(lostReply.current).toEqual(await get(record.id));
    expect(await get(record.id)).toEqual(parseWritten(winnerReply));
    const secondReply = await send(record.id, second, {
      'if-unmodified-since-version': String(parseWritten(winnerReply).version),
    });
    expect(secondReply.status, secondReply.text).toBe(200);
    for (const invalidVersion of invalidVersions(2)) {
      expectInvalid(
        await send(record.id, first, { 'if-unmodified-since-version': invalidVersion }),
        'If-Unmodified-Since-Version',
      );
    }
  });

  test('writes nothing if nothing changes', async () => {
    const input = await inputs.createFull(d);
    const secrets = new Set(fields.filter(([, f]) => f.kind === 'secret').map(([name]) => name));
    const reply = await call(app, admin.token, 'POST', `/api/${key}`, { body: input });
    const record = parseWritten(reply);
    const before = await readDatabaseState(db);
    const unchangedInput = Object.fromEntries(Object.entries(input).filter(([name]) => !secrets.has(name)));
    // A file that is uploaded again counts as new; the URL it was read from does not.
    for (const [name, f] of fields) if (f.kind === 'file') unchangedInput[name] = record[name];
    for (const body of [unchangedInput, {}]) {
      const secondReply = await send(record.id, body);
      expect(secondReply.status, secondReply.text).toBe(200);
      expect(parseWritten(secondReply)).toEqual(record);
    }
    expect(await readDatabaseState(db)).toEqual(before);
  });

  test('keeps a reference to a record deleted since, but rejects a new one', async () => {
    for (const [name, f] of fields) {
      if (f.kind !== 'reference' || getResource(f.to).protected) continue;
      if (hasSample(d, name)) continue; // its value follows from a rule
      const target = await inputs.create(getResource(f.to));
      const record = await inputs.create(d, { [name]: target.id });
      const anotherRecord = await inputs.create(d);
      expect((await call(app, admin.token, 'DELETE', `/api/${f.to}/${target.id}`, REASON)).status).toBe(200);
      if ((await get(record.id)).deleted_at !== null) continue; // the record was deleted with its target
      const { [name]: _, ...change } = await inputs.createChange(d);
      const unchangedReply = await send(record.id, { ...change, [name]: target.id });
      expect(unchangedReply.status, `${name}: ${unchangedReply.text}`).toBe(200);
      expectInvalid(await send(anotherRecord.id, { [name]: target.id }), name);
    }
  });

  test('keeps the values of its list fields that are no longer available', async () => {
    for (const [name, f] of fields) {
      if (f.kind !== 'references') continue;
      const target = getResource(f.to);
      for (let n = 0; n < 3 && !target.readOnly; n += 1) await inputs.create(target);
      const { rows } = await sql<{ id: number }>`select id from ${sql.table(f.to)} where deleted_at is null
        ${f.names ? sql`and name = any(${f.names}::text[])` : sql``} order by id desc limit 3`.execute(db.kysely);
      const [addedId, ...currentIds] = rows.map(({ id }) => id);
      currentIds.reverse();
      const record = await inputs.create(d, { [name]: currentIds });
      await sql`update ${sql.table(f.to)} set deleted_at = now() where id = ${currentIds[0]}`.execute(db.kysely);
      const unchangedReply = await send(record.id, { [name]: [...currentIds, addedId] });
      expect(unchangedReply.status, unchangedReply.text).toBe(200);
      expect(parseWritten(unchangedReply)[name]).toEqual([...currentIds, addedId]);
      const fewerReply = await send(record.id, { [name]: currentIds.slice(1) });
      expect(fewerReply.status, fewerReply.text).toBe(200);
      expectInvalid(await send(record.id, { [name]: currentIds }), name);
      await sql`update ${sql.table(f.to)} set deleted_at = null where id = ${currentIds[0]}`.execute(db.kysely);
    }
  });

  test('returns a 404 for a missing or invalid id', async () => {
    for (const id of invalidIds(3)) {
      const reply = await call(app, admin.token, 'POST', `/api/${key}/${id}`, { body: {} });
      expectError(reply, 404, 'record_not_found');
    }
  });
});

const isNamed = (relations: Readonly<Record<string, string>> | undefined, key: string): boolean =>
  Object.hasOwn(relations ?? {}, key);
