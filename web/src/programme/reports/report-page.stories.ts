import { HttpResponse, answer, never, refusal } from '../../testing/played-server.ts';
import { answerOverview } from '../../testing/overview-run.ts';
import { answerSales, salesRun } from '../../testing/report-run.ts';
import type { Stories } from '../../testing/stories.ts';

const RUN = 'GET /api/report/run/sales-report';

export const stories: Stories = {
  waiting: {
    at: '/report/plus',
    server: () => answer(RUN, never),
    shows: { en: 'Sales report', id: 'Laporan penjualan' },
  },
  empty: {
    at: '/report/plus',
    server: () => answer(RUN, () => HttpResponse.json(salesRun(0))),
    shows: { en: 'Nothing to report', id: 'Tidak ada yang dilaporkan' },
  },
  'nothing found': {
    at: '/report/plus?search=nowhere',
    server: () => answer(RUN, () => HttpResponse.json(salesRun(0))),
    shows: { en: 'Clear search and filters', id: 'Hapus pencarian dan filter' },
  },
  full: {
    at: '/report/plus',
    server: () => answer(RUN, () => HttpResponse.json(salesRun(25))),
    shows: { en: 'T00001025', id: 'T00001025' },
  },
  'of several currencies': {
    at: '/report/plus',
    server: () => answer(RUN, () => HttpResponse.json(salesRun(8, true))),
    shows: { en: 'Sum of all rows', id: 'Jumlah semua baris' },
  },
  'in groups': {
    at: '/report/plus?group=hotel.code,membership.name',
    server: () => answerSales(25),
    shows: { en: 'Open all', id: 'Buka semua' },
  },
  'as a table across': {
    at: '/report/plus?group=hotel.code,transaction.transaction_date&as=pivot&measure=transaction.grand_total',
    server: () => answerSales(25),
    shows: { en: 'Bars', id: 'Batang' },
  },
  'the year at a glance': {
    at: '/report/overview',
    server: () => answerOverview(),
    shows: { en: 'By membership', id: 'Menurut keanggotaan' },
  },
  'a year of nothing': {
    at: '/report/overview',
    server: () => answerOverview(true),
    shows: { en: 'Nothing to report', id: 'Tidak ada yang dilaporkan' },
  },
  failed: {
    at: '/report/plus',
    server: () => answer(RUN, () => refusal(500, 'internal_error')),
    shows: { en: 'Try again', id: 'Coba lagi' },
  },
};
