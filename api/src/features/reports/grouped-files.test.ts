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
import { evaluateFormulas } from './formula-helpers.ts';
import { readPdfPages } from '../../testing/pdf-pages.ts';
import { sumByCurrency, createRunner } from './report-helpers.ts';

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
const downloadReport = (report: ReportKey, params: ReportParams, language = 'en') =>
  download(app, admin.token, `/api/report/run/${report}/export?${queryString(params)}`, {
    'accept-language': language,
  });

const sumRows = (parts: readonly CurrencySums[]): number => parts.reduce((sum, { rows }) => sum + rows, 0);
const formatValue = (value: ReportRow[string] | undefined): string => String(value ?? 'Empty');
/** The name of a group, formatted as in a file. */
const nameOf = (key: string, value: ReportRow[string] | undefined): string =>
  key.endsWith('_date') && typeof value === 'string' ? formatDay(value, 'en') : formatValue(value);

interface GroupingCase {
  readonly report: ReportKey;
  readonly group: readonly string[];
  /** The summed columns with amounts in local currency; `otherColumns` have one currency or none. */
  readonly moneyColumns: readonly string[];
  readonly otherColumns: readonly string[];
  readonly columns: string;
}
const CASES: readonly GroupingCase[] = [
  {
    report: 'visit-report',
    group: ['hotel.code', 'visit.visit_date'],
    moneyColumns: ['visit.grand_total'],
    otherColumns: ['visit.grand_total_usd'],
    columns: 'visit.visit_no,visit.grand_total,visit.grand_total_usd',
  },
  {
    report: 'visit-report',
    group: ['visit.visit_date'],
    moneyColumns: ['visit.total_fb', 'visit.grand_total'],
    otherColumns: [],
    columns: 'visit.total_fb,visit.visit_no,visit.grand_total,visit.currency',
  },
  {
    report: 'sales-report',
    group: ['membership.name'],
    moneyColumns: ['transaction.grand_total'],
    otherColumns: ['transaction.grand_total_usd'],
    columns: 'membership.name,transaction.transaction_no,transaction.grand_total,transaction.grand_total_usd',
  },
  {
    report: 'overview-report',
    group: ['overview.hotel'],
    moneyColumns: [],
    otherColumns: ['overview.visits', 'overview.spend_usd'],
    columns: 'overview.hotel,overview.month,overview.visits,overview.spend_usd',
  },
  {
    report: 'member-report',
    group: ['member.marketing_name'],
    moneyColumns: [],
    otherColumns: [],
    columns: 'member.last_name',
  },
];

interface ExpectedGroup {
  readonly label: string;
  readonly values: Readonly<Record<string, string>>;
}

/** The lines below a group: one per currency if there are several, then the columns without a currency. */
function linesOf(
  { moneyColumns, otherColumns }: GroupingCase,
  name: string,
  parts: readonly CurrencySums[],
  rows: number,
): ExpectedGroup[] {
  const createLabelCells = (count: number, currency: string | null) =>
    [
      'Subtotal ' + name,
      ...(currency ? [currency] : []),
      `${formatNumber(String(count))} ${count === 1 ? 'row' : 'rows'}`,
    ].join(' · ');
  const sumColumn = (key: string) =>
    sumByCurrency(parts.map((part) => ({ ...part, currency: null })))['']?.[key] ?? '0';
  const mapKeys = (keys: readonly string[], readValue: (key: string) => string) =>
    Object.fromEntries(keys.map((key) => [key, readValue(key)]));
  if (moneyColumns.length === 0 || parts.length === 1)
    return [
      {
        label: createLabelCells(rows, moneyColumns.length > 0 ? (parts[0]?.currency ?? null) : null),
        values: { ...mapKeys(moneyColumns, sumColumn), ...mapKeys(otherColumns, sumColumn) },
      },
    ];
  return [
    ...parts.map((part) => ({
      label: createLabelCells(part.rows, part.currency),
      values: mapKeys(moneyColumns, (key) => formatValue(part.totals[key])),
    })),
    { label: createLabelCells(rows, null), values: mapKeys(otherColumns, sumColumn) },
  ];
}

/** The groups as the page shows them, in file order: inner groups first, then the group around them. */
async function computeExpected(item: GroupingCase): Promise<readonly ExpectedGroup[]> {
  const { report, group, columns } = item;
  const request = (keys: readonly string[]) => runAll(admin, report, { group: keys.join(','), columns });
  const outerRun = await request(group.slice(0, 1));
  const inner = group.length > 1 ? await request(group) : undefined;
  const [first = '', second = ''] = group;
  const isGroupedRun = report === 'overview-report';
  const countRows = async (row: ReportRow, parts: readonly CurrencySums[]) =>
    isGroupedRun
      ? (await runAll(admin, report, { columns, [`filter[${first}][exact]`]: formatValue(row[first]) })).meta.total
      : sumRows(parts);
  const expectedRows: ExpectedGroup[] = [];
  for (const [index, row] of outerRun.data.entries()) {
    inner?.data.forEach((innerRow, i) => {
      if (innerRow[first] !== row[first]) return;
      const parts = inner.rows_by_currency[i] ?? [];
      expectedRows.push(...linesOf(item, nameOf(second, innerRow[second]), parts, sumRows(parts)));
    });
    const parts = outerRun.rows_by_currency[index] ?? [];
    expectedRows.push(...linesOf(item, nameOf(first, row[first]), parts, await countRows(row, parts)));
  }
  return expectedRows;
}

describe.each(CASES)('$report by $group', (item) => {
  const { report, group, columns } = item;
  const params = { columns, group: group.join(',') };
  const keys = [...group.filter((key) => !columns.split(',').includes(key)), ...columns.split(',')];
  const sumColumns = [...item.moneyColumns, ...item.otherColumns];
  const isSubtotalLine = (row: readonly unknown[]) => row.some((cell) => String(cell).startsWith('Subtotal '));
  const valuesIn = (row: readonly unknown[]) =>
    Object.fromEntries(
      sumColumns.flatMap((key) => {
        const cell = row[keys.indexOf(key)];
        return cell !== '' && (typeof cell === 'string' || typeof cell === 'number') ? [[key, String(cell)]] : [];
      }),
    );
  const findLabel = (row: readonly unknown[]) => row.find((cell) => String(cell).startsWith('Subtotal '));
  const toNumbers = (values: ExpectedGroup['values']) =>
    Object.fromEntries(Object.entries(values).map(([key, value]) => [key, Number(value)]));

  test('lists each group’s rows in a CSV file, followed by the sums shown on the page', async () => {
    const expected = await computeExpected(item);
    const fullRun = await runAll(admin, report, { columns });
    const [headings, ...rows] = csvRows(await downloadReport(report, { ...params, format: 'csv' }));
    // Each amount has a currency column next to it.
    const isAdded = item.moneyColumns.length > 0 && !keys.some((key) => key.endsWith('.currency'));
    expect(headings).toHaveLength(keys.length + (isAdded ? 1 : 0));
    const lines = rows.filter(isSubtotalLine);
    expect(lines.map((row) => ({ label: findLabel(row), values: valuesIn(row) }))).toEqual(expected);
    expect(rows.length - lines.length).toBe(fullRun.meta.total);
  });

  test('has the sums as formulas in a workbook, and counts no row twice', async () => {
    const expected = await computeExpected(item);
    const { sheets } = await readXlsx((await downloadReport(report, { ...params, format: 'xlsx' })).bytes);
    const rows = sheets.filter((_, i) => i !== 1).flatMap((sheet) => sheet.rows.slice(1));
    const lines = rows.filter(isSubtotalLine);
    expect(lines.map((row) => ({ label: findLabel(row), values: toNumbers(valuesIn(row)) }))).toEqual(
      expected.map(({ label, values }) => ({ label, values: toNumbers(values) })),
    );
    for (const { formula, result, value } of await evaluateFormulas(
      await downloadReport(report, { ...params, format: 'xlsx' }),
    ))
      expect(result, formula).toBeCloseTo(value, 2);
  });

  test('has the sums on its PDF pages', async () => {
    const expected = await computeExpected(item);
    const printedTexts = (await readPdfPages(await downloadReport(report, { ...params, format: 'pdf' }))).flat();
    const labels = printedTexts.filter((text) => text.startsWith('Subtotal '));
    expect(labels).toHaveLength(expected.length);
    labels.forEach((text, i) => {
      const { label } = expected[i] ?? { label: '' };
      expect(text.endsWith('…') ? label.startsWith(text.slice(0, -1)) : text === label, `${text} | ${label}`).toBe(
        true,
      );
    });
    for (const { values } of expected)
      for (const value of Object.values(values)) expect(printedTexts).toContain(formatNumber(value));
  });
});

test('a group with one row is labelled in the reader’s language', async () => {
  const columns = 'visit.visit_no';
  const rows = csvRows(await downloadReport('visit-report', { columns, group: 'visit.visit_no', format: 'csv' }, 'id'));
  expect(rows[2]).toEqual([`Subtotal ${rows[1]?.[0]} · 1 baris`]);
});

describe('a report whose rows are sums', () => {
  const columns = 'benefit.issued,benefit.issued_nominal';
  const downloadFile = (format: string, group: string) => downloadReport('benefit-report', { columns, group, format });

  test('a row of several currencies shows no amount, and neither does its group', async () => {
    const { data } = await runAll(admin, 'benefit-report', { columns, group: 'membership.name' });
    const mixedRows = data.filter((row) => row['benefit.issued_nominal'] === null);
    expect(mixedRows.length).toBeGreaterThan(0);
    const [, ...rows] = csvRows(await downloadFile('csv', 'membership.name'));
    for (const row of mixedRows) {
      const issuedCount = String(row['benefit.issued']);
      const name = String(row['membership.name']);
      expect(rows).toContainEqual([name, issuedCount, '', '']);
      expect(rows).toContainEqual([`Subtotal ${name} · 1 row`, issuedCount, '', '']);
    }
  });

  test('shows the sum of each currency as a value instead of an incomplete formula', async () => {
    const { by_currency } = await runAll(admin, 'benefit-report', { columns, group: 'membership.name' });
    expect(by_currency.length).toBeGreaterThan(1);
    const file = await downloadFile('xlsx', 'membership.name');
    const { sheets } = await readXlsx(file.bytes);
    const totalRows = sheets[0]?.rows.filter(([label]) => String(label).startsWith('Total ')) ?? [];
    for (const { currency, totals } of by_currency) {
      const line = totalRows.find(([label]) => label === `Total ${currency}`);
      expect(line?.[2]).toBe(Number(totals['benefit.issued_nominal']));
    }
    for (const { formula, result, value } of await evaluateFormulas(file))
      expect(result, formula).toBeCloseTo(value, 2);
  });
});
