import { REPORT_TABLES, type ReportKey, isReportKey } from '@innkeeper/contract';
import { seedDemo } from '@innkeeper/demo';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { codeFormatter } from '../../engine/import-export/format-cell.ts';
import { readCodeDigits } from '../../engine/import-export/phone-digits.ts';
import { csvRows, download } from '../../engine/import-export/table-helpers.ts';
import { queryString } from '../../testing/call.ts';
import { expectError, expectInvalid } from '../../testing/expectations.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { type TestUser, createUser } from '../../testing/user.ts';
import { readPdfPages } from '../../testing/pdf-pages.ts';
import { readWorkbook } from './file-helpers.ts';
import { readReportColumns } from './report-columns.ts';
import { createRunner, valuesOf } from './report-helpers.ts';

const { app, db } = await startTestApp();
await seedDemo(db, { members: 25, passwordHash: 'hash', now: new Date() });
const admin = await createUser(db, { level: 'group' });
const { rows: hotels } = await sql<{ id: number; region_id: number }>`
  select h.id, c.region_id from hotel h join country c on c.id = h.country_id
  order by (select count(*) from visit v where v.hotel_id = h.id) desc limit 1`.execute(db.kysely);
const hotel = hotels[0] ?? { id: 0, region_id: 0 };
const desk = await createUser(db, {
  level: 'property',
  assignments: [{ region_id: hotel.region_id, restrict_hotel_id: hotel.id }],
});
const { request, run, runAll } = createRunner(app);
const reports = Object.keys(REPORT_TABLES).filter(isReportKey);

const downloadReport = (user: TestUser, report: string, parameters: Readonly<Record<string, string | number>> = {}) =>
  download(app, user.token, `/api/report/run/${report}/export?${queryString({ format: 'csv', ...parameters })}`);

/** Normalizes a cell: a file has blanks in telephone and card numbers, and plain numbers. */
const normalise = (value: unknown): string => {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  const shownColumns = readCodeDigits(text.replace(/^'/, '')).replace(/^(\+\d+) (?=\d)/, '$1');
  return /^-?\d+\.\d+$/.test(shownColumns) ? String(Number(shownColumns)) : shownColumns;
};

describe.each(reports)('file of %s', (report: ReportKey) => {
  test.each([
    ['an administrator', admin],
    ['a user of one hotel', desk],
  ])('has the columns, rows and order that %s sees', async (_, user) => {
    const { columns, data } = await runAll(user, report);
    // A file shows instants in the zone of their hotel; a separate test covers that.
    const shownColumns = columns.filter(({ type }) => type !== 'instant');
    const shownRows = data.map((row) => shownColumns.map(({ key }) => normalise(row[key])));
    const keys = shownColumns.map(({ key }) => key).join(',');
    const [headings, ...rows] = csvRows(await downloadReport(user, report, { columns: keys }));
    expect(headings).toEqual(shownColumns.map(({ label }) => label));
    expect(rows.map((row) => row.map(normalise))).toEqual(shownRows);
    const workbook = await readWorkbook(await downloadReport(user, report, { columns: keys, format: 'xlsx' }));
    expect(workbook.headings).toEqual(headings);
    // A workbook has words for codes.
    const runColumns = await readReportColumns(db, report, 'en');
    const toWords = shownColumns.map(({ key }) => {
      const column = runColumns.find((candidate) => candidate.key === key);
      return (column && codeFormatter(column.path.definition, 'en')) ?? normalise;
    });
    expect(workbook.rows(shownRows.length).map((row) => row.map(normalise))).toEqual(
      shownRows.map((row) => row.map((cell, i) => toWords[i]?.(cell) ?? cell)),
    );
    const pages = await readPdfPages(await downloadReport(user, report, { columns: keys, format: 'pdf' }));
    const code = shownRows[0]?.find((cell) => cell.length > 2 && /^[A-Z][A-Z0-9]+$/.test(cell));
    expect(pages.flat().join(' ')).toContain(code ?? '');
  });

  test('is filtered, searched and sorted like the page', async () => {
    const { columns } = await run(admin, report);
    const text = columns.find(({ type }) => type === 'text');
    if (!text) throw new Error(`${report} shows no text`);
    const word = String((await run(admin, report)).data[0]?.[text.key]).slice(0, 4);
    const params = { columns: text.key, search: word, sort: `-${text.key}`, [`filter[${text.key}][null]`]: 0 };
    const shownRun = valuesOf(await runAll(admin, report, params), text.key).map(normalise);
    expect(shownRun.length).toBeGreaterThan(0);
    expect(
      csvRows(await downloadReport(admin, report, params))
        .slice(1)
        .flat()
        .map(normalise),
    ).toEqual(shownRun);
  });

  test('requires the permission for the report', async () => {
    const codes = reports
      .filter((otherReport) => otherReport !== report)
      .map((otherReport) => `VIEW_${otherReport.toUpperCase().replace('-', '_')}`);
    const reader = await createUser(db, { level: 'group', codes });
    const reply = await app.inject({
      url: `/api/report/run/${report}/export?format=csv`,
      headers: { authorization: `Bearer ${reader.token}` },
    });
    expect([reply.statusCode, reply.json()]).toEqual([403, expect.objectContaining({ error: 'forbidden' })]);
  });
});

describe('a search', () => {
  test('finds rows by each text column of the report, shown or not', async () => {
    const { offered } = await run(admin, 'sales-report');
    const keys = offered.flatMap(({ key, type }) =>
      ['text', 'email', 'phone', 'textarea'].includes(type) ? [key] : [],
    );
    const allRuns = await runAll(admin, 'sales-report', {
      columns: ['transaction.transaction_no', ...keys.filter((key) => key !== 'transaction.transaction_no')].join(','),
    });
    for (const key of keys) {
      const value = allRuns.data.map((row) => row[key]).find((cell) => typeof cell === 'string' && cell.trim() !== '');
      if (typeof value !== 'string') continue;
      const words = value.split(/\s+/).filter(Boolean);
      const matching = allRuns.data.filter((row) =>
        words.every((word) =>
          keys.some((other) =>
            String(row[other] ?? '')
              .toLowerCase()
              .includes(word.toLowerCase()),
          ),
        ),
      );
      const matchingRun = await runAll(admin, 'sales-report', { columns: 'transaction.transaction_no', search: value });
      expect(valuesOf(matchingRun, 'transaction.transaction_no').map(String).toSorted(), `${key}: ${value}`).toEqual(
        matching.map((row) => String(row['transaction.transaction_no'])).toSorted(),
      );
    }
  });

  test('adds up only the matching rows', async () => {
    const allRuns = await runAll(admin, 'visit-report', { columns: 'visit.visit_no,visit.grand_total_usd' });
    const firstRow = allRuns.data[0];
    const matchingRun = await run(admin, 'visit-report', {
      columns: 'visit.grand_total_usd',
      search: String(firstRow?.['visit.visit_no']),
    });
    expect([matchingRun.meta.total, matchingRun.totals['visit.grand_total_usd']]).toEqual([
      1,
      firstRow?.['visit.grand_total_usd'],
    ]);
  });

  test('is rejected with a message if it is invalid', async () => {
    expectInvalid(await request(admin, 'visit-report', { search: 'x'.repeat(201) }), 'search');
    expectInvalid(await request(admin, 'visit-report', { search: 'a\0b' }), 'search');
  });
});

describe('an invalid file request', () => {
  test.each([
    ['format', { format: 'doc' }],
    ['columns', { columns: 'visit.no_such' }],
    ['filter[visit.no_such][eq]', { 'filter[visit.no_such][eq]': 1 }],
    ['page', { page: 2 }],
    ['sort', { sort: 'no_such' }],
  ])('is rejected for its %s', async (name, invalidValue) => {
    const reply = await app.inject({
      url: `/api/report/run/visit-report/export?${queryString({ format: 'csv', ...invalidValue })}`,
      headers: { authorization: `Bearer ${admin.token}` },
    });
    expect([reply.statusCode, Object.keys(reply.json().errors)]).toEqual([422, [name]]);
  });

  test('returns 404 for an unknown report', async () => {
    const reply = await request(admin, 'no-such-report/export', { format: 'csv' });
    expectError(reply, 404, 'record_not_found');
  });
});

test('a file and a page use the hotel’s date near midnight, regardless of the reader’s zone', async () => {
  await sql`update hotel set time_zone = 'Asia/Jayapura' where id = ${hotel.id}`.execute(db.kysely);
  const { rows } = await sql<{ visit_no: string }>`
    update visit set visit_date = '2026-05-31 15:30:00Z'
    where id = (select id from visit where hotel_id = ${hotel.id} and deleted_at is null order by id limit 1)
    returning visit_no`.execute(db.kysely);
  const params = { columns: 'visit.visit_date', search: rows[0]?.visit_no ?? '' };
  const [, row] = csvRows(await downloadReport(admin, 'visit-report', params));
  expect(row).toEqual(['2026-06-01 00:30:00']);
  expect(await run(admin, 'visit-report', params)).toMatchObject({
    data: [{ 'visit.visit_date': '2026-05-31 15:30:00' }],
    rows_units: [{ time_zone: 'Asia/Jayapura' }],
  });
  expect((await run(admin, 'visit-report', { ...params, columns: 'visit.visit_no' })).rows_units).toEqual([{}]);
  expect((await run(admin, 'visit-report', { ...params, group: 'visit.visit_date' })).rows_units).toEqual([{}]);
});

test('the log has each export of a report with its user and its query', async () => {
  await downloadReport(desk, 'sales-report', { search: 'a', columns: 'transaction.transaction_no' });
  const { rows } = await sql<{ resource: string; columns: string[]; query: object }>`
    select resource, columns, query from export_log where actor_id = ${desk.id} order by id desc limit 1`.execute(
    db.kysely,
  );
  expect(rows).toEqual([{ resource: 'sales-report', columns: ['transaction.transaction_no'], query: { search: 'a' } }]);
});
