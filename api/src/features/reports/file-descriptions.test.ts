import { seedDemo } from '@innkeeper/demo';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { loadActor } from '../../access/actor.ts';
import { hashToken } from '../../access/token.ts';
import { csvRows, download } from '../../engine/import-export/table-helpers.ts';
import { queryString } from '../../testing/call.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { type TestUser, createUser } from '../../testing/user.ts';
import { readReportColumns } from './report-columns.ts';
import { formatNumber } from '../../engine/import-export/format-cell.ts';
import { parseReportQuery } from './report-query.ts';
import { createReportTable } from './report-file.ts';
import { REPORT_SOURCES } from './report-sources.ts';
import { NAMES_BY_SCRIPT } from '../../testing/names-by-script.ts';
import { hasText, readPdfPages } from '../../testing/pdf-pages.ts';
import { readWorkbookPart, readWorkbook } from './file-helpers.ts';
import { createRunner, sumDecimals, valuesOf } from './report-helpers.ts';

const NOW = new Date('2026-06-15T04:30:00Z');
const api = await startTestApp();
const { app, db } = api;
await seedDemo(db, { members: 60, passwordHash: 'hash', now: NOW });
api.setClock(NOW);
const admin = await createUser(db, { level: 'group' });
const { run, runAll } = createRunner(app);
const downloadReport = (user: TestUser, report: string, params: Readonly<Record<string, string>>, language = 'en') =>
  download(app, user.token, `/api/report/run/${report}/export?${queryString(params)}`, {
    'accept-language': language,
    'x-time-zone': 'Asia/Jakarta',
  });

interface Place {
  readonly hotel: number;
  readonly code: string;
  readonly region: number;
  readonly currency: string;
}
/** Hotels with visits, the busiest first. */
const { rows: places } = await sql<Place>`
  select h.id as hotel, h.code, c.region_id as region, c.currency from hotel h join country c on c.id = h.country_id
  order by (select count(*) from visit v where v.hotel_id = h.id and v.deleted_at is null) desc, h.id`.execute(
  db.kysely,
);
const findPlaceIn = (currency: string): Place => {
  const place = places.find((place) => place.currency === currency);
  if (!place) throw new Error(`The demonstration has no hotel in ${currency}`);
  return place;
};

describe('a visit at half past midnight on the 1st in Jayapura', async () => {
  const { hotel } = findPlaceIn('IDR');
  await sql`update hotel set time_zone = 'Asia/Jayapura' where id = ${hotel}`.execute(db.kysely);
  const { rows } = await sql<{ visit_no: string }>`
    update visit set visit_date = '2026-05-31 15:30:00Z'
    where id = (select id from visit where hotel_id = ${hotel} and deleted_at is null order by id limit 1)
    returning visit_no`.execute(db.kysely);
  const visitNo = rows[0]?.visit_no ?? '';
  const keys = ['visit.visit_no', 'hotel.code', 'visit.grand_total', 'visit.currency', 'visit.grand_total_usd'];
  const params = {
    'filter[visit.visit_date][preset]': 'this_month',
    'filter[visit.currency][exact]': 'IDR',
    columns: keys.join(','),
    sort: '-visit.grand_total',
  };

  test('belongs to this month, with equal rows, order, columns and sums on screen and in each file', async () => {
    const { data, columns, totals } = await runAll(admin, 'visit-report', params);
    expect(valuesOf({ data } as never, 'visit.visit_no')).toContain(visitNo);
    const labels = columns.map(({ label }) => label);
    const shownRows = data.map((row) => keys.map((key) => String(row[key])));
    const localTotal = String(totals['visit.grand_total']);
    const dollars = String(totals['visit.grand_total_usd']);

    const [headings, ...cells] = csvRows(await downloadReport(admin, 'visit-report', { ...params, format: 'csv' }));
    expect([headings, cells]).toEqual([labels, shownRows]);
    expect(
      sumDecimals(
        cells.map((row) => row[2]),
        3,
      ),
    ).toBe(localTotal);

    const workbook = await readWorkbook(await downloadReport(admin, 'visit-report', { ...params, format: 'xlsx' }));
    expect(workbook.headings).toEqual(labels);
    expect(workbook.rows(shownRows.length).map((row) => row.map(String))).toEqual(
      shownRows.map((row) => row.map((cell, i) => (i === 2 || i === 4 ? String(Number(cell)) : cell))),
    );
    expect(workbook.foot(shownRows.length)).toEqual([['Total IDR', null, Number(localTotal), null, Number(dollars)]]);

    const pages = await readPdfPages(await downloadReport(admin, 'visit-report', { ...params, format: 'pdf' }));
    const printedTexts = pages.flat();
    expect(printedTexts.filter((text) => shownRows.some(([no]) => no === text))).toEqual(shownRows.map(([no]) => no));
    expect(printedTexts).toEqual(expect.arrayContaining([formatNumber(localTotal), formatNumber(dollars)]));
  });

  test('is shown in local time in each file', async () => {
    const singleVisitQuery = { search: visitNo, columns: 'visit.visit_no,visit.visit_date' };
    const [, row] = csvRows(await downloadReport(admin, 'visit-report', { ...singleVisitQuery, format: 'csv' }));
    expect(row).toEqual([visitNo, '2026-06-01 00:30:00']);
    const workbook = await readWorkbook(
      await downloadReport(admin, 'visit-report', { ...singleVisitQuery, format: 'xlsx' }),
    );
    expect(workbook.rows(1)).toEqual([[visitNo, '2026-06-01 00:30:00']]);
    const pages = await readPdfPages(
      await downloadReport(admin, 'visit-report', { ...singleVisitQuery, format: 'pdf' }),
    );
    expect(pages.flat()).toContain('01 Jun 2026 - 00:30');
  });
});

describe('a file with rupiah and Singapore dollars', () => {
  const codes = [findPlaceIn('IDR').hotel, findPlaceIn('SGD').hotel];
  const columns = 'visit.visit_no,visit.grand_total,visit.grand_total_usd';
  const reader = createUser(db, {
    level: 'property',
    assignments: ['IDR', 'SGD'].map((currency) => {
      const { region, hotel } = findPlaceIn(currency);
      return { region_id: region, restrict_hotel_id: hotel };
    }),
  });

  test('mixes them in no sum of a workbook; each sum is a formula over the rows of its currency', async () => {
    const user = await reader;
    const { data } = await runAll(user, 'visit-report', { columns: `${columns},visit.currency` });
    const sumCurrency = (currency: string) =>
      sumDecimals(
        data.filter((row) => row['visit.currency'] === currency).map((row) => row['visit.grand_total']),
        3,
      );
    const file = await downloadReport(user, 'visit-report', { columns, format: 'xlsx' });
    const workbook = await readWorkbook(file);
    expect(workbook.headings.at(-1)).toBe('Currency');
    const dollars = sumDecimals(valuesOf({ data } as never, 'visit.grand_total_usd'), 2);
    expect(workbook.foot(data.length).map((row) => row.slice(0, 3))).toEqual([
      ['Total IDR', Number(sumCurrency('IDR')), null],
      ['Total SGD', Number(sumCurrency('SGD')), null],
      ['Total of all rows', null, Number(dollars)],
    ]);
    const lastRow = data.length + 1;
    const sheet = await readWorkbookPart(file, 'xl/worksheets/sheet1.xml');
    expect([...sheet.matchAll(/<f>([^<]+)<\/f>/g)].map(([, formula]) => formula?.replaceAll('&quot;', '"'))).toEqual([
      `SUMIF(D2:D${lastRow},"IDR",B2:B${lastRow})`,
      `SUMIF(D2:D${lastRow},"SGD",B2:B${lastRow})`,
      `SUM(C2:C${lastRow})`,
    ]);
    expect(codes).toHaveLength(2);
  });

  test('has a sum for each currency on its PDF pages', async () => {
    const printedTexts = (
      await readPdfPages(await downloadReport(await reader, 'visit-report', { columns, format: 'pdf' }))
    ).flat();
    expect(printedTexts).toEqual(expect.arrayContaining(['Total IDR', 'Total SGD', 'Total of all rows']));
  });
});

describe('a file', () => {
  test('shows its report, query, hotels, author and time', async () => {
    const { hotel, region } = findPlaceIn('SGD');
    const user = await createUser(db, {
      level: 'property',
      assignments: [{ region_id: region, restrict_hotel_id: hotel }],
    });
    const { rows } = await sql<{ hotel: string; reader: string }>`
      select h.name as hotel, u.name as reader from hotel h, users u where h.id = ${hotel}
        and u.id = ${user.id}`.execute(db.kysely);
    const params = { 'filter[visit.visit_date][preset]': 'this_year', search: 'a', columns: 'visit.visit_no' };
    const workbook = await readWorkbook(await downloadReport(user, 'visit-report', { ...params, format: 'xlsx' }));
    const english = [
      ['Filters', 'Search: a; Visit date this year'],
      ['Hotels', rows[0]?.hotel],
      ['Created by', rows[0]?.reader],
      ['Created at', '15 Jun 2026 - 11:30 (Asia/Jakarta)'],
    ];
    const { facts } = await run(user, 'visit-report', params);
    expect(facts.map(({ word, meaning }) => [word, meaning])).toEqual(
      english.map(([word, meaning]) => [word, word === 'Created at' ? expect.stringMatching(/ \(.+\)$/) : meaning]),
    );
    expect(workbook.facts).toEqual(
      [['Revenue report'], ...english, ['Rows', expect.any(String)]].map((row) => expect.arrayContaining(row)),
    );
    const pages = await readPdfPages(await downloadReport(user, 'visit-report', { ...params, format: 'pdf' }, 'id'));
    expect(pages.flat()).toEqual(
      expect.arrayContaining([
        'Laporan pendapatan',
        'Filter',
        'Pencarian: a; Tanggal kunjungan tahun ini',
        'Dibuat oleh',
        rows[0]?.hotel,
      ]),
    );
  });

  test('shows column headings, page number and page count on each page', async () => {
    const pages = await readPdfPages(await downloadReport(admin, 'member-report', { format: 'pdf' }));
    expect(pages.length).toBeGreaterThan(1);
    pages.forEach((texts, i) => {
      // The facts may need a separate page after the last row.
      if (!texts.includes('Created by')) expect(texts).toContain('First name');
      expect(texts.join(' ')).toContain(`Page ${i + 1} of ${pages.length}`);
    });
  });

  test.each(Object.entries(NAMES_BY_SCRIPT))('shows a name in the script of $0', async (_, name) => {
    const { rows } = await sql<{ email: string }>`
      update member set first_name = ${name} where id = (select max(id) from member where deleted_at is null)
      returning email`.execute(db.kysely);
    const params = { search: rows[0]?.email ?? '', columns: 'member.first_name' };
    const pages = await readPdfPages(await downloadReport(admin, 'member-report', { ...params, format: 'pdf' }));
    expect(hasText(pages, name), pages.flat().join()).toBe(true);
  });

  test('shows markup and formulas as plain text, even in names from other hotels', async () => {
    const name = '=1+1 <b>Nguyễn</b> Łukasz';
    const { rows } = await sql<{ email: string }>`
      update member set first_name = ${name} where id = (select min(id) from member where deleted_at is null)
      returning email`.execute(db.kysely);
    const params = { search: rows[0]?.email ?? '', columns: 'member.first_name' };
    expect(
      (await readPdfPages(await downloadReport(admin, 'member-report', { ...params, format: 'pdf' }))).flat(),
    ).toContain(name);
    const file = await downloadReport(admin, 'member-report', { ...params, format: 'xlsx' });
    expect((await readWorkbook(file)).rows(1)).toEqual([[name]]);
    expect(await readWorkbookPart(file, 'xl/worksheets/sheet1.xml')).not.toContain('<f>');
    expect(csvRows(await downloadReport(admin, 'member-report', { ...params, format: 'csv' }))[1]).toEqual([
      `'${name}`,
    ]);
  });

  test('says that no rows match if there are none', async () => {
    const params = { search: 'no such words anywhere' };
    const workbook = await readWorkbook(await downloadReport(admin, 'visit-report', { ...params, format: 'xlsx' }));
    expect([workbook.rows(5), workbook.facts.at(-1)]).toEqual([[], expect.arrayContaining(['Rows', '0'])]);
    const pages = await readPdfPages(await downloadReport(admin, 'visit-report', { ...params, format: 'pdf' }));
    expect(pages.flat()).toContain('No rows match these filters.');
  });
});

test('too many rows for streaming are rejected before the first one is sent', async () => {
  const actor = await loadActor(db, hashToken(admin.token), NOW);
  if (!actor) throw new Error('The administrator is not signed in');
  const runColumns = await readReportColumns(db, 'visit-report', 'en');
  const reportQuery = parseReportQuery(REPORT_SOURCES['visit-report'], runColumns, {}, { paging: false });
  const context = { now: NOW, timeZone: 'UTC' };
  const order = {
    report: 'visit-report',
    runColumns,
    reportQuery,
    actor,
    context,
    language: 'en',
    maxRows: 3,
  } as const;
  await expect(createReportTable(db, {}, order).open()).rejects.toMatchObject({ code: 'too_large' });
});
