import { HttpResponse, answer, keepRecords, never, refusal } from '../../testing/played-server.ts';
import { salesRun } from '../../testing/report-run.ts';
import { row } from '../../testing/rows.ts';
import type { Stories } from '../../testing/stories.ts';

const RUN = 'GET /api/report/run/sales-report';
const at = '/others/report-column/1';

/** The form of a column of the sales report, with what the report answers. */
const column =
  (run: Parameters<typeof answer>[1], column_name = 'grand_total') =>
  () => {
    keepRecords('report', [row('report', 1, { key: 'sales-report', name: 'Sales report' })]);
    keepRecords('report_column', [
      row('report_column', 1, {
        report_id: 1,
        report: { id: 1, name: 'Sales report', code: 'sales-report' },
        table_name: 'transaction',
        column_name,
        label: 'Gross total',
        align: 'right',
      }),
    ]);
    answer(RUN, run);
  };

export const stories: Stories = {
  waiting: { at, server: column(never), shows: { en: 'Preview', id: 'Pratinjau' } },
  empty: {
    at,
    server: column(() => HttpResponse.json(salesRun(0))),
    shows: { en: 'Nothing to report', id: 'Tidak ada yang dilaporkan' },
  },
  full: { at, server: column(() => HttpResponse.json(salesRun(5))), shows: { en: 'T00001005', id: 'T00001005' } },
  'of a column that readers do not have yet': {
    at,
    server: column(() => HttpResponse.json(salesRun(5)), 'discount'),
    shows: { en: 'once it is saved and ticked', id: 'setelah disimpan dan dicentang' },
  },
  failed: {
    at,
    server: column(() => refusal(500, 'internal_error')),
    shows: { en: 'Try again', id: 'Coba lagi' },
  },
};
