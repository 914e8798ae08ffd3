import { beforeAll, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openConsole } from '../../testing/open-console.tsx';
import { setRecords } from '../../testing/mock-server.ts';
import { row } from '../../testing/rows.ts';

// Imported in advance, so the tests wait for the page only, not for its code.
beforeAll(() => import('../../engine/list/list-page.tsx'));

const memberExport = row('export_entry', 7, {
  resource: 'member',
  columns: 'last_name, hotel.code',
  question: JSON.stringify({
    search: 'surya',
    sort: '-last_name',
    'filter[last_name][start]': 'Sur',
    'filter[hotel_id][includes]': '1',
    deleted: '1',
  }),
});
const reportExport = row('export_entry', 8, {
  resource: 'sales-report',
  columns: 'transaction.grand_total',
  question: '{}',
});
const callListExport = row('export_entry', 9, {
  resource: 'work_list',
  columns: 'phone',
  question: '{"sort": "price"}',
});
const unknownExport = row('export_entry', 10, { resource: 'retired', columns: 'name', question: '{"page": "1"}' });
const cell = (name: string) => page.getByRole('gridcell', { name, exact: true });

it.each([
  [
    'en',
    ['Members', 'Last name, Hotel'],
    'search: surya; Last name starts with Sur; Hotel is Laksmira Jakarta Menteng; with deleted records; sorted by Last name',
    ['Sales report', 'Grand total', 'all records', 'Call lists'],
  ],
  [
    'id',
    ['Anggota', 'Nama belakang, Hotel'],
    'pencarian: surya; Nama belakang diawali Sur; Hotel adalah Laksmira Jakarta Menteng; termasuk yang dihapus; diurutkan menurut Nama belakang',
    ['Laporan penjualan', 'Total', 'semua data', 'Daftar panggilan'],
  ],
] as const)(
  'the list of exports names lists, columns and queries in words: %s',
  async (language, member, query, others) => {
    setRecords('export_entry', [memberExport, reportExport, callListExport]);
    await openConsole('/others/exports', { language });
    for (const name of [...member, query, ...others]) await expect.element(cell(name)).toBeVisible();
  },
);

it('an export of a list that no longer exists is shown as it was logged', async () => {
  setRecords('export_entry', [unknownExport]);
  await openConsole('/others/exports');
  for (const name of ['retired', 'name', '{"page": "1"}']) await expect.element(cell(name)).toBeVisible();
});
