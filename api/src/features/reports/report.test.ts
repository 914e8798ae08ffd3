import { REPORT_TABLES, reportCatalogue } from '@innkeeper/contract';
import { describe, expect, test } from 'vitest';
import { call } from '../../testing/call.ts';
import { expectError, expectInvalid } from '../../testing/expectations.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';

const { app, db } = await startTestApp();
const admin = await createUser(db, { level: 'group' });

const post = (path: string, body: object = {}) =>
  call<{ data: { id: number } }>(app, admin.token, 'POST', `/api/${path}`, { body });
const findReportId = async (key: string) =>
  (await db.kysely.selectFrom('report').select('id').where('key', '=', key).executeTakeFirstOrThrow()).id;
const columnOf = (report_id: number, table_name: string, column_name: string, overrides: object = {}) => ({
  report_id,
  table_name,
  column_name,
  sort_no: 1,
  is_checked: 1,
  ...overrides,
});

describe('a system report', () => {
  test.each(Object.keys(REPORT_TABLES))('%s keeps its key and cannot be deleted', async (key) => {
    const id = await findReportId(key);
    expectInvalid(await post(`report/${id}`, { key: 'another-report' }), 'key');
    expectInvalid(await post(`report/${id}`, { key: null }), 'key');
    expect((await post(`report/${id}`, { name: `Our ${key}`, key })).status).toBe(200);
    expect(expectError(await call(app, admin.token, 'DELETE', `/api/report/${id}`), 409).error).toMatch(
      /^(in_use|conflict)$/,
    );
  });

  test('cannot be deleted without columns either', async () => {
    const id = await findReportId('overview-report');
    const { rows } = await db.pool.query<{ id: number }>('select id from report_column where report_id = $1', [id]);
    const ids = rows.map((row) => row.id);
    expect((await post('report_column/destroyBulk', { ids })).status).toBe(200);
    expectError(await call(app, admin.token, 'DELETE', `/api/report/${id}`), 409, 'conflict');
    expectError(await post('report/destroyBulk', { ids: [id] }), 409, 'conflict');
    expect((await post('report_column/restoreBulk', { ids })).status).toBe(200);
  });

  test('has a unique key', async () => {
    expectInvalid(await post('report', { key: 'sales-report', name: 'Ours' }), 'key');
  });
});

test('a custom report can be created without a key, and deleted', async () => {
  const [firstReport, secondReport] = [
    await post('report', { name: 'One' }),
    await post('report', { name: 'Two', key: 'two' }),
  ];
  expect([firstReport.status, secondReport.status]).toEqual([201, 201]);
  for (const { body } of [firstReport, secondReport])
    expect((await call(app, admin.token, 'DELETE', `/api/report/${body.data.id}`)).status).toBe(200);
});

describe('a report column', () => {
  test('requires a table and column of the catalogue, and otherwise returns 422', async () => {
    const report = (await post('report', { name: 'Ours' })).body.data.id;
    expect((await post('report_column', columnOf(report, 'member', 'hotel.code'))).status).toBe(201);
    for (const table of ['users', 'integration', 'audit_log', 'member; drop table member', 'constructor'])
      expectInvalid(await post('report_column', columnOf(report, table, 'name')), 'table_name');
    for (const column of ['password', 'hotel_id', 'email; --', 'updated_by.password', 'first_name '])
      expectInvalid(await post('report_column', columnOf(report, 'member', column)), 'column_name');
  });

  test('accepts only tables of its system report’s catalogue', async () => {
    for (const [key, tables] of Object.entries(REPORT_TABLES)) {
      const report = await findReportId(key);
      for (const { table, columns } of reportCatalogue) {
        const reply = await post('report_column', columnOf(report, table, columns[0]?.column ?? ''));
        if ((tables as readonly string[]).includes(table)) expect(reply.status, `${key} ${table}`).toBe(201);
        else expectInvalid(reply, 'table_name');
      }
    }
  });

  test('is validated again only when it moves to another report', async () => {
    const { id } = (await post('report_column', columnOf(await findReportId('visit-report'), 'visit', 'grand_total')))
      .body.data;
    expectInvalid(await post(`report_column/${id}`, { report_id: await findReportId('member-report') }), 'table_name');
    expectInvalid(await post(`report_column/${id}`, { column_name: 'first_name' }), 'column_name');
    await db.kysely.updateTable('report_column').set({ column_name: 'gone_by_now' }).where('id', '=', id).execute();
    expect((await post(`report_column/${id}`, { label: 'As it was' })).status).toBe(200);
  });
});

describe('GET /api/report/catalogue', () => {
  const request = (token: string, language = 'en') =>
    call<{ data: { table: string; label: string; columns: { column: string; label: string; kind: string }[] }[] }>(
      app,
      token,
      'GET',
      '/api/report/catalogue',
      { headers: { 'accept-language': language } },
    );

  test('returns tables and columns with labels in the user’s language', async () => {
    const { status, body } = await request(admin.token);
    expect(status).toBe(200);
    expect(body.data.map(({ table }) => table)).toEqual(reportCatalogue.map(({ table }) => table));
    const visit = body.data.find(({ table }) => table === 'visit');
    expect(visit?.label).toBe('Visit');
    expect(visit?.columns).toContainEqual({ column: 'total_room', label: 'Rooms', kind: 'money' });
    expect((await request(admin.token, 'id')).body.data.find(({ table }) => table === 'visit')?.label).toBe(
      'Kunjungan',
    );
  });

  test('requires VIEW_REPORT', async () => {
    const clerk = await createUser(db, { level: 'group', codes: ['UPDATE_REPORT', 'VIEW_MEMBER'] });
    expectError(await request(clerk.token), 403, 'forbidden');
  });
});
