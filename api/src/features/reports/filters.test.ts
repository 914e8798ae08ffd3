import {
  REPORT_TABLES,
  type ReportKey,
  type ReportRow,
  findColumn,
  getResource,
  operatorsByKind,
} from '@innkeeper/contract';
import { seedDemo } from '@innkeeper/demo';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { type ResponseRecord, parseList } from '../../testing/responses.ts';
import { call, queryString } from '../../testing/call.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { REPORT_SOURCES } from './report-sources.ts';
import { createRunner, valuesOf } from './report-helpers.ts';

/** Reports and lists share one query syntax: a filter or sort order means the same in both. */

const { app, db } = await startTestApp();
await seedDemo(db, { members: 25, passwordHash: 'hash', now: new Date() });
const admin = await createUser(db, { level: 'group' });
const { run, runAll, request } = createRunner(app);

/** With these zones, at least one hotel is always a day ahead of another. */
await sql`update hotel set time_zone = case id % 2 when 0 then 'Pacific/Kiritimati' else 'Pacific/Pago_Pago' end
  where id % 5 < 3`.execute(db.kysely);
const saleTypes = (
  await sql<{ id: number }>`
    select d.id from option_detail d join option o on o.id = d.option_id where o.slug = 'transaction-type'
      and d.code in ('1', '2', '3', '6')`.execute(db.kysely)
).rows.map(({ id }) => id);

/** The list with the same rows as a report, and the column that identifies a row in both. */
const LISTS = [
  ['benefit-report', 'voucher_no', { 'filter[member_card.deleted_at][null]': 1 }],
  ['member-report', 'email', {}],
  ['redemption-report', 'redeem_no', {}],
  ['sales-report', 'transaction_no', { 'filter[transaction_type_id][includes]': saleTypes.join(',') }],
  ['visit-report', 'visit_no', {}],
] as const satisfies readonly (readonly [ReportKey, string, Readonly<Record<string, string | number>>])[];

/** A filter value for the operator that matches some rows but not all. */
function expectedValue(operator: string, value: ReportRow[string] | undefined): string | number {
  if (operator === 'null') return 0;
  const text = String(value ?? '');
  if (operator === 'preset') return '6_months_ago';
  if (operator === 'date_between') return `${text.slice(0, 10)},`;
  if (operator === 'contains') return text.slice(1, 4) || text;
  if (operator === 'start') return text.slice(0, 2);
  if (operator === 'end') return text.slice(-2);
  return text;
}

describe.each(LISTS)('the %s', (report, shownColumn, onlyFilter) => {
  const table = REPORT_TABLES[report][0];
  const d = getResource(table);
  const key = `${table}.${shownColumn}`;

  async function listValues(parameters: Readonly<Record<string, string | number>>): Promise<string[]> {
    const values: string[] = [];
    for (let page = 1; ; page += 1) {
      const query = queryString(onlyFilter, parameters, { page, per_page: 500 });
      const reply = await call(app, admin.token, 'GET', `/api/${table}?${query}`);
      expect(reply.status, reply.text).toBe(200);
      const rows: readonly ResponseRecord[] = parseList(d, reply);
      values.push(...rows.map((row) => String(row[shownColumn])));
      if (rows.length < 500) return values;
    }
  }
  const readReportValues = async (parameters: Readonly<Record<string, string | number>>) =>
    valuesOf(await runAll(admin, report, { columns: key, ...parameters }), key).map(String);

  test('returns the same rows as the list', async () => {
    const rows = await readReportValues({});
    expect(rows.length).toBeGreaterThan(20);
    expect(rows.toSorted()).toEqual((await listValues({})).toSorted());
  });

  test('supports a filter on each column and every operator of each kind, like the list', async () => {
    const { rows } = await sql<{ key: string }>`
      select c.table_name || '.' || c.column_name as key from report_column c join report r on r.id = c.report_id
      where r.key = ${report}`.execute(db.kysely);
    const source = REPORT_SOURCES[report];
    const total = (await run(admin, report)).meta.total;
    const kinds = new Set<string>();
    let [matched, unmatched] = [0, 0];
    for (const column of rows.map((row) => row.key)) {
      const [relation = '', ...rest] = column.split('.');
      const path = findColumn(d, `${source.tables[relation] ?? ''}${rest.join('.')}`);
      // Cards and sale lines are not columns of the list, and sums do not belong to one row.
      if (!path || Object.hasOwn(source.measures, column)) continue;
      const shownRun = valuesOf(await run(admin, report, { columns: column, per_page: 60, sort: column }), column);
      const value = shownRun.find((v, i) => v !== null && i > 20) ?? shownRun.find((v) => v !== null);
      const operators = operatorsByKind[path.definition.kind];
      const isKnown = kinds.has(path.definition.kind);
      kinds.add(path.definition.kind);
      for (const operator of isKnown ? operators.slice(0, 1) : operators) {
        const filterValue = expectedValue(operator, value);
        const reportValues = await readReportValues({ [`filter[${column}][${operator}]`]: filterValue });
        const listedValues = await listValues({ [`filter[${path.column}][${operator}]`]: filterValue });
        expect(reportValues.toSorted(), `${column} ${operator} ${filterValue}`).toEqual(listedValues.toSorted());
        matched += reportValues.length > 0 ? 1 : 0;
        unmatched += reportValues.length < total ? 1 : 0;
      }
    }
    expect(Math.min(matched, unmatched)).toBeGreaterThan(10);
  });

  test('sorts like the list, including empty values, page by page', async () => {
    for (const sort of [key, `-${key}`]) {
      const order = await listValues({ sort: sort.replace(key, shownColumn) });
      expect(valuesOf(await runAll(admin, report, { columns: key, sort }, 7), key)).toEqual(order);
    }
    const { order } = REPORT_SOURCES[report];
    expect(await readReportValues({})).toEqual(await listValues({ sort: order ?? '' }));
  });
});

describe('a query that a report rejects', () => {
  const rejections: readonly (readonly [string, Readonly<Record<string, string | number>>, readonly string[]])[] = [
    ['unknown columns', { columns: 'visit.visit_no,visit.password' }, ['columns']],
    ['duplicate columns', { columns: 'visit.visit_no,visit.visit_no' }, ['columns']],
    ['columns that are not configured', { columns: 'member.identity_no' }, ['columns']],
    ['columns of another report', { columns: 'voucher.name' }, ['columns']],
    ['an unknown order', { sort: 'visit.visit_no,visit.nothing' }, ['sort']],
    ['an order by a column that is not configured', { sort: 'member.email' }, ['sort']],
    ['unknown columns in filters', { 'filter[visit.nothing][eq]': 1 }, ['filter[visit.nothing][eq]']],
    [
      'filters on a column that is not configured',
      { 'filter[member.email][start]': 'a' },
      ['filter[member.email][start]'],
    ],
    ['unknown operators', { 'filter[visit.grand_total][contains]': 1 }, ['filter[visit.grand_total][contains]']],
    ['values of the wrong type', { 'filter[visit.grand_total][gt]': 'x' }, ['filter[visit.grand_total][gt]']],
    ['unknown presets', { 'filter[visit.visit_date][preset]': 'never' }, ['filter[visit.visit_date][preset]']],
    [
      'days that do not exist',
      { 'filter[visit.visit_date][date_between]': '2026-02-30,' },
      ['filter[visit.visit_date][date_between]'],
    ],
    ['pages that do not exist', { page: 0, per_page: 501 }, ['page', 'per_page']],
    ['parameters of lists', { deleted: 1, member_id: 1 }, ['deleted', 'member_id']],
    ['prototypes', { constructor: 1, __proto__: 1 }, ['constructor']],
    ['several errors', { columns: 'x', sort: 'y', 'filter[z][eq]': 1 }, ['columns', 'filter[z][eq]', 'sort']],
  ];
  test.each(rejections)('%s', async (_, parameters, names) => {
    const reply = await request(admin, 'visit-report', parameters);
    expect(reply.status, reply.text).toBe(422);
    const { errors } = JSON.parse(reply.text) as { errors: object }; // the contract's only form of a rejection
    expect(Object.keys(errors).toSorted()).toEqual([...names].toSorted());
  });
});
