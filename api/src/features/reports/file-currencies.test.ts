import { REPORT_TABLES, type ReportKey, catalogueOf } from '@innkeeper/contract';
import { seedDemo } from '@innkeeper/demo';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { csvRows, download } from '../../engine/import-export/table-helpers.ts';
import { queryString } from '../../testing/call.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { readReportColumns } from './report-columns.ts';
import { readWorkbook } from './file-helpers.ts';
import { createRunner, valuesOf } from './report-helpers.ts';

/** A file with amounts of hotels in several countries. */

const api = await startTestApp();
const { app, db } = api;
await seedDemo(db, { members: 60, passwordHash: 'hash', now: new Date() });
const admin = await createUser(db, { level: 'group' });
const { run, runAll } = createRunner(app);
const downloadReport = (report: string, params: Readonly<Record<string, string>>) =>
  download(app, admin.token, `/api/report/run/${report}/export?${queryString(params)}`);

const reports = Object.keys(REPORT_TABLES) as readonly ReportKey[]; // Object.keys loses the key type

// Covers every amount of the catalogue, including those that no report has by default.
for (const report of reports)
  for (const { table, columns } of catalogueOf(report))
    for (const { column } of columns.filter(({ kind }) => kind === 'money'))
      await sql`
        insert into report_column (report_id, table_name, column_name, sort_no, is_checked)
        select r.id, ${table}, ${column}, 900, false from report r
        where r.key = ${report} and not exists (
          select from report_column c where c.report_id = r.id and c.table_name = ${table}
            and c.column_name = ${column})`.execute(db.kysely);

describe.each(reports)('a file of %s', async (report) => {
  const amounts = (await readReportColumns(db, report, 'en')).filter(({ type }) => type === 'money');

  test('has a currency after each amount, whichever columns are requested', async () => {
    for (const { key, label } of amounts) {
      const file = await downloadReport(report, { columns: key, format: 'csv' });
      const [headings = []] = csvRows(file);
      expect(headings, key).toEqual([label, expect.stringMatching(/currency$/i)]);
      expect(
        (await readWorkbook(await downloadReport(report, { columns: key, format: 'xlsx' }))).headings,
        key,
      ).toEqual(headings);
    }
  });

  test('has the same currencies on screen, beside the rows', async () => {
    for (const { key } of amounts.filter(({ path }) => path.relations.length > 0)) {
      const { rows_units } = await run(admin, report, { columns: key, per_page: 100 });
      const [, ...rows] = csvRows(await downloadReport(report, { columns: key, format: 'csv' }));
      const currencies = rows_units.map((units) => Object.values(units)[0] ?? '');
      expect(currencies, key).toEqual(rows.slice(0, 100).map((row) => row[1]));
    }
  });

  test('has no duplicate heading', async () => {
    const [headings = []] = csvRows(await downloadReport(report, { format: 'csv' }));
    expect(new Set(headings).size).toBe(headings.length);
  });
});

test.each([
  ['visit-report', 'visit.visit_no', 'visit.grand_total', 'visit.currency'],
  ['sales-report', 'transaction.transaction_no', 'transaction.grand_total', 'transaction.currency'],
] as const)(
  'amounts of %s are exported with their hotel’s currency in the next column',
  async (report, no, total, currency) => {
    const params = { columns: `${no},${total}` };
    const { data } = await runAll(admin, report, { columns: `${no},${total},${currency}` });
    expect(new Set(data.map((row) => row[currency])).size).toBeGreaterThan(1);
    const expected = data.map((row) => [no, total, currency].map((key) => String(row[key])));
    const [headings, ...rows] = csvRows(await downloadReport(report, { ...params, format: 'csv' }));
    expect([headings?.at(-1), rows]).toEqual(['Currency', expected]);
    const workbook = await readWorkbook(await downloadReport(report, { ...params, format: 'xlsx' }));
    expect(workbook.rows(data.length).map((row) => row.at(-1))).toEqual(valuesOf({ data } as never, currency));
  },
);

test('a currency column is not written twice', async () => {
  const [headings] = csvRows(
    await downloadReport('visit-report', { columns: 'visit.currency,visit.grand_total,visit.total_fb', format: 'csv' }),
  );
  expect(headings).toHaveLength(3);
});
