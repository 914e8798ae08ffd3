import { type OfferedColumn, type ReportRow, type ReportRun, getColumn, reportDefinition } from '@innkeeper/contract';
import { currentLanguage } from '../i18n/language.ts';
import { HttpResponse, mockResponse } from './mock-server.ts';
import { mockFacts } from './report-run.ts';

const METRICS = ['joined', 'new_members', 'renewals', 'sales_usd', 'vouchers_issued', 'visits', 'spend_usd'];
const KEYS = METRICS.flatMap((name) => [`overview.${name}`, `overview.${name}_last_year`]);

const LINES: Readonly<Record<string, readonly (string | null)[]>> = {
  'overview.month': Array.from(
    { length: 12 },
    (_, at) => `${new Date().getFullYear()}-${String(at + 1).padStart(2, '0')}`,
  ),
  'overview.hotel': ['Laksmira Jakarta Sudirman', 'Laksmira Ubud', 'Laksmira Singapore', 'Laksmira Kuala Lumpur'],
  'overview.membership': [null, 'Laksmira Gold', 'Laksmira Silver', 'Laksmira Platinum'],
};

/** The response of the overview report, grouped by a column or by month; without rows if `isEmpty`. */
export function overviewRun(group: string | null, isEmpty = false): ReportRun {
  const by = group ?? 'overview.month';
  const offered = ['overview.month', 'overview.hotel', 'overview.membership', ...KEYS].map(column);
  const values = isEmpty ? [] : (LINES[by] ?? []);
  const data = values.map((value, at): ReportRow => ({
    [by]: value,
    ...Object.fromEntries(KEYS.map((key, index) => [key, metricValue(key, (at * 37 + index * 11) % 60)])),
  }));
  return {
    data,
    columns: offered.filter(({ key, is_sum }) => key === by || is_sum === 1),
    offered,
    totals: {},
    by_currency: [{ currency: null, rows: data.length, totals: {} }],
    rows_by_currency: data.map((row) => [
      { currency: null, rows: 1, totals: Object.fromEntries(KEYS.map((key) => [key, row[key] ?? null])) },
    ]),
    facts: mockFacts(),
    meta: { page: 1, per_page: 500, total: data.length, total_is_estimate: false },
  };
}

/** Mocks the overview report with the requested groups. */
export const mockOverview = (isEmpty = false): void =>
  mockResponse('GET /api/report/run/overview-report', ({ request }) =>
    HttpResponse.json(overviewRun(new URL(request.url).searchParams.get('group'), isEmpty)),
  );

const metricValue = (key: string, value: number): string | number =>
  key.includes('usd') ? `${value * 480 + 1200}.50` : value + 4;

function column(key: string): OfferedColumn {
  const { kind, label } = getColumn(reportDefinition('overview-report'), key).definition;
  const is_sum = KEYS.includes(key) ? 1 : 0;
  return { key, label: label[currentLanguage()], type: kind, align: 'left', formatter: null, is_usual: 1, is_sum };
}
