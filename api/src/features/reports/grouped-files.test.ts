import type { CurrencySums, ReportKey, ReportRow } from '@innkeeper/contract';
import { seedDemo } from '@innkeeper/demo';
import { readXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { csvRows, download } from '../../engine/import-export/table-helpers.ts';
import { queryString } from '../../testing/call.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { formatNumber } from '../../engine/import-export/format-cell.ts';
import { formatDay } from '../../platform/http/format-day.ts';
import { calculated } from './formula-helpers.ts';
import { readPages } from './file-helpers.ts';
import { sumParts, createRunner } from './report-helpers.ts';

const { app, db } = await startTestApp();
await seedDemo(db, { members: 60, passwordHash: 'hash', now: new Date() });
/** With these zones, at least one hotel is always a day ahead of another. Visits are moved close to month ends. */
await sql`update hotel set time_zone = case id % 2 when 0 then 'Pacific/Kiritimati' else 'Pacific/Pago_Pago' end
  where id % 5 < 3`.execute(db.kysely);
await sql`update visit set visit_date = date_trunc('month', visit_date) + (id % 30 - 15) * interval '1 hour',
    remark = 'Moved' where id % 4 = 0`.execute(db.kysely);
/** Two names that sort as equal but differ. */
await sql`update member set marketing_name = case id % 3 when 0 then 'Ayu' when 1 then 'AYU' end`.execute(db.kysely);
const admin = await createUser(db, { level: 'group' });
const { runAll } = createRunner(app);
type ReportParams = Readonly<Record<string, string>>;
const take = (report: ReportKey, params: ReportParams, language = 'en') =>
  download(app, admin.token, `/api/report/run/${report}/export?${queryString(params)}`, {
    'accept-language': language,
  });

const rowsIn = (parts: readonly CurrencySums[]): number => parts.reduce((sum, { rows }) => sum + rows, 0);
const shown = (value: ReportRow[string] | undefined): string => String(value ?? 'Empty');
/** The name of a group, formatted as in a file. */
const nameOf = (key: string, value: ReportRow[string] | undefined): string =>
  key.endsWith('_date') && typeof value === 'string' ? formatDay(value, 'en') : shown(value);

interface Case {
  readonly report: ReportKey;
  readonly group: readonly string[];
  /** The summed columns: amounts in local currency, and `plain` ones with one currency or none. */
  readonly money: readonly string[];
  readonly plain: readonly string[];
  readonly columns: string;
}
const CASES: readonly Case[] = [
  {
    report: 'visit-report',
    group: ['hotel.code', 'visit.visit_date'],
    money: ['visit.grand_total'],
    plain: ['visit.grand_total_usd'],
    columns: 'visit.visit_no,visit.grand_total,visit.grand_total_usd',
  },
  {
    report: 'visit-report',
    group: ['visit.visit_date'],
    money: ['visit.total_fb', 'visit.grand_total'],
    plain: [],
    columns: 'visit.total_fb,visit.visit_no,visit.grand_total,visit.currency',
  },
  {
    report: 'sales-report',
    group: ['membership.name'],
    money: ['transaction.grand_total'],
    plain: ['transaction.grand_total_usd'],
    columns: 'membership.name,transaction.transaction_no,transaction.grand_total,transaction.grand_total_usd',
  },
  {
    report: 'overview-report',
    group: ['overview.hotel'],
    money: [],
    plain: ['overview.visits', 'overview.spend_usd'],
    columns: 'overview.hotel,overview.month,overview.visits,overview.spend_usd',
  },
  { report: 'member-report', group: ['member.marketing_name'], money: [], plain: [], columns: 'member.last_name' },
];

interface Expected {
  readonly label: string;
  readonly values: Readonly<Record<string, string>>;
}

/** The lines below a group: one per currency if there are several, then the columns without a currency. */
function linesOf({ money, plain }: Case, name: string, parts: readonly CurrencySums[], rows: number): Expected[] {
  const label = (count: number, currency: string | null) =>
    [
      'Subtotal ' + name,
      ...(currency ? [currency] : []),
      `${formatNumber(String(count))} ${count === 1 ? 'row' : 'rows'}`,
    ].join(' · ');
  const sum = (key: string) => sumParts(parts.map((part) => ({ ...part, currency: null })))['']?.[key] ?? '0';
  const values = (keys: readonly string[], of: (key: string) => string) =>
    Object.fromEntries(keys.map((key) => [key, of(key)]));
  if (money.length === 0 || parts.length === 1)
    return [
      {
        label: label(rows, money.length > 0 ? (parts[0]?.currency ?? null) : null),
        values: { ...values(money, sum), ...values(plain, sum) },
      },
    ];
  return [
    ...parts.map((part) => ({
      label: label(part.rows, part.currency),
      values: values(money, (key) => shown(part.totals[key])),
    })),
    { label: label(rows, null), values: values(plain, sum) },
  ];
}

/** The groups as the page shows them, in file order: inner groups first, then the group around them. */
async function expectedOf(one: Case): Promise<readonly Expected[]> {
  const { report, group, columns } = one;
  const request = (keys: readonly string[]) => runAll(admin, report, { group: keys.join(','), columns });
  const outer = await request(group.slice(0, 1));
  const inner = group.length > 1 ? await request(group) : undefined;
  const [first = '', second = ''] = group;
  const isGroupedRun = report === 'overview-report';
  const rowsOf = async (row: ReportRow, parts: readonly CurrencySums[]) =>
    isGroupedRun
      ? (await runAll(admin, report, { columns, [`filter[${first}][exact]`]: shown(row[first]) })).meta.total
      : rowsIn(parts);
  const all: Expected[] = [];
  for (const [at, row] of outer.data.entries()) {
    inner?.data.forEach((within, i) => {
      if (within[first] !== row[first]) return;
      const parts = inner.rows_by_currency[i] ?? [];
      all.push(...linesOf(one, nameOf(second, within[second]), parts, rowsIn(parts)));
    });
    const parts = outer.rows_by_currency[at] ?? [];
    all.push(...linesOf(one, nameOf(first, row[first]), parts, await rowsOf(row, parts)));
  }
  return all;
}

describe.each(CASES)('$report by $group', (one) => {
  const { report, group, columns } = one;
  const params = { columns, group: group.join(',') };
  const keys = [...group.filter((key) => !columns.split(',').includes(key)), ...columns.split(',')];
  const added = [...one.money, ...one.plain];
  const isLine = (row: readonly unknown[]) => row.some((cell) => String(cell).startsWith('Subtotal '));
  const valuesIn = (row: readonly unknown[]) =>
    Object.fromEntries(
      added.flatMap((key) => {
        const cell = row[keys.indexOf(key)];
        return cell !== '' && (typeof cell === 'string' || typeof cell === 'number') ? [[key, String(cell)]] : [];
      }),
    );
  const labelIn = (row: readonly unknown[]) => row.find((cell) => String(cell).startsWith('Subtotal '));
  const amounts = (values: Expected['values']) =>
    Object.fromEntries(Object.entries(values).map(([key, value]) => [key, Number(value)]));

  test('lists each group’s rows in a CSV file, followed by the sums shown on the page', async () => {
    const expected = await expectedOf(one);
    const whole = await runAll(admin, report, { columns });
    const [headings, ...rows] = csvRows(await take(report, { ...params, format: 'csv' }));
    // Each amount has a currency column next to it.
    const isAdded = one.money.length > 0 && !keys.some((key) => key.endsWith('.currency'));
    expect(headings).toHaveLength(keys.length + (isAdded ? 1 : 0));
    const lines = rows.filter(isLine);
    expect(lines.map((row) => ({ label: labelIn(row), values: valuesIn(row) }))).toEqual(expected);
    expect(rows.length - lines.length).toBe(whole.meta.total);
  });

  test('has the sums as formulas in a workbook, and counts no row twice', async () => {
    const expected = await expectedOf(one);
    const { sheets } = await readXlsx((await take(report, { ...params, format: 'xlsx' })).bytes);
    const rows = sheets.slice(1).flatMap((sheet) => sheet.rows.slice(1));
    const lines = rows.filter(isLine);
    expect(lines.map((row) => ({ label: labelIn(row), values: amounts(valuesIn(row)) }))).toEqual(
      expected.map(({ label, values }) => ({ label, values: amounts(values) })),
    );
    for (const { formula, result, value } of await calculated(await take(report, { ...params, format: 'xlsx' })))
      expect(result, formula).toBeCloseTo(value, 2);
  });

  test('has the sums on its PDF pages', async () => {
    const expected = await expectedOf(one);
    const drawn = (await readPages(await take(report, { ...params, format: 'pdf' }))).flat();
    const labels = drawn.filter((text) => text.startsWith('Subtotal '));
    expect(labels).toHaveLength(expected.length);
    labels.forEach((text, i) => {
      const { label } = expected[i] ?? { label: '' };
      expect(text.endsWith('…') ? label.startsWith(text.slice(0, -1)) : text === label, `${text} | ${label}`).toBe(
        true,
      );
    });
    for (const { values } of expected)
      for (const value of Object.values(values)) expect(drawn).toContain(formatNumber(value));
  });
});

test('a group with one row is labelled in the reader’s language', async () => {
  const columns = 'visit.visit_no';
  const rows = csvRows(await take('visit-report', { columns, group: 'visit.visit_no', format: 'csv' }, 'id'));
  expect(rows[2]).toEqual([`Subtotal ${rows[1]?.[0]} · 1 baris`]);
});

describe('a report whose rows are sums', () => {
  const columns = 'benefit.issued,benefit.issued_nominal';
  const fileOf = (format: string, group: string) => take('benefit-report', { columns, group, format });

  test('a row of several currencies shows no amount, and neither does its group', async () => {
    const { data } = await runAll(admin, 'benefit-report', { columns, group: 'membership.name' });
    const mixed = data.filter((row) => row['benefit.issued_nominal'] === null);
    expect(mixed.length).toBeGreaterThan(0);
    const [, ...rows] = csvRows(await fileOf('csv', 'membership.name'));
    for (const row of mixed) {
      const issued = String(row['benefit.issued']);
      const name = String(row['membership.name']);
      expect(rows).toContainEqual([name, issued, '', '']);
      expect(rows).toContainEqual([`Subtotal ${name} · 1 row`, issued, '', '']);
    }
  });

  test('shows the sum of each currency as a value instead of an incomplete formula', async () => {
    const { by_currency } = await runAll(admin, 'benefit-report', { columns, group: 'membership.name' });
    expect(by_currency.length).toBeGreaterThan(1);
    const file = await fileOf('xlsx', 'membership.name');
    const { sheets } = await readXlsx(file.bytes);
    const foot = sheets.at(-1)?.rows.filter(([label]) => String(label).startsWith('Total ')) ?? [];
    for (const { currency, totals } of by_currency) {
      const line = foot.find(([label]) => label === `Total ${currency}`);
      expect(line?.[2]).toBe(Number(totals['benefit.issued_nominal']));
    }
    for (const { formula, result, value } of await calculated(file)) expect(result, formula).toBeCloseTo(value, 2);
  });
});
