import {
  type CurrencySums,
  GROUPABLE_KINDS,
  type OfferedColumn,
  type ReportKey,
  type ReportRow,
  groupCondition,
  reportKeys,
} from '@innkeeper/contract';
import { seedDemo } from '@innkeeper/demo';
import fc from 'fast-check';
import { testSeed } from '@innkeeper/contract/testing';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { expectInvalid } from '../../testing/expectations.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { REPORT_SOURCES, type ReportSource } from './report-sources.ts';
import { sumByCurrency, createRunner, sumDecimals, valuesOf } from './report-helpers.ts';

const api = await startTestApp();
const { app, db } = api;
const NOW = new Date('2026-11-21T10:00:00Z');
api.setClock(NOW);
await seedDemo(db, { members: 80, passwordHash: 'hash', now: NOW });
/** With these zones, at least one hotel is always a day ahead of another. Visits are moved close to month ends. */
await sql`update hotel set time_zone = case id % 2 when 0 then 'Pacific/Kiritimati' else 'Pacific/Pago_Pago' end
  where id % 5 < 3`.execute(db.kysely);
await sql`update visit set visit_date = date_trunc('month', visit_date) + (id % 30 - 15) * interval '1 hour',
    remark = 'Moved' where id % 4 = 0`.execute(db.kysely);
const admin = await createUser(db, { level: 'group' });
const { request, run, runAll } = createRunner(app);

const sumRows = (parts: readonly CurrencySums[]): number => parts.reduce((sum, { rows }) => sum + rows, 0);
const filterOf = ({ key, type }: OfferedColumn, row: ReportRow) => {
  const { column, operator, value } = groupCondition(key, type, row[key] ?? null);
  return [`filter[${column}][${operator}]`, value] as const;
};

const isSum = (report: ReportKey, key: string): boolean => {
  const { summed, measures }: ReportSource = REPORT_SOURCES[report];
  return summed.includes(key) || Object.hasOwn(measures, key);
};

describe.each(reportKeys)('the %s in groups', (report) => {
  test('adds up to its totals, and each group opens exactly the rows that it counts', async () => {
    const fullRun = await run(admin, report);
    const groupableColumns = fullRun.offered.filter(
      ({ type, key }) => GROUPABLE_KINDS.has(type) && !isSum(report, key),
    );
    const sample = fc.tuple(
      fc.constantFrom(...groupableColumns),
      fc.option(fc.constantFrom(...groupableColumns)),
      fc.nat(),
    );
    await fc.assert(
      fc.asyncProperty(sample, async ([first, second, choice]) => {
        const group = second && second !== first ? [first, second] : [first];
        const groupedRun = await runAll(admin, report, { group: group.map(({ key }) => key).join(',') });
        expect(groupedRun.columns.slice(0, group.length).map(({ key }) => key)).toEqual(group.map(({ key }) => key));
        expect(groupedRun.totals).toEqual(fullRun.totals);
        expect(groupedRun.by_currency).toEqual(fullRun.by_currency);
        // `runAll` combines pages for their rows only; sums by row need a single page.
        const page = await run(admin, report, { group: group.map(({ key }) => key).join(','), per_page: 500 });
        if (groupedRun.meta.total <= 500) {
          expect(sumByCurrency(page.rows_by_currency.flat())).toEqual(sumByCurrency(fullRun.by_currency));
          expect(sumRows(page.rows_by_currency.flat())).toBe(sumRows(fullRun.by_currency));
        }
        const index = choice % page.data.length;
        const row = page.data[index] ?? {};
        const openedRun = await run(admin, report, Object.fromEntries(group.map((column) => filterOf(column, row))));
        expect(openedRun.by_currency).toEqual(page.rows_by_currency[index]);
        for (const [key, total] of Object.entries(openedRun.totals)) expect(total, key).toBe(row[key]);
        if (report !== 'overview-report')
          expect(openedRun.meta.total).toBe(sumRows(page.rows_by_currency[index] ?? []));
      }),
      { seed: testSeed(), numRuns: 12 },
    );
  });
});

test('no sum mixes currencies, and the US dollar sum matches the rows', async () => {
  const columns = 'visit.visit_no,visit.currency,visit.grand_total,visit.total_room,visit.grand_total_usd';
  const report = await runAll(admin, 'visit-report', { columns });
  expect(report.by_currency.length).toBeGreaterThan(2);
  expect(report.totals).toMatchObject({ 'visit.grand_total': null, 'visit.total_room': null });
  for (const { currency, rows, totals } of report.by_currency) {
    const currencyRows = report.data.filter((row) => row['visit.currency'] === currency);
    expect(rows).toBe(currencyRows.length);
    for (const [key, scale] of [
      ['visit.grand_total', 3],
      ['visit.total_room', 3],
      ['visit.grand_total_usd', 2],
    ] as const)
      expect(totals[key]).toBe(
        sumDecimals(
          currencyRows.map((row) => row[key]),
          scale,
        ),
      );
  }
  expect(report.totals['visit.grand_total_usd']).toBe(sumDecimals(valuesOf(report, 'visit.grand_total_usd'), 2));
  // The sums also match without the US dollar column; the response has only the requested columns.
  const ungroupedRun = await run(admin, 'visit-report', { columns: 'visit.grand_total' });
  expect(Object.keys(ungroupedRun.totals)).toEqual(['visit.grand_total']);
  expect(ungroupedRun.by_currency.map(({ totals }) => totals['visit.grand_total_usd'])).toEqual(
    report.by_currency.map(({ totals }) => totals['visit.grand_total_usd']),
  );
  expect(ungroupedRun.rows_by_currency[0]).toHaveLength(1);
});

test('groups are sorted by name or as requested, and a filter on a sum limits them', async () => {
  const columns = 'benefit.issued,benefit.open';
  const reportQuery = { group: 'membership.name', columns };
  const defaultRun = await runAll(admin, 'benefit-report', reportQuery);
  const names = valuesOf(defaultRun, 'membership.name').map(String);
  expect(names).toEqual(names.toSorted((a, b) => a.toLowerCase().localeCompare(b.toLowerCase())));
  const leastRun = await runAll(admin, 'benefit-report', { ...reportQuery, sort: '-benefit.issued' });
  const issuedCounts = valuesOf(leastRun, 'benefit.issued').map(Number);
  expect(issuedCounts).toEqual(issuedCounts.toSorted((a, b) => b - a));
  const runAbove = await runAll(admin, 'benefit-report', {
    ...reportQuery,
    'filter[benefit.issued][gte]': issuedCounts[0] ?? 0,
  });
  expect(runAbove.data).toHaveLength(1);
  expect(runAbove.totals['benefit.issued']).toBe(issuedCounts[0]);
  expect(runAbove.by_currency.reduce((sum, { totals }) => sum + Number(totals['benefit.issued']), 0)).toBe(
    issuedCounts[0],
  );
});

describe('a comparison with another period', () => {
  const DATE = 'filter[visit.visit_date]';
  const runPeriod = async (operator: string, value: string, compare?: string) => {
    const { totals, meta } = await run(admin, 'visit-report', {
      [`${DATE}[${operator}]`]: value,
      ...(compare && { compare }),
    });
    return [meta.total, totals['visit.grand_total_usd']];
  };
  test.each([
    ['preset', 'this_month', 'period_before', 'date_between', '2026-10-01,2026-10-31'],
    ['preset', 'this_month', 'last_year', 'date_between', '2025-11,2025-11'],
    ['preset', 'this_quarter', 'period_before', 'date_between', '2026-07,2026-09'],
    ['preset', 'this_semester', 'period_before', 'date_between', '2026-01,2026-06'],
    ['date_between', '2026-03-01,2026-03-31', 'period_before', 'date_between', '2026-02-01,2026-02-28'],
    ['date_between', '2026-03-11,2026-03-20', 'period_before', 'date_between', '2026-03-01,2026-03-10'],
    ['date_between', '2026-02,2026-03', 'period_before', 'date_between', '2025-12,2026-01'],
    ['date_between', '2025-02-01,2025-02-28', 'last_year', 'date_between', '2024-02-01,2024-02-29'],
  ])('compares %s %s by %s with %s %s', async (operator, value, compare, other, there) => {
    const comparedRun = await runPeriod(operator, value, compare);
    expect(comparedRun).toEqual(await runPeriod(other, there));
    expect(comparedRun[0]).toBeGreaterThan(0);
  });

  test('shows its months under the months that they are compared with', async () => {
    const params = { group: 'visit.visit_date', [`${DATE}[date_between]`]: '2026-08,2026-10' };
    const months = ['2026-08', '2026-09', '2026-10'];
    for (const compare of ['period_before', 'last_year']) {
      const { data } = await run(admin, 'visit-report', { ...params, compare });
      expect(data.map((row) => row['visit.visit_date'])).toEqual(months);
      const august = compare === 'last_year' ? '2025-08' : '2026-05';
      const otherRun = await run(admin, 'visit-report', { [`${DATE}[date_between]`]: `${august},${august}` });
      expect(data[0]?.['visit.grand_total_usd']).toBe(otherRun.totals['visit.grand_total_usd']);
    }
  });

  test('uses the default year of the overview; a period before the first day is empty', async () => {
    const measures = { columns: 'overview.visits,overview.visits_last_year' };
    const now = await run(admin, 'overview-report', measures);
    const comparedRun = await run(admin, 'overview-report', { ...measures, compare: 'last_year' });
    expect(comparedRun.totals['overview.visits']).toBe(now.totals['overview.visits_last_year']);
    expect(await runPeriod('date_between', '0001-01-01,0001-02-10', 'period_before')).toEqual([0, '0.00']);
  });
});

describe('a column that cannot be grouped or compared is rejected by its name', () => {
  test.each<[Record<string, string>, string, string]>([
    [{ group: 'visit.nothing' }, 'group', 'visit.nothing'],
    [{ group: 'visit.grand_total' }, 'group', 'visit.grand_total'],
    [{ group: 'visit.remark' }, 'group', 'visit.remark'],
    [{ group: 'hotel.code,membership.name,visit.visit_date' }, 'group', '2'],
    [{ group: 'hotel.code,hotel.code' }, 'group', 'form'],
    [{ group: 'transaction.currency' }, 'group', 'transaction.currency'],
    [{ columns: 'visit.nothing,hotel.code' }, 'columns', 'visit.nothing'],
    [{ compare: 'yesterday' }, 'compare', 'period_before, last_year'],
    [{ compare: 'last_year' }, 'compare', 'visit.visit_date'],
    [{ compare: 'last_year', 'filter[visit.visit_date][date_between]': '2026-01-01,' }, 'compare', 'visit.visit_date'],
    [{ group: 'hotel.code', sort: 'visit.visit_no' }, 'sort', 'column'],
  ])('$0', async (parameters, name, expectedText) => {
    const reply = await request(admin, 'visit-report', parameters);
    expectInvalid(reply, name);
    expect(JSON.stringify(reply.body)).toContain(expectedText);
  });
});

test('a user of one hotel sees its group, with the same sums as all users', async () => {
  const places = await sql<{ id: number; code: string; region_id: number }>`
    select h.id, h.code, c.region_id from hotel h join country c on c.id = h.country_id order by h.id limit 4`.execute(
    db.kysely,
  );
  const allRuns = await run(admin, 'visit-report', { group: 'hotel.code', per_page: 500 });
  for (const { id, code, region_id } of places.rows) {
    const clerk = await createUser(db, { level: 'property', assignments: [{ region_id, restrict_hotel_id: id }] });
    const ownRun = await run(clerk, 'visit-report', { group: 'hotel.code' });
    const index = allRuns.data.findIndex((row) => row['hotel.code'] === code);
    expect(ownRun.data).toEqual([allRuns.data[index]]);
    expect(ownRun.rows_by_currency).toEqual([allRuns.rows_by_currency[index]]);
    expect(ownRun.by_currency).toEqual(allRuns.rows_by_currency[index]);
  }
});
