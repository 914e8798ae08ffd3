import { REPORT_TABLES, permission, reportPermission } from '@innkeeper/contract';
import { describe, expect, test } from 'vitest';
import { call } from '../../testing/call.ts';
import { expectError, expectInvalid } from '../../testing/expectations.ts';
import { createFixtures } from '../../testing/fixtures.ts';
import { createInputs } from '../../testing/inputs.ts';
import { type Schema, findValueProblems } from '../../testing/json-schema.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { allowThousandths, createBaseRecords } from '../../testing/base-records.ts';
import { createRunner } from './report-helpers.ts';

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));
const fixtures = await createFixtures(api, admin, inputs);
await allowThousandths(db);
const { request, run } = createRunner(app);
const reports = Object.keys(REPORT_TABLES);

const post = (path: string, body: object = {}, token = admin.token) =>
  call<{ data: { id: number } }>(app, token, 'POST', `/api/${path}`, { body });
const findReportId = async (key: string) =>
  (await db.kysely.selectFrom('report').select('id').where('key', '=', key).executeTakeFirstOrThrow()).id;
/** Adds a column to a report. */
async function addColumn(report: string, table_name: string, column_name: string, overrides: object = {}) {
  const body = {
    report_id: await findReportId(report),
    table_name,
    column_name,
    sort_no: 900,
    is_checked: 0,
    ...overrides,
  };
  const reply = await post('report_column', body);
  expect(reply.status, reply.text).toBe(201);
  return reply.body.data.id;
}
const createBill = async (hotel_id: number, member_id: number, overrides: object = {}) => {
  const reply = await post('visit', {
    hotel_id,
    member_id,
    reference_no: `B-${hotel_id}-${member_id}`,
    total_fb: '125.500',
    staff_name: 'Ayu',
    ...overrides,
  });
  expect(reply.status, reply.text).toBe(201);
  return reply.body.data.id;
};

describe('GET /api/report/run/{report-name}', () => {
  test.each(Object.keys(REPORT_TABLES))('%s requires its own permission', async (report) => {
    const key = report.toUpperCase().replace('-', '_');
    const reader = await createUser(db, { level: 'group', codes: [`VIEW_${key}`] });
    expect((await request(reader, report)).status).toBe(200);
    const otherReports = reports
      .filter((name) => name !== report)
      .map((name) => `VIEW_${name.toUpperCase().replace('-', '_')}`);
    const clerk = await createUser(db, {
      level: 'group',
      codes: [...otherReports, `UPDATE_${key}`, permission('VIEW', 'REPORT')],
    });
    expectError(await request(clerk, report), 403, 'forbidden');
  });

  test('serves exactly seven reports', async () => {
    expect(reports).toHaveLength(7);
    for (const name of ['sales', 'sales_report', 'SALES-REPORT', 'constructor', '1', '%00'])
      expectError(await request(admin, name), 404, 'record_not_found');
    // A custom report has columns, but no records.
    await post('report', { name: 'Ours', key: 'ours' });
    expectError(await request(admin, 'ours'), 404, 'record_not_found');
    expectError(await call(app, admin.token, 'POST', '/api/report/run/sales-report'), 405, 'method_not_allowed');
    expectError(await call(app, null, 'GET', '/api/report/run/sales-report'), 401, 'unauthenticated');
  });

  test('responds as documented', async () => {
    const { member } = (await fixtures.sell()).body.data;
    await createBill(fixtures.h1, member.id);
    const document = (
      await call<
        Schema & {
          paths: Record<
            string,
            Record<string, { responses: Record<string, { content: Record<string, { schema: Schema }> }> }>
          >;
        }
      >(app, null, 'GET', '/openapi.json')
    ).body;
    const schema =
      document.paths['/api/report/run/{name}']?.['get']?.responses['200']?.content['application/json']?.schema;
    if (!schema) throw new Error('Reports are not described');
    for (const report of reports) {
      const reply = await request(admin, report);
      expect(findValueProblems(reply.body, schema, document), report).toEqual([]);
      expect(reply.body.data.length, report).toBeGreaterThanOrEqual(report === 'redemption-report' ? 0 : 1);
      const keys = reply.body.columns.map(({ key }) => key);
      for (const row of reply.body.data) expect(Object.keys(row), report).toEqual(keys);
      for (const key of Object.keys(reply.body.totals)) expect(keys, report).toContain(key);
    }
  });
});

describe('the columns of a report', () => {
  test('are the default or the requested ones, in their order', async () => {
    const { rows } = await db.pool.query<{ key: string; is_checked: boolean }>(
      `select c.table_name || '.' || c.column_name as key, is_checked from report_column c
       join report r on r.id = c.report_id
       where r.key = 'sales-report' order by c.sort_no`,
    );
    const checkedKeys = rows.filter(({ is_checked }) => is_checked).map(({ key }) => key);
    const defaultRun = await run(admin, 'sales-report');
    expect(defaultRun.columns.map(({ key }) => key)).toEqual(checkedKeys);
    // The facts contain the current minute.
    expect(await run(admin, 'sales-report', { columns: '' })).toEqual({ ...defaultRun, facts: expect.any(Array) });
    const allKeys = rows.map(({ key }) => key).toReversed();
    const params = await run(admin, 'sales-report', { columns: allKeys.join(',') });
    expect(params.columns.map(({ key }) => key)).toEqual(allKeys);
  });

  test('are described in the user’s language', async () => {
    const columns = 'visit.visit_date,hotel.code,membership.name,region.name,visit.grand_total';
    const expectedColumn = (
      key: string,
      label: string,
      type: string,
      align = 'left',
      formatter: string | null = null,
    ) => ({
      key,
      label,
      type,
      align,
      formatter,
    });
    expect((await run(admin, 'visit-report', { columns })).columns).toEqual([
      expectedColumn('visit.visit_date', 'Visit date', 'instant', 'left', 'dateTime'),
      expectedColumn('hotel.code', 'Hotel code', 'text'),
      expectedColumn('membership.name', 'Membership', 'text'),
      expectedColumn('region.name', 'Region', 'text'),
      expectedColumn('visit.grand_total', 'Grand total', 'money', 'right', 'number'),
    ]);
    const indonesian = (await request(admin, 'visit-report', { columns }, { 'accept-language': 'id' })).body.columns;
    expect(indonesian.map(({ label }) => label)).toEqual([
      'Tanggal kunjungan',
      'Kode hotel',
      'Keanggotaan',
      'Wilayah',
      'Total',
    ]);
  });

  test('use the label that the report defines, and disappear when the report loses them', async () => {
    const id = await addColumn('visit-report', 'hotel', 'name', { label: 'Where', align: 'center' });
    const runReport = () => request(admin, 'visit-report', { columns: 'hotel.name', 'filter[hotel.name][null]': 0 });
    expect((await runReport()).body.columns).toEqual([
      { key: 'hotel.name', label: 'Where', type: 'text', align: 'center', formatter: null },
    ]);
    expect((await call(app, admin.token, 'DELETE', `/api/report_column/${id}`)).status).toBe(200);
    expectInvalid(await runReport(), 'columns', 'filter[hotel.name][null]');
  });

  test('contain values in wire format', async () => {
    await addColumn('member-report', 'member', 'created_at');
    await addColumn('member-report', 'member_card', 'is_active');
    const { member, member_card } = (await fixtures.sell()).body.data;
    const { data } = await run(admin, 'member-report', {
      columns:
        'member.created_at,member.member_date,member.is_active,member_card.is_active,member_card.sbec_no,member.birth_date,member.standing',
      'filter[member.email][exact]': String(member['email']),
    });
    expect(data).toEqual([
      {
        'member.created_at': member['created_at'],
        'member.member_date': await fixtures.dayFromNow(0),
        'member.is_active': 1,
        'member_card.is_active': 1,
        'member_card.sbec_no': member_card['sbec_no'],
        'member.birth_date': null,
        'member.standing': 'active',
      },
    ]);
    expect(member['created_at']).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  });
});

test('follow changed permissions from the next run on', async () => {
  const clerk = await createUser(db, {
    level: 'property',
    assignments: [{ region_id: fixtures.r1, restrict_hotel_id: fixtures.h2 }],
    codes: [reportPermission('member-report')],
  });
  await fixtures.sell({ hotel_id: fixtures.h2 });
  expect((await run(clerk, 'member-report')).meta.total).toBeGreaterThan(0);
  await db.kysely.deleteFrom('role_group_role').where('role_group_id', '=', clerk.roleGroupId).execute();
  expectError(await request(clerk, 'member-report'), 403, 'forbidden');
});
