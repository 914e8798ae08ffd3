import type { ReportRow, ReportRun } from '@innkeeper/contract';
import { seedDemo } from '@innkeeper/demo';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { download } from '../../engine/import-export/table-helpers.ts';
import { queryString } from '../../testing/call.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { readPdfPages } from '../../testing/pdf-pages.ts';
import { readWorkbookPart, readWorkbook } from './file-helpers.ts';
import { createRunner, valuesOf } from './report-helpers.ts';

const api = await startTestApp();
const { app, db } = api;
const NOW = new Date('2026-11-21T10:00:00Z');
api.setClock(NOW);
await seedDemo(db, { members: 120, passwordHash: 'hash', now: NOW });
/** With these zones and records near month ends, some hotels are always a day ahead of others. */
await sql`update hotel set time_zone = case id % 2 when 0 then 'Pacific/Kiritimati' else 'Pacific/Pago_Pago' end
  where id % 5 < 3`.execute(db.kysely);
await sql`update visit set visit_date = date_trunc('month', visit_date) + (id % 30 - 15) * interval '1 hour',
    remark = 'Moved' where id % 4 = 0`.execute(db.kysely);
await sql`update member_voucher set created_at = date_trunc('month', created_at) + (id % 30 - 15) * interval '1 hour'
  where id % 4 = 0`.execute(db.kysely);
const admin = await createUser(db, { level: 'group' });
const { run, runAll } = createRunner(app);
/** The sales report includes upgrade revenue, but upgrades count as neither new members nor renewals. */
const UPGRADE_FILTER = { 'filter[transaction.transaction_type.name][exact]': 'Upgrade' };
/** Number of rows in a group. */
const sumRows = ({ rows_by_currency }: ReportRun, index: number): number =>
  rows_by_currency[index]?.reduce((all, part) => all + part.rows, 0) ?? 0;

/**
 * Other reports that list the same rows, each with its columns for day, hotel and membership and the matching columns
 * of the overview.
 */
const SOURCES = [
  {
    report: 'sales-report',
    day: 'transaction.transaction_date',
    hotel: 'hotel.name',
    sum: 'transaction.grand_total_usd',
    count: ['new_members', 'free_members', 'renewals'],
    usd: 'sales_usd',
  },
  {
    report: 'visit-report',
    day: 'visit.visit_date',
    hotel: 'hotel.name',
    sum: 'visit.grand_total_usd',
    count: ['visits'],
    usd: 'spend_usd',
  },
  {
    report: 'member-report',
    day: 'member.member_date',
    hotel: 'hotel.name',
    sum: null,
    count: ['joined'],
    usd: null,
  },
  {
    report: 'benefit-report',
    day: 'member_voucher.created_at',
    hotel: 'hotel.name',
    sum: null,
    count: ['vouchers_issued'],
    usd: null,
  },
  {
    report: 'redemption-report',
    day: 'voucher_redeem.redeem_date',
    hotel: 'voucher_redeem.redeem_hotel.name',
    sum: null,
    count: ['vouchers_redeemed'],
    usd: null,
  },
] as const;
await sql`insert into report_column (report_id, table_name, column_name, sort_no, is_checked)
  select id, 'hotel', 'name', 900, false from report
  where key in ('sales-report', 'visit-report', 'benefit-report', 'member-report')`.execute(db.kysely);

describe('the overview', () => {
  test.each(SOURCES)(
    'shows the records of the $report by month, hotel and membership',
    async ({ report, day, hotel, sum, count, usd }) => {
      const measures = [...count, ...(usd ? [usd] : [])].flatMap((name) => [
        `overview.${name}`,
        `overview.${name}_last_year`,
      ]);
      const { data } = await runAll(admin, 'overview-report', {
        columns: ['overview.month', 'overview.hotel', 'overview.membership', ...measures].join(','),
      });
      expect(data.length).toBeGreaterThan(30);
      for (const row of data.filter((_, i) => i % 9 === 0)) {
        for (const [suffix, year] of [
          ['', 2026],
          ['_last_year', 2025],
        ] as const) {
          const month = `${year}${String(row['overview.month']).slice(4, 7)}`;
          const membership: Record<string, string | number> =
            row['overview.membership'] === null
              ? { 'filter[membership.name][null]': 1 }
              : { 'filter[membership.name][exact]': String(row['overview.membership']) };
          const params = {
            [`filter[${day}][date_between]`]: `${month},${month}`,
            [`filter[${hotel}][exact]`]: String(row['overview.hotel']),
            ...membership,
          };
          const listedRun = await run(admin, report, params);
          const separateRun =
            report === 'sales-report' ? (await run(admin, report, { ...params, ...UPGRADE_FILTER })).meta.total : 0;
          const readCell = (name: string) => row[`overview.${name}${suffix}`];
          const label = `${report} ${month} ${String(row['overview.hotel'])}`;
          expect(
            count.reduce((all, name) => all + Number(readCell(name)), 0),
            label,
          ).toBe(listedRun.meta.total - separateRun);
          if (usd) expect(readCell(usd), label).toBe(listedRun.totals[sum]);
        }
      }
    },
  );

  test('matches the five other reports for every hotel and month', async () => {
    const measures = [
      'overview.new_members',
      ...SOURCES.flatMap(({ count, usd }) => [...count, ...(usd ? [usd] : [])].map((name) => `overview.${name}`)),
    ];
    const { data } = await runAll(admin, 'overview-report', {
      group: 'overview.hotel,overview.month',
      columns: [...new Set(measures)].join(','),
      'filter[overview.month][date_between]': '2025-01,2026-11',
    });
    const sumColumns = (names: readonly string[]) =>
      new Map(
        data.flatMap((row): [string, string][] => {
          const sum = names.reduce((all, name) => all + Number(row[`overview.${name}`]), 0);
          return sum === 0 ? [] : [[`${row['overview.hotel']} ${row['overview.month']}`, sum.toFixed(2)]];
        }),
      );
    for (const { report, day, hotel, sum, count, usd } of SOURCES) {
      const params = { group: `${hotel},${day}`, [`filter[${day}][date_between]`]: '2025-01,2026-11', per_page: 500 };
      const groups = await run(admin, report, params);
      expect(groups.meta.total).toBeLessThan(500);
      const keyOf = (row: ReportRow) => `${row[hotel]} ${row[day]}`;
      const separateRun = report === 'sales-report' ? await run(admin, report, { ...params, ...UPGRADE_FILTER }) : null;
      const separateRowsByKey = new Map(
        separateRun?.data.map((row, index) => [keyOf(row), sumRows(separateRun, index)]),
      );
      const toCounts = (countOfRow: (row: ReportRow, rows: number) => unknown) =>
        new Map(
          groups.data.flatMap((row, index): [string, string][] => {
            const value = Number(countOfRow(row, sumRows(groups, index) - (separateRowsByKey.get(keyOf(row)) ?? 0)));
            return value === 0 ? [] : [[keyOf(row), value.toFixed(2)]];
          }),
        );
      expect(
        toCounts((_, rows) => rows),
        report,
      ).toEqual(sumColumns(count));
      if (usd)
        expect(
          toCounts((row) => row[sum]),
          report,
        ).toEqual(sumColumns([usd]));
    }
  });

  test('shows non-empty rows of this year by default', async () => {
    const columns = 'overview.month,overview.hotel,overview.visits,overview.visits_last_year';
    const defaultRun = await runAll(admin, 'overview-report', { columns });
    expect(
      defaultRun.data.every((row) => Number(row['overview.visits']) + Number(row['overview.visits_last_year']) > 0),
    ).toBe(true);
    expect(new Set(valuesOf(defaultRun, 'overview.month').map((month) => String(month).slice(0, 4)))).toEqual(
      new Set(['2026']),
    );
    // This year's December is in the future, but last year's has values.
    expect(valuesOf(defaultRun, 'overview.month')).toContain('2026-12-01');
    const params = { columns, 'filter[overview.month][date_between]': '2025-01,2025-12' };
    const before = await runAll(admin, 'overview-report', params);
    expect(defaultRun.totals['overview.visits_last_year']).toBe(before.totals['overview.visits']);
    expect(Number(before.totals['overview.visits'])).toBeGreaterThan(0);
    // Last year's values are shown next to this year's, not in a future year.
    const allRuns = await runAll(admin, 'overview-report', { columns, 'filter[overview.month][null]': 0 });
    expect(valuesOf(allRuns, 'overview.month').map(String).toSorted().at(-1)).toBe('2026-12-01');
    const currentYearRun = await runAll(admin, 'overview-report', { columns: 'overview.month,overview.visits' });
    expect(valuesOf(currentYearRun, 'overview.month')).not.toContain('2026-12-01');
  });

  test('adds up to the same totals for any requested columns', async () => {
    const measures = ['overview.new_members', 'overview.spend_usd', 'overview.vouchers_redeemed'];
    const sums = await Promise.all(
      [['overview.month'], ['overview.hotel', 'overview.membership'], ['overview.region'], []].map(async (by) => {
        const run = await runAll(admin, 'overview-report', { columns: [...by, ...measures].join(',') }, 10);
        const keys = run.data.map((row) => JSON.stringify(by.map((key) => row[key])));
        expect(new Set(keys).size).toBe(keys.length);
        return { totals: run.totals, rows: run.data.length };
      }),
    );
    expect(new Set(sums.map(({ totals }) => JSON.stringify(totals))).size).toBe(1);
    expect(sums.map(({ rows }) => rows)).toEqual([expect.any(Number), expect.any(Number), expect.any(Number), 1]);
    expect(Number(sums[0]?.totals['overview.new_members'])).toBeGreaterThan(0);
    expect((await run(admin, 'overview-report', { columns: 'overview.region' })).totals).toEqual({});
  });

  test('lists hotels with the same name separately', async () => {
    const { data } = await runAll(admin, 'overview-report', { columns: 'overview.hotel,overview.visits' });
    const [first, second] = data;
    await sql`update hotel set name = ${first?.['overview.hotel']} where name = ${second?.['overview.hotel']}`.execute(
      db.kysely,
    );
    const after = await runAll(admin, 'overview-report', { columns: 'overview.hotel,overview.visits' });
    expect(after.data).toHaveLength(data.length);
  });

  test('filters and sorts by its sums, and restricts the totals accordingly', async () => {
    const columns = 'overview.hotel,overview.visits,overview.spend_usd';
    const { data } = await runAll(admin, 'overview-report', { columns });
    const params = { columns, 'filter[overview.visits][gte]': 10, sort: '-overview.spend_usd' };
    const matchingRun = await runAll(admin, 'overview-report', params);
    const expected = data
      .filter((row) => Number(row['overview.visits']) >= 10)
      .toSorted((a, b) => Number(b['overview.spend_usd']) - Number(a['overview.spend_usd']));
    expect(expected.length).toBeGreaterThan(2);
    expect(expected.length).toBeLessThan(data.length);
    expect(matchingRun.data).toEqual(expected);
    expect(matchingRun.totals['overview.visits']).toBe(
      expected.reduce((sum, row) => sum + Number(row['overview.visits']), 0),
    );
    // A hidden sum can be filtered as well.
    const hiddenRun = await runAll(admin, 'overview-report', {
      columns: 'overview.hotel',
      'filter[overview.visits][gte]': 10,
    });
    expect(hiddenRun.data).toHaveLength(expected.length);
  });

  test.each<{ report: string; params: Readonly<Record<string, string>> }>([
    {
      report: 'overview-report',
      params: { columns: 'overview.month,overview.visits', 'filter[overview.month][date_between]': '2026-10,2026-10' },
    },
    {
      report: 'benefit-report',
      params: {
        columns: 'member_voucher.created_at,benefit.issued',
        group: 'member_voucher.created_at',
        'filter[member_voucher.created_at][date_between]': '2026-10-01,2026-10-31',
      },
    },
  ])('shows months as months, not as their first day, in files of the $report', async ({ report, params }) => {
    const downloadReport = (format: string) =>
      download(app, admin.token, `/api/report/run/${report}/export?${queryString({ ...params, format })}`);
    const workbook = await downloadReport('xlsx');
    expect((await readWorkbook(workbook)).rows(1)).toEqual([['2026-10-01', expect.any(Number)]]);
    const [, style = ''] =
      /<c r="A2" s="(\d+)">/.exec(await readWorkbookPart(workbook, 'xl/worksheets/sheet1.xml')) ?? [];
    const styles = await readWorkbookPart(workbook, 'xl/styles.xml');
    const [, cells = ''] = /<cellXfs[^>]*>(.*)<\/cellXfs>/.exec(styles) ?? [];
    const [, format] = [...cells.matchAll(/<xf numFmtId="(\d+)"/g)][Number(style)] ?? [];
    expect(styles).toContain(`<numFmt numFmtId="${format}" formatCode="mmm\\ yyyy"/>`);
    expect((await readPdfPages(await downloadReport('pdf'))).flat()).toContain('Oct 2026');
  });

  test('shows no rows if there are no records', async () => {
    const empty = await run(admin, 'overview-report', {
      columns: 'overview.visits',
      'filter[overview.hotel][exact]': 'Nowhere',
    });
    expect(empty).toMatchObject({ data: [], totals: { 'overview.visits': 0 }, meta: { total: 0 } });
  });
});

describe('the page of a year', () => {
  const printYear = async (query: Readonly<Record<string, string>> = {}, language = 'en') => {
    const url = `/api/report/run/overview-report/export?${queryString({ format: 'pdf', as: 'year', ...query })}`;
    const file = await download(app, admin.token, url, { 'accept-language': language });
    return { file, pages: await readPdfPages(file) };
  };

  test('has values, charts, period and scope on one page', async () => {
    const { pages } = await printYear();
    expect(pages).toHaveLength(1);
    const texts = pages.flat();
    for (const text of ['Overview report', '2026 vs 2025', 'All hotels', admin.username, 'Nov', 'Jan'])
      expect(texts).toContain(text);
    expect(texts.filter((text) => text.endsWith(' by Nov 2025')).length).toBeGreaterThan(4);
    for (const title of ['By month', 'By hotel', 'By membership'])
      expect(
        texts.some((text) => text.startsWith(`${title} · `)),
        title,
      ).toBe(true);
  });

  test('compares the same months as the console, and draws the requested value', async () => {
    const [current, previous] = ['overview.visits', 'overview.visits_last_year'];
    const months = await runAll(admin, 'overview-report', {
      group: 'overview.month',
      columns: `${current},${previous}`,
    });
    const sumUntil = (key: string) =>
      months.data
        .filter((row) => String(row['overview.month']) <= '2026-11')
        .reduce((sum, row) => sum + Number(row[key]), 0);
    const { pages } = await printYear({ columns: `overview.month,${current},${previous}`, measure: current });
    const texts = pages.flat();
    expect(texts).toContain(sumUntil(current).toLocaleString('en'));
    expect(texts).toContain(`${sumUntil(previous).toLocaleString('en')} by Nov 2025`);
    expect(texts).toContain('By hotel · Visits');
  });

  test('is in the language of its reader, of any year, and still one page for one hotel', async () => {
    const [hotel] = await db.kysely.selectFrom('hotel').select('name').orderBy('id').execute();
    const { pages } = await printYear(
      {
        'filter[overview.month][date_between]': '2025-01-01,2025-12-31',
        'filter[overview.hotel][exact]': hotel?.name ?? '',
      },
      'id',
    );
    expect(pages).toHaveLength(1);
    const texts = pages.flat();
    expect(texts).toContain('2025 vs 2024');
    expect(texts.some((text) => text.endsWith(' pada 2024'))).toBe(true);
  });

  test('belongs to the overview and to PDF only', async () => {
    const request = (report: string, query: string) =>
      app.inject({
        url: `/api/report/run/${report}/export?format=pdf&${query}`,
        headers: { authorization: `Bearer ${admin.token}` },
      });
    expect(Object.keys((await request('sales-report', 'as=year')).json().errors)).toEqual(['as']);
    expect(Object.keys((await request('overview-report', 'as=pivot')).json().errors)).toEqual(['as']);
    expect(Object.keys((await request('overview-report', 'as=year&measure=x')).json().errors)).toEqual(['measure']);
    const csv = await download(app, admin.token, '/api/report/run/overview-report/export?format=csv&as=year');
    expect(csv.bytes.toString().split('\r\n').length).toBeGreaterThan(10);
  });
});
