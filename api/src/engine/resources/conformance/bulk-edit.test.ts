import { bulkFields, isNullable } from '@innkeeper/contract';
import { describe, expect, test } from 'vitest';
import { type Answered, recordIn, writtenIn } from '../../../testing/answers.ts';
import { readBooks } from '../../../testing/books.ts';
import { REASON, call, formBody } from '../../../testing/call.ts';
import { asRead, expectError, expectInvalid } from '../../../testing/expectations.ts';
import {
  type Input,
  createInputs,
  isAccompanied,
  isCompleted,
  isRuled,
  sharedFields,
} from '../../../testing/inputs.ts';
import { everyWritable, writableFields } from '../../../testing/resources.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import { createUser } from '../../../testing/user.ts';
import { answeredWhileLocked } from '../../../testing/while-locked.ts';
import { createWorld } from '../../../testing/world.ts';
import { wrongValues } from '../../../testing/wrong-values.ts';

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createWorld(db));

const UNKNOWN = 999_999_999;
const TAKEN_BY_BOTH = { data: { matched: 2, updated: 2, refused: [], reasons: [] } };

describe.each(everyWritable)('editing many records of %s', (key, d) => {
  const edit = (body: object) => call(app, admin.token, 'POST', `/api/${key}/updateBulk`, { body });
  const get = async (id: number) => recordIn(d, await call(app, admin.token, 'GET', `/api/${key}/${id}`));
  const create = async (n: number): Promise<number[]> => {
    const made: number[] = [];
    for (let i = 0; i < n; i += 1) made.push((await inputs.create(d)).id);
    return made;
  };
  const fields = sharedFields(d).filter((name) => !isRuled(d, name) && !isAccompanied(d, name));
  const values = async (...names: readonly string[]): Promise<Input> => {
    const full = await inputs.full(d);
    return Object.fromEntries(names.map((name) => [name, full[name] ?? null]));
  };
  const changesIn = async (id: number): Promise<Answered> =>
    (await call<{ data: [Answered] }>(app, admin.token, 'GET', `/api/${key}/${id}/history`)).body.data[0];

  test('gives each field to all that are listed, and writes it into the history of each', async () => {
    const ids = await create(2);
    for (const name of fields) {
      const before = await Promise.all(ids.map(get));
      const set = await values(name);
      const asked = await edit({ ids, set, dry_run: 1 });
      expect([asked.status, asked.body], `${name}: ${asked.text}`).toEqual([200, TAKEN_BY_BOTH]);
      const reply = await edit({ ids: [...ids, ids[0]], set });
      expect([reply.status, reply.body], `${name}: ${reply.text}`).toEqual([200, { data: { updated: 2 } }]);
      for (const [at, id] of ids.entries()) {
        const after = await get(id);
        expect(after).toMatchObject(asRead(d, set));
        if (JSON.stringify(after[name]) === JSON.stringify(before[at]?.[name])) continue;
        expect(after.version, name).toBeGreaterThan(before[at]?.version ?? 0);
        const { changes, ...entry } = await changesIn(id);
        expect([entry, Object.keys(Object(changes))], name).toEqual([
          expect.objectContaining({ action: 'update', by: expect.objectContaining({ id: admin.id }) }),
          expect.arrayContaining([name]),
        ]);
      }
    }
  });

  test('is asked about without writing or holding anything: a dry run waits for nobody who lets others read', async () => {
    const ids = await create(2);
    const set = await inputs.share(d);
    const headers = { 'idempotency-key': `asked-${key}` };
    const before = await readBooks(db);
    const asked = await answeredWhileLocked(db, () =>
      call(app, admin.token, 'POST', `/api/${key}/updateBulk`, { body: { ids, set, dry_run: 1 }, headers }),
    );
    expect([asked.status, asked.body], asked.text).toEqual([200, TAKEN_BY_BOTH]);
    expect(await readBooks(db)).toEqual(before);
  });

  test('takes a form for what it takes as JSON', async () => {
    const ids = await create(2);
    const set = await inputs.share(d);
    const form = formBody({ ids, set });
    const reply = await call(app, admin.token, 'POST', `/api/${key}/updateBulk`, form);
    expect([reply.status, reply.body]).toEqual([200, { data: { updated: 2 } }]);
    for (const id of ids) expect(await get(id)).toMatchObject(asRead(d, set));
  });

  test('empties what may be empty, and refuses to empty what may not', async () => {
    const ids = await create(2);
    for (const name of fields) {
      const f = d.fields[name];
      const reply = await edit({ ids, set: { [name]: null } });
      if (f?.required) expectInvalid(reply, name);
      else expect(reply.status, `${name}: ${reply.text}`).toBe(200);
      if (!f || f.required || !isNullable(f) || f.kind === 'references' || isCompleted(d, name)) continue;
      for (const id of ids) expect((await get(id))[name], name).toBeNull();
    }
  });

  test('refuses the values that an update refuses, by their fields, and writes nothing', async () => {
    const ids = await create(2);
    const before = await readBooks(db);
    for (const name of fields) {
      const f = d.fields[name];
      const wrong = f ? wrongValues(f)[0] : undefined;
      if (wrong === undefined) continue;
      expectInvalid(await edit({ ids, set: { [name]: wrong } }), name);
      expectInvalid(await edit({ ids, set: { [name]: wrong }, dry_run: 1 }), name);
    }
    expectInvalid(await edit({ ids, set: { no_such_field: 1 } }), 'no_such_field');
    for (const set of [undefined, null, {}, [], 'x', 1]) expectInvalid(await edit({ ids, set }), 'set');
    expect(await readBooks(db)).toEqual(before);
  });

  test("refuses what is each record's own: keys, secrets, files, and what the server gives", async () => {
    const ids = await create(2);
    const own = writableFields(d).filter(([name, f]) => !bulkFields(d).includes(name) && f.kind !== 'file');
    const sets = await Promise.all(own.map(async ([name]) => [name, await values(name)] as const));
    const before = await readBooks(db);
    for (const [name, set] of sets) expectInvalid(await edit({ ids, set }), name);
    for (const name of ['id', 'version', 'created_at', 'deleted_at', 'updated_by_id'])
      expectInvalid(await edit({ ids, set: { [name]: 1 } }), name);
    expect(await readBooks(db)).toEqual(before);
  });

  test('is all or none: an id that is unknown or deleted is named, and nothing is done', async () => {
    const [gone, ...left] = await create(3);
    await call(app, admin.token, 'DELETE', `/api/${key}/${gone}`, REASON);
    const set = await inputs.share(d);
    const before = await readBooks(db);
    for (const unknown of [UNKNOWN, gone]) {
      for (const dry_run of [0, 1]) {
        const refused = expectError(await edit({ ids: [...left, unknown], set, dry_run }), 404, 'record_not_found');
        expect(refused.errors).toEqual({ ids: [String(unknown)] });
      }
    }
    expect(await readBooks(db)).toEqual(before);
  });

  test('means all that match a filter but the excepted ones, and counts them first without writing', async () => {
    const owner = await createUser(db, { level: 'group' });
    const ids: number[] = [];
    for (let i = 0; i < 3; i += 1) {
      const made = await call(app, owner.token, 'POST', `/api/${key}`, { body: await inputs.full(d) });
      ids.push(writtenIn(made).id);
    }
    const [kept = 0, ...others] = ids;
    const set = await inputs.share(d);
    const target = { filter: { 'filter[created_by_id][includes]': String(owner.id) }, except: [kept] };
    const [untouched, before] = [await get(kept), await readBooks(db)];
    const asked = await edit({ ...target, set, dry_run: 1 });
    expect([asked.status, asked.body], asked.text).toEqual([
      200,
      { data: { matched: 2, updated: 2, refused: [], reasons: [] } },
    ]);
    expect(await readBooks(db)).toEqual(before);
    expect((await edit({ ...target, set })).body).toEqual({ data: { updated: 2 } });
    for (const id of others) expect(await get(id)).toMatchObject(asRead(d, set));
    expect(await get(kept)).toEqual(untouched);
    const nothing = { 'filter[id][eq]': String(UNKNOWN) };
    expect((await edit({ filter: nothing, set })).body).toEqual({ data: { updated: 0 } });
  });
});
