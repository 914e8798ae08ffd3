import { HttpResponse, mockResponse, setRecords, neverResponds, rejection } from '../../testing/mock-server.ts';
import { salesRun } from '../../testing/report-run.ts';
import { row } from '../../testing/rows.ts';
import type { Stories } from '../../testing/stories.ts';

const RUN_ROUTE = 'GET /api/report/run/sales-report';
const PATH = '/others/report-column/1';

/** The form of a column of the sales report; `run` is the mocked response of the report. */
const mockColumnForm =
  (run: Parameters<typeof mockResponse>[1], column_name = 'grand_total') =>
  () => {
    setRecords('report', [row('report', 1, { key: 'sales-report', name: 'Sales report' })]);
    setRecords('report_column', [
      row('report_column', 1, {
        report_id: 1,
        report: { id: 1, name: 'Sales report', code: 'sales-report' },
        table_name: 'transaction',
        column_name,
        label: 'Gross total',
        align: 'right',
      }),
    ]);
    mockResponse(RUN_ROUTE, run);
  };

export const stories: Stories = {
  waiting: { at: PATH, mockResponses: mockColumnForm(neverResponds), expectedText: { en: 'Preview', id: 'Pratinjau' } },
  empty: {
    at: PATH,
    mockResponses: mockColumnForm(() => HttpResponse.json(salesRun(0))),
    expectedText: { en: 'No data', id: 'Tidak ada data' },
  },
  full: {
    at: PATH,
    mockResponses: mockColumnForm(() => HttpResponse.json(salesRun(5))),
    expectedText: { en: 'T00001005', id: 'T00001005' },
  },
  'column not yet visible to readers': {
    at: PATH,
    mockResponses: mockColumnForm(() => HttpResponse.json(salesRun(5)), 'discount'),
    expectedText: { en: 'Save and tick the marked column', id: 'Simpan dan centang kolom yang ditandai' },
  },
  failed: {
    at: PATH,
    mockResponses: mockColumnForm(() => rejection(500, 'internal_error')),
    expectedText: { en: 'Try again', id: 'Coba lagi' },
  },
};
