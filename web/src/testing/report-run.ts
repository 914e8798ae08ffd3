import {
  type CurrencySums,
  type OfferedColumn,
  type ReportKey,
  type ReportRow,
  type ReportRun,
  getColumn,
  reportDefinition,
} from '@innkeeper/contract';
import { currentLanguage } from '../i18n/language.ts';
import { HttpResponse, mockResponse } from './mock-server.ts';

const LOCAL = 'transaction.grand_total';
const USD = 'transaction.grand_total_usd';

/** The sums of `rows` sales of 1,500,000 each in a currency. */
const sumsOf = (currency: string, rows: number): CurrencySums => ({
  currency,
  rows,
  totals: { [LOCAL]: `${rows * 1_500_000}.000`, [USD]: (rows * 96.15).toFixed(2) },
});

/** The response of the sales report: `count` rows on the first page, in two currencies if `isMixed`. */
export function salesRun(count: number, isMixed = false): ReportRun {
  const columns = [
    offered('transaction.transaction_no'),
    offered('transaction.transaction_date'),
    offered('hotel.code'),
    offered('membership.name'),
    offered('transaction.grand_total'),
    offered('transaction.currency'),
    offered('transaction.grand_total_usd'),
    offered('transaction.remark', 0),
  ];
  const data = Array.from({ length: count }, (_, at): ReportRow => ({
    'transaction.transaction_no': `T0000${1001 + at}`,
    'transaction.transaction_date': `2026-03-${String((at % 28) + 1).padStart(2, '0')} 04:15:00`,
    'hotel.code': at % 2 === 0 ? 'JKS' : 'SGS',
    'membership.name': at % 3 === 0 ? 'Laksmira Gold' : 'Laksmira Silver',
    'transaction.grand_total': '1500000.000',
    'transaction.currency': isMixed && at % 2 === 1 ? 'SGD' : 'IDR',
    'transaction.grand_total_usd': '96.15',
  }));
  const dollars = isMixed ? Math.floor(count / 2) : 0;
  const totals = {
    [LOCAL]: dollars > 0 ? null : `${count * 1_500_000}.000`,
    [USD]: (count * 96.15).toFixed(2),
  };
  return {
    data,
    columns: columns.filter(({ is_usual }) => is_usual === 1),
    offered: columns,
    totals,
    by_currency: [sumsOf('IDR', count - dollars), sumsOf('SGD', dollars)].filter(({ rows }) => rows > 0),
    rows_by_currency: data.map((row) => [sumsOf(String(row['transaction.currency']), 1)]),
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

const sales: ReportKey = 'sales-report';

function offered(key: string, is_usual: 0 | 1 = 1): OfferedColumn {
  const { kind, label } = getColumn(reportDefinition(sales), key).definition;
  const is_sum = key === LOCAL || key === USD ? 1 : 0;
  return { key, label: label[currentLanguage()], type: kind, align: 'left', formatter: null, is_usual, is_sum };
}

/** Sales grouped by one or two columns. JKS sells in rupiah, SGS in Singapore dollars and once in rupiah. */
export function groupedSales(group: string): ReportRun {
  const keys = group.split(',');
  const run = salesRun(0);
  const lines: readonly {
    readonly values: Readonly<Record<string, string | null>>;
    readonly parts: readonly CurrencySums[];
  }[] = [
    {
      values: { 'hotel.code': 'JKS', 'membership.name': 'Laksmira Gold', 'transaction.transaction_date': '2026-02' },
      parts: [sumsOf('IDR', 8)],
    },
    {
      values: { 'hotel.code': 'JKS', 'membership.name': 'Laksmira Silver', 'transaction.transaction_date': '2026-03' },
      parts: [sumsOf('IDR', 4)],
    },
    {
      values: { 'hotel.code': 'SGS', 'membership.name': 'Laksmira Gold', 'transaction.transaction_date': '2026-03' },
      parts: [sumsOf('IDR', 1), sumsOf('SGD', 12)],
    },
    {
      values: { 'hotel.code': 'SGS', 'membership.name': null, 'transaction.transaction_date': '2026-04' },
      parts: [sumsOf('SGD', 3)],
    },
  ];
  const groups = Map.groupBy(lines, ({ values }) => JSON.stringify(keys.map((key) => values[key] ?? null)));
  const data = [...groups.values()].map((of): ReportRow =>
    Object.fromEntries(keys.map((key) => [key, of[0]?.values[key] ?? null])),
  );
  const sumsByCurrency = (of: typeof lines): CurrencySums[] =>
    ['IDR', 'SGD'].flatMap((currency) => {
      const rows = of.flatMap(({ parts }) => parts).filter((part) => part.currency === currency);
      const count = rows.reduce((sum, part) => sum + part.rows, 0);
      return count > 0 ? [sumsOf(currency, count)] : [];
    });
  return {
    ...run,
    data,
    columns: run.offered.filter(({ key, is_sum }) => keys.includes(key) || is_sum === 1),
    totals: { [LOCAL]: null, [USD]: (28 * 96.15).toFixed(2) },
    by_currency: sumsByCurrency(lines),
    rows_by_currency: [...groups.values()].map(sumsByCurrency),
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
