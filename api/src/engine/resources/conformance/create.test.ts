import { describe, expect, test } from 'vitest';
import { recordIn, writtenIn } from '../../../testing/responses.ts';
import { readDatabaseState } from '../../../testing/database-state.ts';
import { call, formBody, isBytes } from '../../../testing/call.ts';
import { asRead, expectError, expectInvalid } from '../../../testing/expectations.ts';
import { takeInTurns } from '../../../testing/take-in-turns.ts';
import { createInputs } from '../../../testing/inputs.ts';
import { everyWritable, writableFields } from '../../../testing/resources.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import { createUser } from '../../../testing/user.ts';
import { createBaseRecords } from '../../../testing/base-records.ts';
import { wrongValues } from '../../../testing/wrong-values.ts';

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));

const nothing = takeInTurns([null, '', '  ']);
const nonObjects = takeInTurns(['[]', '"text"', '1', 'null', 'true', '{', '', '{"a":1,}']);

describe.each(everyWritable)('creating %s', (key, d) => {
  const post = (body: object) => call(app, admin.token, 'POST', `/api/${key}`, { body });
  const fields = writableFields(d);
  const required = fields.filter(([, f]) => f.required).map(([name]) => name);

  test('returns 201 with the record, and every field reads back as it was sent', async () => {
    const input = await inputs.full(d);
    const reply = await post(input);
    expect(reply.status, reply.text).toBe(201);
    const record = writtenIn(reply);
    expect(record).toMatchObject(asRead(d, input));
    expect(record).toMatchObject({
      version: 1,
      deleted_at: null,
      deleted_by: null,
      created_by: { id: admin.id },
      updated_by: { id: admin.id },
    });
    expect(recordIn(d, await call(app, admin.token, 'GET', `/api/${key}/${record.id}`))).toEqual(record);
    for (const [name, f] of fields) if (f.kind === 'secret') expect(record, name).not.toHaveProperty(name);
  });

  test('accepts the same input as a form and as JSON', async () => {
    const input = await inputs.full(d);
    const reply = await call(app, admin.token, 'POST', `/api/${key}`, formBody(input));
    expect(reply.status, reply.text).toBe(201);
    expect(writtenIn(reply)).toMatchObject(asRead(d, input));
  });

  test('fills in defaults for missing fields', async () => {
    const input = await inputs.required(d);
    const reply = await post(input);
    expect(reply.status, reply.text).toBe(201);
    const defaults = Object.fromEntries(
      Object.entries(d.fields).flatMap(([name, f]) =>
        f.default === undefined || f.computed ? [] : [[name, f.default]],
      ),
    );
    expect(writtenIn(reply)).toMatchObject({ ...defaults, ...asRead(d, input) });
  });

  test('treats an empty value of an optional field as null', async () => {
    const input = await inputs.required(d);
    const optional = fields.filter(([, f]) => !f.required).map(([name]) => name);
    const empty = (value: unknown) => Object.fromEntries(optional.map((name) => [name, value]));
    const json = await post({ ...input, ...empty(null) });
    expect(json.status, json.text).toBe(201);
    const form = await call(
      app,
      admin.token,
      'POST',
      `/api/${key}`,
      formBody({ ...(await inputs.required(d)), ...empty('') }),
    );
    expect(form.status, form.text).toBe(201);
    const shown = optional.filter((name) => d.fields[name]?.kind !== 'secret');
    const pick = (record: Readonly<Record<string, unknown>>) =>
      Object.fromEntries(shown.map((name) => [name, record[name]]));
    const made = await inputs.required(d);
    const defaulted = writtenIn(await post(made));
    // A value that a rule derives from other fields differs between records; this only checks that there is one.
    const filled = (record: Readonly<Record<string, unknown>>) =>
      Object.fromEntries(Object.entries(pick(record)).map(([name, v]) => [name, v === null]));
    expect(filled(writtenIn(json))).toEqual(filled(defaulted));
    expect(filled(writtenIn(form))).toEqual(filled(defaulted));
  });

  test('reports every missing required field, and writes nothing', async () => {
    const input = await inputs.full(d);
    const before = await readDatabaseState(db);
    expectInvalid(await post({}), ...required);
    for (const name of required) {
      const { [name]: _, ...rest } = input;
      expectInvalid(await post(rest), name);
      for (const empty of nothing(1)) expectInvalid(await post({ ...input, [name]: empty }), name);
      expectInvalid(await call(app, admin.token, 'POST', `/api/${key}`, formBody({ ...input, [name]: '' })), name);
    }
    expect(await readDatabaseState(db)).toEqual(before);
  });

  test.each(fields.map(([name, f]) => ({ name, f })))(
    'rejects invalid values of $name, and writes nothing',
    async ({ name, f }) => {
      const withFiles = await inputs.full(d);
      const input = Object.fromEntries(Object.entries(withFiles).filter(([, value]) => !isBytes(value)));
      const missing = fields.filter(([other, { kind, required: is }]) => kind === 'file' && is && other !== name);
      const before = await readDatabaseState(db);
      for (const wrong of wrongValues(f)) {
        // JSON preserves the type of a value that is not text, but cannot carry files. Ids mean the same in a form, and
        // are looked up last.
        const isForm = typeof wrong === 'number' && (f.kind === 'reference' || f.kind === 'option');
        const reply = await post({ ...(isForm ? withFiles : input), [name]: wrong });
        expect([reply.status, JSON.stringify(wrong)?.slice(0, 80)]).toEqual([422, JSON.stringify(wrong)?.slice(0, 80)]);
        expectInvalid(reply, name, ...(isForm ? [] : missing.map(([other]) => other)));
      }
      expect(await readDatabaseState(db)).toEqual(before);
    },
  );

  test('rejects every unknown field by name', async () => {
    const input = await inputs.full(d);
    const before = await readDatabaseState(db);
    expectInvalid(await post({ ...input, no_such_field: 1, another: null }), 'another', 'no_such_field');
    expectInvalid(
      await call(app, admin.token, 'POST', `/api/${key}`, formBody({ ...input, no_such_field: '' })),
      'no_such_field',
    );
    expect(await readDatabaseState(db)).toEqual(before);
  });

  test('ignores ids, audit columns and computed fields', async () => {
    const input = await inputs.full(d);
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
    const record = writtenIn(reply);
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
