import { describe, expect, test } from 'vitest';
import { parseRecord, parseWritten } from '../../../testing/responses.ts';
import { readDatabaseState } from '../../../testing/database-state.ts';
import { call, createFormBody, isBytes } from '../../../testing/call.ts';
import { toReadForm, expectError, expectInvalid } from '../../../testing/expectations.ts';
import { createRotation } from '../../../testing/rotation.ts';
import { createInputs } from '../../../testing/inputs.ts';
import { everyWritable, findWritableFields } from '../../../testing/resources.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import { createUser } from '../../../testing/user.ts';
import { createBaseRecords } from '../../../testing/base-records.ts';
import { createInvalidValues } from '../../../testing/invalid-values.ts';

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));

const pickBlank = createRotation([null, '', '  ']);
const nonObjects = createRotation(['[]', '"text"', '1', 'null', 'true', '{', '', '{"a":1,}']);

describe.each(everyWritable)('creating %s', (key, d) => {
  const post = (body: object) => call(app, admin.token, 'POST', `/api/${key}`, { body });
  const fields = findWritableFields(d);
  const required = fields.filter(([, f]) => f.required).map(([name]) => name);

  test('returns 201 with the record, and every field reads back as it was sent', async () => {
    const input = await inputs.createFull(d);
    const reply = await post(input);
    expect(reply.status, reply.text).toBe(201);
    const record = parseWritten(reply);
    expect(record).toMatchObject(toReadForm(d, input));
    expect(record).toMatchObject({
      version: 1,
      deleted_at: null,
      deleted_by: null,
      created_by: { id: admin.id },
      updated_by: { id: admin.id },
    });
    expect(parseRecord(d, await call(app, admin.token, 'GET', `/api/${key}/${record.id}`))).toEqual(record);
    for (const [name, f] of fields) if (f.kind === 'secret') expect(record, name).not.toHaveProperty(name);
  });

  test('accepts the same input as a form and as JSON', async () => {
    const input = await inputs.createFull(d);
    const reply = await call(app, admin.token, 'POST', `/api/${key}`, createFormBody(input));
    expect(reply.status, reply.text).toBe(201);
    expect(parseWritten(reply)).toMatchObject(toReadForm(d, input));
  });

  test('fills in defaults for missing fields', async () => {
    const input = await inputs.createRequired(d);
    const reply = await post(input);
    expect(reply.status, reply.text).toBe(201);
    const defaults = Object.fromEntries(
      Object.entries(d.fields).flatMap(([name, f]) =>
        f.default === undefined || f.computed ? [] : [[name, f.default]],
      ),
    );
    expect(parseWritten(reply)).toMatchObject({ ...defaults, ...toReadForm(d, input) });
  });

  test('treats an empty value of an optional field as null', async () => {
    const input = await inputs.createRequired(d);
    const optional = fields.filter(([, f]) => !f.required).map(([name]) => name);
    const createEmptyInput = (value: unknown) => Object.fromEntries(optional.map((name) => [name, value]));
    const json = await post({ ...input, ...createEmptyInput(null) });
    expect(json.status, json.text).toBe(201);
    const form = await call(
      app,
      admin.token,
      'POST',
      `/api/${key}`,
      createFormBody({ ...(await inputs.createRequired(d)), ...createEmptyInput('') }),
    );
    expect(form.status, form.text).toBe(201);
    const readableFields = optional.filter((name) => d.fields[name]?.kind !== 'secret');
    const pickReadable = (record: Readonly<Record<string, unknown>>) =>
      Object.fromEntries(readableFields.map((name) => [name, record[name]]));
    const requiredInput = await inputs.createRequired(d);
    const defaultRecord = parseWritten(await post(requiredInput));
    // A value that a rule derives from other fields differs between records; this only checks that there is one.
    const toEmptyFlags = (record: Readonly<Record<string, unknown>>) =>
      Object.fromEntries(Object.entries(pickReadable(record)).map(([name, v]) => [name, v === null]));
    expect(toEmptyFlags(parseWritten(json))).toEqual(toEmptyFlags(defaultRecord));
    expect(toEmptyFlags(parseWritten(form))).toEqual(toEmptyFlags(defaultRecord));
  });

  test('reports every missing required field, and writes nothing', async () => {
    const input = await inputs.createFull(d);
    const before = await readDatabaseState(db);
    expectInvalid(await post({}), ...required);
    for (const name of required) {
      const { [name]: _, ...otherInput } = input;
      expectInvalid(await post(otherInput), name);
      for (const empty of pickBlank(1)) expectInvalid(await post({ ...input, [name]: empty }), name);
      expectInvalid(
        await call(app, admin.token, 'POST', `/api/${key}`, createFormBody({ ...input, [name]: '' })),
        name,
      );
    }
    expect(await readDatabaseState(db)).toEqual(before);
  });

  test.each(fields.map(([name, f]) => ({ name, f })))(
    'rejects invalid values of $name, and writes nothing',
    async ({ name, f }) => {
      const withFiles = await inputs.createFull(d);
      const input = Object.fromEntries(Object.entries(withFiles).filter(([, value]) => !isBytes(value)));
      const missing = fields.filter(
        ([otherField, { kind, required: isRequired }]) => kind === 'file' && isRequired && otherField !== name,
      );
      const before = await readDatabaseState(db);
      for (const invalidValue of createInvalidValues(f)) {
        // JSON preserves the type of a value that is not text, but cannot carry files. Ids mean the same in a form, and
        // are looked up last.
        const isForm = typeof invalidValue === 'number' && (f.kind === 'reference' || f.kind === 'option');
        const reply = await post({ ...(isForm ? withFiles : input), [name]: invalidValue });
        expect([reply.status, JSON.stringify(invalidValue)?.slice(0, 80)]).toEqual([
          422,
          JSON.stringify(invalidValue)?.slice(0, 80),
        ]);
        expectInvalid(reply, name, ...(isForm ? [] : missing.map(([otherField]) => otherField)));
      }
      expect(await readDatabaseState(db)).toEqual(before);
    },
  );

  test('rejects every unknown field by name', async () => {
    const input = await inputs.createFull(d);
    const before = await readDatabaseState(db);
    expectInvalid(await post({ ...input, no_such_field: 1, another: null }), 'another', 'no_such_field');
    expectInvalid(
      await call(app, admin.token, 'POST', `/api/${key}`, createFormBody({ ...input, no_such_field: '' })),
      'no_such_field',
    );
    expect(await readDatabaseState(db)).toEqual(before);
  });

  test('ignores ids, audit columns and computed fields', async () => {
    const input = await inputs.createFull(d);
    const computed = Object.fromEntries(
      Object.entries(d.fields)
        .filter(([, f]) => f.computed)
        .map(([name]) => [name, 'nonsense']),
    );
    const audit = {
      id: 999_999_999,
      version: 77,
      created_at: '1990-01-01 00:00:00',
      updated_at: 'x',
      deleted_at: '1990-01-01 00:00:00',
      created_by: { id: 1 },
      updated_by: 5,
      deleted_by: 5,
    };
    const reply = await post({ ...input, ...computed, ...audit });
    expect(reply.status, reply.text).toBe(201);
    const record = parseWritten(reply);
    expect(record).toMatchObject({
      version: 1,
      deleted_at: null,
      deleted_by: null,
      created_by: { id: admin.id },
      updated_by: { id: admin.id },
    });
    expect(record.id).not.toBe(999_999_999);
    expect(record.created_at).not.toBe(audit.created_at);
    for (const name of Object.keys(computed)) expect(record[name], name).not.toBe('nonsense');
  });

  test('rejects a body that is not an object of fields', async () => {
    const before = await readDatabaseState(db);
    for (const body of nonObjects(3)) {
      const reply = await call(app, admin.token, 'POST', `/api/${key}`, {
        body,
        headers: { 'content-type': 'application/json' },
      });
      if (reply.status === 422) expectInvalid(reply, ...required);
      else expectError(reply, 400, 'bad_request');
    }
    expect(await readDatabaseState(db)).toEqual(before);
  });
});
