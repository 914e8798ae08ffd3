import {
  type CurrencySums,
  GROUPABLE,
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
import { sumParts, createRunner, sumOf, valuesOf } from './report-helpers.ts';

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

const rowsIn = (parts: readonly CurrencySums[]): number => parts.reduce((sum, { rows }) => sum + rows, 0);
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
    const whole = await run(admin, report);
    const groupable = whole.offered.filter(({ type, key }) => GROUPABLE.has(type) && !isSum(report, key));
    const sample = fc.tuple(fc.constantFrom(...groupable), fc.option(fc.constantFrom(...groupable)), fc.nat());
    await fc.assert(
      fc.asyncProperty(sample, async ([first, second, drawn]) => {
        const group = second && second !== first ? [first, second] : [first];
        const grouped = await runAll(admin, report, { group: group.map(({ key }) => key).join(',') });
        expect(grouped.columns.slice(0, group.length).map(({ key }) => key)).toEqual(group.map(({ key }) => key));
        expect(grouped.totals).toEqual(whole.totals);
        expect(grouped.by_currency).toEqual(whole.by_currency);
        // `runAll` combines pages for their rows only; sums by row need a single page.
        const page = await run(admin, report, { group: group.map(({ key }) => key).join(','), per_page: 500 });
        if (grouped.meta.total <= 500) {
          expect(sumParts(page.rows_by_currency.flat())).toEqual(sumParts(whole.by_currency));
          expect(rowsIn(page.rows_by_currency.flat())).toBe(rowsIn(whole.by_currency));
        }
        const at = drawn % page.data.length;
        const row = page.data[at] ?? {};
        const opened = await run(admin, report, Object.fromEntries(group.map((column) => filterOf(column, row))));
        expect(opened.by_currency).toEqual(page.rows_by_currency[at]);
        for (const [key, total] of Object.entries(opened.totals)) expect(total, key).toBe(row[key]);
        if (report !== 'overview-report') expect(opened.meta.total).toBe(rowsIn(page.rows_by_currency[at] ?? []));
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
    const own = report.data.filter((row) => row['visit.currency'] === currency);
    expect(rows).toBe(own.length);
    for (const [key, scale] of [
      ['visit.grand_total', 3],
      ['visit.total_room', 3],
      ['visit.grand_total_usd', 2],
    ] as const)
      expect(totals[key]).toBe(
        sumOf(
          own.map((row) => row[key]),
          scale,
        ),
      );
  }
  expect(report.totals['visit.grand_total_usd']).toBe(sumOf(valuesOf(report, 'visit.grand_total_usd'), 2));
  // This holds without the US dollar column as well; the response has only the requested columns.
  const alone = await run(admin, 'visit-report', { columns: 'visit.grand_total' });
  expect(Object.keys(alone.totals)).toEqual(['visit.grand_total']);
  expect(alone.by_currency.map(({ totals }) => totals['visit.grand_total_usd'])).toEqual(
    report.by_currency.map(({ totals }) => totals['visit.grand_total_usd']),
  );
  expect(alone.rows_by_currency[0]).toHaveLength(1);
});

test('groups are sorted by name or as requested, and a filter on a sum limits them', async () => {
  const columns = 'benefit.issued,benefit.open';
  const reportQuery = { group: 'membership.name', columns };
  const defaultRun = await runAll(admin, 'benefit-report', reportQuery);
  const names = valuesOf(defaultRun, 'membership.name').map(String);
  expect(names).toEqual(names.toSorted((a, b) => a.toLowerCase().localeCompare(b.toLowerCase())));
  const least = await runAll(admin, 'benefit-report', { ...reportQuery, sort: '-benefit.issued' });
  const issued = valuesOf(least, 'benefit.issued').map(Number);
  expect(issued).toEqual(issued.toSorted((a, b) => b - a));
  const many = await runAll(admin, 'benefit-report', { ...reportQuery, 'filter[benefit.issued][gte]': issued[0] ?? 0 });
  expect(many.data).toHaveLength(1);
  expect(many.totals['benefit.issued']).toBe(issued[0]);
  expect(many.by_currency.reduce((sum, { totals }) => sum + Number(totals['benefit.issued']), 0)).toBe(issued[0]);
});

describe('a comparison with another period', () => {
  const DATE = 'filter[visit.visit_date]';
  const inPeriod = async (operator: string, value: string, compare?: string) => {
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
    const compared = await inPeriod(operator, value, compare);
    expect(compared).toEqual(await inPeriod(other, there));
    expect(compared[0]).toBeGreaterThan(0);
  });

  test('shows its months under the months that they are compared with', async () => {
    const params = { group: 'visit.visit_date', [`${DATE}[date_between]`]: '2026-08,2026-10' };
    const months = ['2026-08', '2026-09', '2026-10'];
    for (const compare of ['period_before', 'last_year']) {
      const { data } = await run(admin, 'visit-report', { ...params, compare });
      expect(data.map((row) => row['visit.visit_date'])).toEqual(months);
      const august = compare === 'last_year' ? '2025-08' : '2026-05';
      const there = await run(admin, 'visit-report', { [`${DATE}[date_between]`]: `${august},${august}` });
      expect(data[0]?.['visit.grand_total_usd']).toBe(there.totals['visit.grand_total_usd']);
    }
  });

  test('uses the default year of the overview; a period before the first day is empty', async () => {
    const measures = { columns: 'overview.visits,overview.visits_last_year' };
    const now = await run(admin, 'overview-report', measures);
    const then = await run(admin, 'overview-report', { ...measures, compare: 'last_year' });
    expect(then.totals['overview.visits']).toBe(now.totals['overview.visits_last_year']);
    expect(await inPeriod('date_between', '0001-01-01,0001-02-10', 'period_before')).toEqual([0, '0.00']);
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
  ])('$0', async (parameters, name, named) => {
    const reply = await request(admin, 'visit-report', parameters);
    expectInvalid(reply, name);
    expect(JSON.stringify(reply.body)).toContain(named);
  });
});

test('a user of one hotel sees its group, with the same sums as everybody', async () => {
  const places = await sql<{ id: number; code: string; region_id: number }>`
    select h.id, h.code, c.region_id from hotel h join country c on c.id = h.country_id order by h.id limit 4`.execute(
    db.kysely,
  );
  const all = await run(admin, 'visit-report', { group: 'hotel.code', per_page: 500 });
  for (const { id, code, region_id } of places.rows) {
    const clerk = await createUser(db, { level: 'property', assignments: [{ region_id, restrict_hotel_id: id }] });
    const own = await run(clerk, 'visit-report', { group: 'hotel.code' });
    const at = all.data.findIndex((row) => row['hotel.code'] === code);
    expect(own.data).toEqual([all.data[at]]);
    expect(own.rows_by_currency).toEqual([all.rows_by_currency[at]]);
    expect(own.by_currency).toEqual(all.rows_by_currency[at]);
  }
});
