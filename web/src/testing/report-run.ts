import {
  type CurrencySums,
  type OfferedColumn,
  type ReportKey,
  type ReportRow,
  type ReportRun,
  getColumn,
  getReportDefinition,
} from '@innkeeper/contract';
import { currentLanguage } from '../i18n/language.ts';
import { HttpResponse, mockResponse } from './mock-server.ts';

const LOCAL_TOTAL = 'transaction.grand_total';
const USD_TOTAL = 'transaction.grand_total_usd';

/** The sums of `rows` sales of 1,500,000 each in a currency. */
const sumsOf = (currency: string, rows: number): CurrencySums => ({
  currency,
  rows,
  totals: { [LOCAL_TOTAL]: `${rows * 1_500_000}.000`, [USD_TOTAL]: (rows * 96.15).toFixed(2) },
});

/** The response of the sales report: `count` rows on the first page, in two currencies if `isMixed`. */
export function salesRun(count: number, isMixed = false): ReportRun {
  const columns = [
    createColumn('transaction.transaction_no'),
    createColumn('transaction.transaction_date'),
    createColumn('hotel.code'),
    createColumn('membership.name'),
    createColumn('transaction.grand_total'),
    createColumn('transaction.currency'),
    createColumn('transaction.grand_total_usd'),
    createColumn('transaction.remark', 0),
  ];
  const data = Array.from({ length: count }, (_, index): ReportRow => ({
    'transaction.transaction_no': `T0000${1001 + index}`,
    'transaction.transaction_date': `2026-03-${String((index % 28) + 1).padStart(2, '0')} 04:15:00`,
    'hotel.code': index % 2 === 0 ? 'JKS' : 'SGS',
    'membership.name': index % 3 === 0 ? 'Laksmira Gold' : 'Laksmira Silver',
    'transaction.grand_total': '1500000.000',
    'transaction.currency': isMixed && index % 2 === 1 ? 'SGD' : 'IDR',
    'transaction.grand_total_usd': '96.15',
  }));
  const sgdCount = isMixed ? Math.floor(count / 2) : 0;
  const totals = {
    [LOCAL_TOTAL]: sgdCount > 0 ? null : `${count * 1_500_000}.000`,
    [USD_TOTAL]: (count * 96.15).toFixed(2),
  };
  return {
    data,
    columns: columns.filter(({ is_usual }) => is_usual === 1),
    offered: columns,
    totals,
    by_currency: [sumsOf('IDR', count - sgdCount), sumsOf('SGD', sgdCount)].filter(({ rows }) => rows > 0),
    rows_by_currency: data.map((row) => [sumsOf(String(row['transaction.currency']), 1)]),
    rows_units: data.map((row) => ({ time_zone: row['hotel.code'] === 'SGS' ? 'Asia/Singapore' : 'Asia/Jakarta' })),
    facts: mockFacts(),
    meta: { page: 1, per_page: 25, total: count, total_is_estimate: false },
  };
}

/** The facts of a report, as the server returns them. */
export const mockFacts = (): ReportRun['facts'] =>
  currentLanguage() === 'id'
    ? [
        { word: 'Filter', meaning: 'Tanggal transaksi bulan ini' },
        { word: 'Hotel', meaning: 'Laksmira Jakarta Sudirman, Laksmira Singapore' },
        { word: 'Dibuat oleh', meaning: 'Ayu Lestari' },
        { word: 'Dibuat pada', meaning: '15 Jun 2026 - 11:30 (Asia/Jakarta)' },
      ]
    : [
        { word: 'Filters', meaning: 'Transaction date this month' },
        { word: 'Hotels', meaning: 'Laksmira Jakarta Sudirman, Laksmira Singapore' },
        { word: 'Created by', meaning: 'Ayu Lestari' },
        { word: 'Created at', meaning: '15 Jun 2026 - 11:30 (Asia/Jakarta)' },
      ];

const salesReport: ReportKey = 'sales-report';

function createColumn(key: string, is_usual: 0 | 1 = 1): OfferedColumn {
  const { kind, label } = getColumn(getReportDefinition(salesReport), key).definition;
  const is_sum = key === LOCAL_TOTAL || key === USD_TOTAL ? 1 : 0;
  return { key, label: label[currentLanguage()], type: kind, align: 'left', formatter: null, is_usual, is_sum };
}

/** Sales grouped by one or two columns. JKS sells in rupiah, SGS in Singapore dollars and once in rupiah. */
export function groupedSales(group: string): ReportRun {
  const keys = group.split(',');
  const run = salesRun(0);
  const groupRows: readonly {
    readonly values: Readonly<Record<string, string | null>>;
    readonly sums: readonly CurrencySums[];
  }[] = [
    {
      values: { 'hotel.code': 'JKS', 'membership.name': 'Laksmira Gold', 'transaction.transaction_date': '2026-02' },
      sums: [sumsOf('IDR', 8)],
    },
    {
      values: { 'hotel.code': 'JKS', 'membership.name': 'Laksmira Silver', 'transaction.transaction_date': '2026-03' },
      sums: [sumsOf('IDR', 4)],
    },
    {
      values: { 'hotel.code': 'SGS', 'membership.name': 'Laksmira Gold', 'transaction.transaction_date': '2026-03' },
      sums: [sumsOf('IDR', 1), sumsOf('SGD', 12)],
    },
    {
      values: { 'hotel.code': 'SGS', 'membership.name': null, 'transaction.transaction_date': '2026-04' },
      sums: [sumsOf('SGD', 3)],
    },
  ];
  const groups = Map.groupBy(groupRows, ({ values }) => JSON.stringify(keys.map((key) => values[key] ?? null)));
  const data = [...groups.values()].map((rowsOfGroup): ReportRow =>
    Object.fromEntries(keys.map((key) => [key, rowsOfGroup[0]?.values[key] ?? null])),
  );
  const sumsByCurrency = (rowsOfGroup: typeof groupRows): CurrencySums[] =>
    ['IDR', 'SGD'].flatMap((currency) => {
      const rows = rowsOfGroup
        .flatMap(({ sums }) => sums)
        .filter((sumsOfCurrency) => sumsOfCurrency.currency === currency);
      const count = rows.reduce((sum, sumsOfCurrency) => sum + sumsOfCurrency.rows, 0);
      return count > 0 ? [sumsOf(currency, count)] : [];
    });
  return {
    ...run,
    data,
    columns: run.offered.filter(({ key, is_sum }) => keys.includes(key) || is_sum === 1),
    totals: { [LOCAL_TOTAL]: null, [USD_TOTAL]: (28 * 96.15).toFixed(2) },
    by_currency: sumsByCurrency(groupRows),
    rows_by_currency: [...groups.values()].map(sumsByCurrency),
    rows_units: data.map(() => ({})),
    meta: { ...run.meta, total: data.length },
  };
}

/** Mocks the sales report, with groups if they are requested and rows otherwise. */
export function mockSalesReport(rows: number, isMixed = false): void {
  mockResponse('GET /api/report/run/sales-report', ({ request }) => {
    const { searchParams } = new URL(request.url);
    const [group, columns] = [searchParams.get('group'), searchParams.get('columns')?.split(',')];
    const elsewhere = searchParams.has('elsewhere') && { elsewhere: [sumsOf('IDR', 3), sumsOf('SGD', 1)] };
    const run = group ? groupedSales(group) : salesRun(rows, isMixed);
    return HttpResponse.json({
      ...run,
      ...elsewhere,
      ...(columns && !group && { columns: run.offered.filter(({ key }) => columns.includes(key)) }),
    });
  });
}
