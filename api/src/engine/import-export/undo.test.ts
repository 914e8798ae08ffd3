import { type ImportResult, type ImportEntry, resources } from '@innkeeper/contract';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { readDatabaseState } from '../../testing/database-state.ts';
import { parseRecord, textOf } from '../../testing/responses.ts';
import { call } from '../../testing/call.ts';
import { expectError, expectInvalid } from '../../testing/expectations.ts';
import { createInputs } from '../../testing/inputs.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { type TestUser, createUser } from '../../testing/user.ts';
import { createBaseRecords } from '../../testing/base-records.ts';
import { csvFile, upload } from './table-helpers.ts';

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const baseRecords = await createBaseRecords(db);
const inputs = createInputs(api, admin, baseRecords);

let count = 0;
const createCode = (): string => `undo-${(count += 1)}`;
const createTypeInputFile = (...rows: readonly (readonly (string | number)[])[]) =>
  csvFile([['id', 'name', 'code'], ...rows]);

async function importFile(resource: string, file: string, user: TestUser = admin): Promise<ImportResult> {
  const reply = await upload<{ data: ImportResult }>(app, user.token, resource, file);
  if (reply.status !== 201) throw new Error(reply.text);
  return reply.body.data;
}
const undoImport = (id: number | string, user: TestUser = admin, headers = {}) =>
  call(app, user.token, 'POST', `/api/import/${id}/undo`, { headers });
const listImports = async (resource: string, user: TestUser = admin) =>
  (await call<{ data: ImportEntry[] }>(app, user.token, 'GET', `/api/import?resource=${resource}`)).body.data;
const findByCode = async (code: string): Promise<{ id: number; name: string; deleted: boolean }[]> => {
  const { rows } = await sql<{ id: number; name: string; deleted: boolean }>`
    select id, name, deleted_at is not null as deleted from type_input where code = ${code} order by id`.execute(
    db.kysely,
  );
  return rows;
};

test('undoing an import deletes records that it created, and restores the values that it changed', async () => {
  const [oldCode, nextCode] = [createCode(), createCode()];
  await importFile('type_input', createTypeInputFile(['', 'Before', oldCode]));
  const [{ id } = { id: 0 }] = await findByCode(oldCode);
  const importReply = await importFile(
    'type_input',
    createTypeInputFile([id, 'After', oldCode], ['', 'New', nextCode]),
  );
  expect(importReply).toMatchObject({ rows: 2, created: 1, updated: 1 });
  expect((await undoImport(importReply.id)).body).toEqual({ data: { deleted: 1, updated: 1 } });
  expect(await findByCode(oldCode)).toEqual([{ id, name: 'Before', deleted: false }]);
  expect(await findByCode(nextCode)).toMatchObject([{ deleted: true }]);
  const [entry] = await listImports('type_input');
  expect(entry).toMatchObject({ id: importReply.id, undone_at: expect.any(String), can_undo: false });
  const stateBefore = await readDatabaseState(db);
  expectError(await undoImport(importReply.id), 409, 'conflict');
  expect(await readDatabaseState(db)).toEqual(stateBefore);
});

test('undoing an import restores values of every kind', async () => {
  for (const d of [resources.member, resources.country, resources.membership]) {
    const record = await inputs.create(d);
    const path = `/api/${d.key}/${record.id}`;
    const before = parseRecord(d, await call(app, admin.token, 'GET', path));
    const importedFields = Object.entries(await inputs.createFull(d)).filter(([name]) => name !== 'password');
    const cells = importedFields.map(([, value]) => textOf(value));
    const importReply = await importFile(
      d.key,
      csvFile([
        ['id', ...importedFields.map(([name]) => name)],
        [record.id, ...cells],
      ]),
    );
    expect(importReply.updated).toBe(1);
    expect(parseRecord(d, await call(app, admin.token, 'GET', path))).not.toEqual(before);
    expect((await undoImport(importReply.id)).status).toBe(200);
    const after = parseRecord(d, await call(app, admin.token, 'GET', path));
    expect({ ...after, version: 0, updated_at: '' }).toEqual({ ...before, version: 0, updated_at: '' });
  }
});

test('undoing an import changes nothing if a record was changed since, and reports which', async () => {
  const [a, b, c] = [createCode(), createCode(), createCode()];
  await importFile('type_input', createTypeInputFile(['', 'A', a]));
  const [{ id: idA } = { id: 0 }] = await findByCode(a);
  const importReply = await importFile('type_input', createTypeInputFile([idA, 'AA', a], ['', 'B', b], ['', 'C', c]));
  const [{ id: idB } = { id: 0 }] = await findByCode(b);
  const [{ id: idC } = { id: 0 }] = await findByCode(c);
  await call(app, admin.token, 'POST', `/api/type_input/${idA}`, { body: { name: 'Mine' } });
  await call(app, admin.token, 'DELETE', `/api/type_input/${idC}`);
  const stateBefore = await readDatabaseState(db);
  expect(expectError(await undoImport(importReply.id), 409, 'conflict').errors).toEqual({
    ids: [String(idA), String(idC)],
  });
  expect(await readDatabaseState(db)).toEqual(stateBefore);
  expect(await findByCode(b)).toEqual([{ id: idB, name: 'B', deleted: false }]);
});

test('undoing an import changes nothing if one of its records is in use', async () => {
  const code = `UR${(count += 1)}`;
  const importReply = await importFile(
    'region',
    csvFile([
      ['code', 'name'],
      [code, 'New region'],
      [`${code}B`, 'Another'],
    ]),
  );
  const { rows } = await sql<{ id: number }>`select id from region where code = ${code}`.execute(db.kysely);
  await inputs.create(resources.country, { region_id: rows[0]?.id ?? 0 });
  expectError(await undoImport(importReply.id), 409, 'in_use');
  const remaining = await sql`select from region where code like ${`${code}%`} and deleted_at is null`.execute(
    db.kysely,
  );
  expect(remaining.rows.length).toBe(2);
});

describe('undoing an import', () => {
  const codes = ['STORE_TYPE_INPUT', 'UPDATE_TYPE_INPUT', 'DELETE_TYPE_INPUT', 'VIEW_TYPE_INPUT'];

  test('is allowed to its user and to users who see all hotels, with the required rights', async () => {
    const level = { level: 'region', assignments: [{ region_id: baseRecords.region }] } as const;
    const importer = await createUser(db, { ...level, codes });
    const colleague = await createUser(db, { ...level, codes });
    const clerk = await createUser(db, { level: 'group', codes: codes.filter((code) => !code.startsWith('DELETE')) });
    const importReply = await importFile('type_input', createTypeInputFile(['', 'X', createCode()]), importer);
    expect(await listImports('type_input', colleague)).toEqual([]);
    expectError(await undoImport(importReply.id, colleague), 404, 'record_not_found');
    expect((await listImports('type_input', clerk))[0]).toMatchObject({ id: importReply.id, can_undo: false });
    expectError(await undoImport(importReply.id, clerk), 403, 'forbidden');
    expect((await listImports('type_input', importer))[0]).toEqual({
      id: importReply.id,
      resource: 'type_input',
      file_name: 'a file',
      rows: 1,
      created: 1,
      updated: 0,
      at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      by: { id: importer.id, name: expect.any(String) },
      undone_at: null,
      can_undo: true,
    });
    expect((await undoImport(importReply.id, importer)).status).toBe(200);
    const anotherImport = await importFile('type_input', createTypeInputFile(['', 'Y', createCode()]), importer);
    expect((await undoImport(anotherImport.id)).status).toBe(200);
    const stranger = await createUser(db, { level: 'group', codes: [] });
    expectError(await call(app, stranger.token, 'GET', '/api/import?resource=type_input'), 403, 'forbidden');
  });

  test('happens once per Idempotency-Key, with the same response', async () => {
    const importReply = await importFile('type_input', createTypeInputFile(['', 'Z', createCode()]));
    const headers = { 'idempotency-key': 'undo-once' };
    const first = await undoImport(importReply.id, admin, headers);
    expect(first.status).toBe(200);
    expect((await undoImport(importReply.id, admin, headers)).text).toBe(first.text);
  });

  test('succeeds only once among concurrent requests', async () => {
    const importReply = await importFile(
      'type_input',
      createTypeInputFile(['', 'Race', createCode()], ['', 'Race 2', createCode()]),
    );
    const statuses = (await Promise.all(Array.from({ length: 8 }, () => undoImport(importReply.id)))).map(
      ({ status }) => status,
    );
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, ...Array<number>(7).fill(409)]);
  });

  test('requires an import that exists', async () => {
    for (const id of ['0', '999999', 'x', '-1', '1e3']) expectError(await undoImport(id), 404, 'record_not_found');
    for (const query of ['', '?resource=nonsense', '?resource=__proto__'])
      expectInvalid(await call(app, admin.token, 'GET', `/api/import${query}`), 'resource');
    expectInvalid(await call(app, admin.token, 'GET', '/api/import?resource=member&page=1'), 'page');
  });
});

test('a record that is voided by undoing an import has a void reason', async () => {
  const card = await inputs.create(resources.member_card);
  const { voucher_id } = await inputs.create(resources.member_voucher, {
    member_card_id: card.id,
    redeem_date: '2026-01-01',
    valid_until_date: card.end_date,
  });
  const importReply = await importFile(
    'member_voucher',
    csvFile([
      ['member_card_id', 'voucher_id', 'redeem_date', 'valid_until_date', 'remark'],
      [card.id, Number(voucher_id), '2026-01-01', String(card.end_date), 'On paper'],
    ]),
  );
  expect((await undoImport(importReply.id, admin, { 'accept-language': 'id' })).body).toEqual({
    data: { deleted: 1, updated: 0 },
  });
  const { rows } = await sql<{ void_reason: string }>`
    select void_reason from member_voucher where member_card_id = ${card.id} and deleted_at is not null`.execute(
    db.kysely,
  );
  expect(rows).toEqual([{ void_reason: expect.stringMatching(/^Impor .+ diurungkan$/) }]);
});

test('undoing an import that raised a user’s rights requires no password change', async () => {
  const lowUser = await createUser(db, { level: 'property', codes: ['VIEW_MEMBER'] });
  const highUser = await createUser(db, { level: 'region' });
  const readUser = async () => {
    const { rows } = await sql<{ role_group_id: number; name: string; must_change_password: boolean }>`
      select role_group_id, name, must_change_password from users where id = ${lowUser.id}`.execute(db.kysely);
    return rows[0];
  };
  const before = await readUser();
  const header = ['id', 'name', 'role_group_id'];
  const importReply = await importFile('users', csvFile([header, [lowUser.id, 'Lifted', highUser.roleGroupId]]));
  expect(await readUser()).toEqual({
    role_group_id: highUser.roleGroupId,
    name: 'Lifted',
    must_change_password: false,
  });
  expect((await undoImport(importReply.id)).body).toEqual({ data: { deleted: 0, updated: 1 } });
  expect(await readUser()).toEqual(before);

  const otherUser = await createUser(db, { level: 'property' });
  const requestedReply = await importFile(
    'users',
    csvFile([
      ['id', 'must_change_password'],
      [otherUser.id, 1],
    ]),
  );
  expect((await undoImport(requestedReply.id)).body).toEqual({ data: { deleted: 0, updated: 0 } });
});
