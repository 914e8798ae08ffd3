import { type Field, getResource, isNullable } from '@innkeeper/contract';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { ERRORS_MAX } from '../../../platform/http/fail.ts';
import { type Answered, recordIn, writtenIn } from '../../../testing/answers.ts';
import { readBooks } from '../../../testing/books.ts';
import { REASON, type Method, call, formBody } from '../../../testing/call.ts';
import { asRead, expectError, expectInvalid } from '../../../testing/expectations.ts';
import { inTurns } from '../../../testing/in-turns.ts';
import { type Input, createInputs, isAccompanied, isRuled } from '../../../testing/inputs.ts';
import { everyWritable, writableFields } from '../../../testing/resources.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import { createUser } from '../../../testing/user.ts';
import { createWorld } from '../../../testing/world.ts';
import { wrongValues } from '../../../testing/wrong-values.ts';

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createWorld(db));

/** The record without the columns that every change changes. */
const lasting = ({
  version: _,
  updated_at: __,
  updated_by: ___,
  ...rest
}: Answered): Readonly<Record<string, unknown>> => rest;
const isRelationOf = (name: string) => (key: string) => key === name || key === name.replace(/_id$/, '');

const noMethods = inTurns<unknown>(['GET', 'put', 'nonsense', 1, ['PUT'], {}]);
const noVersions = inTurns(['x', '1.5', '-1', '1,2', '']);
const noIds = inTurns([
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
  const get = async (id: number) => recordIn(d, await call(app, admin.token, 'GET', `/api/${key}/${id}`));
  const fields = writableFields(d);
  /** A value for every field that an update may change. */
  const changes = async (): Promise<Input> =>
    Object.fromEntries(Object.entries(await inputs.full(d)).filter(([name]) => !d.fields[name]?.fixed));
  const isShown = (f: Field) => f.kind !== 'secret';
  /** Fields that the server computes, and their references. */
  const isMade = (key: string) => d.fields[key]?.computed ?? d.fields[`${key}_id`]?.computed ?? false;

  test('changes every field at once, answers the record and counts one version', async () => {
    const { id } = await inputs.create(d);
    const input = await changes();
    const reply = await send(id, input);
    expect(reply.status, reply.text).toBe(200);
    expect(writtenIn(reply)).toMatchObject({
      ...asRead(d, input),
      id,
      version: d.key === 'role_group' ? expect.any(Number) : 2,
      updated_by: { id: admin.id },
    });
    expect(await get(id)).toEqual(writtenIn(reply));
  });

  test('changes a field alone and leaves the others as they are', async () => {
    const record = await inputs.create(d);
    let before = await get(record.id);
    for (const [name, f] of fields) {
      if (isAccompanied(d, name) || f.fixed) continue;
      const { [name]: value } = await inputs.full(d);
      if (value === undefined) continue; // it follows from another field
      const reply = await send(record.id, { [name]: value });
      expect(reply.status, `${name}: ${reply.text}`).toBe(200);
      const after = writtenIn(reply);
      if (isShown(f)) expect(after).toMatchObject(asRead(d, { [name]: value }));
      const others = (r: Answered) =>
        Object.fromEntries(
          Object.entries(lasting(r)).filter(([k]) => !isRelationOf(name)(k) && !isNamed(d.relations, k) && !isMade(k)),
        );
      expect(others(after), name).toEqual(others(before));
      before = after;
    }
  });

  test('takes a form for what it takes as JSON', async () => {
    const { id } = await inputs.create(d);
    const input = await changes();
    const { body, headers } = formBody({ ...input, _method: 'PUT' });
    const reply = await send(id, body, headers);
    expect(reply.status, reply.text).toBe(200);
    expect(writtenIn(reply)).toMatchObject(asRead(d, input));
  });

  test('empties what may be empty, and refuses to empty what may not', async () => {
    const { id } = await inputs.create(d);
    // A password that is owed is owed until it is paid.
    const emptied = fields.filter(([name]) => name !== 'must_change_password');
    for (const [name, f] of emptied) {
      const reply = await send(id, { [name]: null });
      if (f.required) expectInvalid(reply, name);
      else expect(reply.status, `${name}: ${reply.text}`).toBe(200);
    }
    const form = formBody(Object.fromEntries(fields.filter(([, f]) => f.required).map(([name]) => [name, ''])));
    expectInvalid(
      await send(id, form.body, form.headers),
      ...fields.filter(([, f]) => f.required).map(([name]) => name),
    );
    const after = await get(id);
    for (const [name, f] of emptied) if (f.default !== undefined) expect(after[name], name).toBe(f.default);
    for (const [name, f] of fields) if (isShown(f) && !isNullable(f)) expect(after[name], name).not.toBeNull();
  });

  test('names every field that is wrong, and writes nothing', async () => {
    const { id } = await inputs.create(d);
    const before = await readBooks(db);
    const most = Math.max(...fields.map(([, f]) => wrongValues(f).length));
    for (let i = 0; i < most; i += 1) {
      const wrong = fields.flatMap(([name, f]) =>
        wrongValues(f).length === 0 ? [] : [[name, wrongValues(f)[i % wrongValues(f).length]] as const],
      );
      const reply = expectError(await send(id, Object.fromEntries(wrong)), 422, 'validation_failed');
      // A reference is looked for once everything has the right form, so one of the right form may go unnamed.
      const formed = wrong.filter(
        ([name, value]) =>
          !['reference', 'option', 'references'].includes(d.fields[name]?.kind ?? '') || typeof value !== 'object',
      );
      const found = Object.keys(reply.errors ?? {});
      // An answer lists no more.
      if (found.length === ERRORS_MAX) continue;
      expect(formed.filter(([name, value]) => !found.includes(name) && typeof value !== 'number')).toEqual([]);
    }
    expectInvalid(await send(id, { no_such_field: 1 }), 'no_such_field');
    expect(await readBooks(db)).toEqual(before);
  });

  test('ignores ids, audit columns and what the server computes', async () => {
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
    expect(writtenIn(reply)).toEqual(await get(record.id));
    expect(lasting(writtenIn(reply))).toEqual(lasting(record));
  });

  test('takes back what was read', async () => {
    const record = await inputs.create(d);
    const own = Object.entries(record).filter(([name]) => Object.hasOwn(d.fields, name));
    const reply = await send(record.id, Object.fromEntries(own));
    expect(reply.status, reply.text).toBe(200);
    expect(lasting(writtenIn(reply))).toEqual(lasting(record));
  });

  test('is an update by POST, PUT and PATCH in _method, a deletion by DELETE, and nothing by any other', async () => {
    const { id } = await inputs.create(d);
    for (const _method of ['POST', 'PUT', 'PATCH', '', null]) {
      const change = await inputs.change(d);
      const reply = await send(id, { _method, ...change });
      expect(reply.status, reply.text).toBe(200);
      expect(writtenIn(reply)).toMatchObject(asRead(d, change));
    }
    for (const _method of noMethods(2)) expectInvalid(await send(id, { _method }), '_method');
    const gone = await send(id, { _method: 'DELETE', ...REASON.body });
    expect(gone.status, gone.text).toBe(200);
    expect(writtenIn(gone).deleted_at).not.toBeNull();
    for (const method of ['PUT', 'PATCH'] as const) {
      const refused = await send(id, {}, {}, method);
      expectError(refused, 405, 'method_not_allowed');
      expect(refused.headers.allow).toMatch(/^DELETE, GET(, HEAD)?, POST$/);
    }
  });

  test('refuses to overwrite what another write made of the record, and shows it', async () => {
    const record = await inputs.create(d);
    const [first, second] = [await inputs.change(d), await inputs.change(d)];
    const version = { 'if-unmodified-since-version': String(record.version) };
    const won = await send(record.id, first, version);
    expect(won.status, won.text).toBe(200);
    const lost = expectError(await send(record.id, second, version), 409, 'stale_record');
    expect(lost.current).toEqual(await get(record.id));
    expect(await get(record.id)).toEqual(writtenIn(won));
    const again = await send(record.id, second, { 'if-unmodified-since-version': String(writtenIn(won).version) });
    expect(again.status, again.text).toBe(200);
    for (const wrong of noVersions(2)) {
      expectInvalid(
        await send(record.id, first, { 'if-unmodified-since-version': wrong }),
        'If-Unmodified-Since-Version',
      );
    }
  });

  test('writes nothing where nothing changes', async () => {
    const input = await inputs.full(d);
    const secrets = new Set(fields.filter(([, f]) => f.kind === 'secret').map(([name]) => name));
    const reply = await call(app, admin.token, 'POST', `/api/${key}`, { body: input });
    const record = writtenIn(reply);
    const before = await readBooks(db);
    const same = Object.fromEntries(Object.entries(input).filter(([name]) => !secrets.has(name)));
    // A file that comes again is another one; the address under which it was read is not.
    for (const [name, f] of fields) if (f.kind === 'file') same[name] = record[name];
    for (const body of [same, {}]) {
      const again = await send(record.id, body);
      expect(again.status, again.text).toBe(200);
      expect(writtenIn(again)).toEqual(record);
    }
    expect(await readBooks(db)).toEqual(before);
  });

  test('may keep pointing to what was deleted since, but not newly point there', async () => {
    for (const [name, f] of fields) {
      if (f.kind !== 'reference' || getResource(f.to).protected) continue;
      if (isRuled(d, name)) continue; // a rule of its own decides its value
      const target = await inputs.create(getResource(f.to));
      const record = await inputs.create(d, { [name]: target.id });
      const another = await inputs.create(d);
      expect((await call(app, admin.token, 'DELETE', `/api/${f.to}/${target.id}`, REASON)).status).toBe(200);
      if ((await get(record.id)).deleted_at !== null) continue; // it went along
      const { [name]: _, ...change } = await inputs.change(d);
      const kept = await send(record.id, { ...change, [name]: target.id });
      expect(kept.status, `${name}: ${kept.text}`).toBe(200);
      expectInvalid(await send(another.id, { [name]: target.id }), name);
    }
  });

  test('may keep what its lists hold, though it is not given any more', async () => {
    for (const [name, f] of fields) {
      if (f.kind !== 'references') continue;
      const record = await inputs.create(d);
      const held = record[name] as readonly number[]; // asRead has shown it to be a list of ids
      await sql`update ${sql.table(f.to)} set deleted_at = now() where id = ${held[0]}`.execute(db.kysely);
      const { rows } = await sql<{
        id: number;
      }>`select id from ${sql.table(f.to)} where deleted_at is null order by id desc limit 1`.execute(db.kysely);
      const kept = await send(record.id, { [name]: [...held, rows[0]?.id] });
      expect(kept.status, kept.text).toBe(200);
      expect(writtenIn(kept)[name]).toEqual([...held, rows[0]?.id]);
      const fewer = await send(record.id, { [name]: held.slice(1) });
      expect(fewer.status, fewer.text).toBe(200);
      expectInvalid(await send(record.id, { [name]: held }), name);
      await sql`update ${sql.table(f.to)} set deleted_at = null where id = ${held[0]}`.execute(db.kysely);
    }
  });

  test('finds no record under an id that there is not, nor under what is no id', async () => {
    for (const id of noIds(3)) {
      const reply = await call(app, admin.token, 'POST', `/api/${key}/${id}`, { body: {} });
      expectError(reply, 404, 'record_not_found');
    }
  });
});

const isNamed = (relations: Readonly<Record<string, string>> | undefined, key: string): boolean =>
  Object.hasOwn(relations ?? {}, key);
