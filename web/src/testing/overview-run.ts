import {
  type OfferedColumn,
  type ReportRow,
  type ReportRun,
  getColumn,
  getReportDefinition,
} from '@innkeeper/contract';
import type { HotelGaps } from '@innkeeper/contract/calls';
import { currentLanguage } from '../i18n/language.ts';
import { HttpResponse, mockResponse } from './mock-server.ts';
import { mockFacts } from './report-run.ts';

const METRICS = ['joined', 'new_members', 'renewals', 'sales_usd', 'vouchers_issued', 'visits', 'spend_usd'];
const METRIC_COLUMNS = METRICS.flatMap((name) => [`overview.${name}`, `overview.${name}_last_year`]);

const GROUP_VALUES: Readonly<Record<string, readonly (string | null)[]>> = {
  'overview.month': Array.from(
    { length: 12 },
    (_, rowIndex) => `${new Date().getFullYear()}-${String(rowIndex + 1).padStart(2, '0')}`,
  ),
  'overview.hotel': ['Laksmira Jakarta Sudirman', 'Laksmira Ubud', 'Laksmira Singapore', 'Laksmira Kuala Lumpur'],
  'overview.membership': [null, 'Laksmira Gold', 'Laksmira Silver', 'Laksmira Platinum'],
};

/** The response of the overview report, grouped by a column or by month; without rows if `isEmpty`. */
export function overviewRun(group: string | null, isEmpty = false): ReportRun {
  const groupColumn = group ?? 'overview.month';
  const offeredColumns = ['overview.month', 'overview.hotel', 'overview.membership', ...METRIC_COLUMNS].map(
    createColumn,
  );
  const values = isEmpty ? [] : (GROUP_VALUES[groupColumn] ?? []);
  const data = values.map((value, rowIndex): ReportRow => ({
    [groupColumn]: value,
    ...Object.fromEntries(
      METRIC_COLUMNS.map((key, columnIndex) => [key, metricValue(key, (rowIndex * 37 + columnIndex * 11) % 60)]),
    ),
  }));
  return {
    data,
    columns: offeredColumns.filter(({ key, is_sum }) => key === groupColumn || is_sum === 1),
    offered: offeredColumns,
    totals: {},
    by_currency: [{ currency: null, rows: data.length, totals: {} }],
    rows_by_currency: data.map((row) => [
      { currency: null, rows: 1, totals: Object.fromEntries(METRIC_COLUMNS.map((key) => [key, row[key] ?? null])) },
    ]),
    rows_units: data.map(() => ({})),
    facts: mockFacts(),
    meta: { page: 1, per_page: 500, total: data.length, total_is_estimate: false },
  };
}

/** The months until October, in which the hotel in Ubud is behind and the one in Singapore is not. */
export const createHotelGaps = (year = new Date().getFullYear()): HotelGaps => ({
  from: `${year}-01`,
  to: `${year}-10`,
  hotels: [
    {
      hotel: { id: 2, code: 'UBD', name: 'Laksmira Ubud' },
      gaps: [
        { measure: 'renewals', value: '49', base: '120', percent: 41, median: 63 },
        { measure: 'spend_usd', value: '8120.50', base: '10150.60', percent: 80, median: null },
        { measure: 'vouchers_redeemed', value: '23', base: '310', percent: 7, median: 15 },
      ],
    },
    { hotel: { id: 3, code: 'SIN', name: 'Laksmira Singapore' }, gaps: [] },
  ],
});

/** Mocks the overview report with the requested groups, and where its hotels are behind. */
export function mockOverview(isEmpty = false): void {
  mockResponse('GET /api/report/run/overview-report', ({ request }) =>
    HttpResponse.json(overviewRun(new URL(request.url).searchParams.get('group'), isEmpty)),
  );
  mockHotelGaps({ from: '2026-01', to: null, hotels: [] });
}

/** Mocks where the hotels are behind. */
export const mockHotelGaps = (gaps: HotelGaps): void => mockResponse('GET /api/report/overview/gaps', { data: gaps });

const metricValue = (key: string, value: number): string | number =>
  key.includes('usd') ? `${value * 480 + 1200}.50` : value + 4;

function createColumn(key: string): OfferedColumn {
  const { kind, label } = getColumn(getReportDefinition('overview-report'), key).definition;
  const is_sum = METRIC_COLUMNS.includes(key) ? 1 : 0;
  return { key, label: label[currentLanguage()], type: kind, align: 'left', formatter: null, is_usual: 1, is_sum };
}
