import { HttpResponse, mockResponse, neverResponds, rejection } from '../../testing/mock-server.ts';
import { mockOverview } from '../../testing/overview-run.ts';
import { mockSalesReport, salesRun } from '../../testing/report-run.ts';
import type { Stories } from '../../testing/stories.ts';

const RUN = 'GET /api/report/run/sales-report';

export const stories: Stories = {
  waiting: {
    at: '/report/plus',
    server: () => mockResponse(RUN, neverResponds),
    expectedText: { en: 'Sales report', id: 'Laporan penjualan' },
  },
  empty: {
    at: '/report/plus',
    server: () => mockResponse(RUN, () => HttpResponse.json(salesRun(0))),
    expectedText: { en: 'No data', id: 'Tidak ada data' },
  },
  'nothing found': {
    at: '/report/plus?search=nowhere',
    server: () => mockResponse(RUN, () => HttpResponse.json(salesRun(0))),
    expectedText: { en: 'Clear search and filters', id: 'Hapus pencarian dan filter' },
  },
  full: {
    at: '/report/plus',
    server: () => mockResponse(RUN, () => HttpResponse.json(salesRun(25))),
    expectedText: { en: 'T00001025', id: 'T00001025' },
  },
  'of several currencies': {
    at: '/report/plus',
    server: () => mockResponse(RUN, () => HttpResponse.json(salesRun(8, true))),
    expectedText: { en: 'Total of all rows', id: 'Total semua baris' },
  },
  'in groups': {
    at: '/report/plus?group=hotel.code,membership.name',
    server: () => mockSalesReport(25),
    expectedText: { en: 'Expand all', id: 'Bentangkan semua' },
  },
  'as a table across': {
    at: '/report/plus?group=hotel.code,transaction.transaction_date&as=pivot&measure=transaction.grand_total',
    server: () => mockSalesReport(25),
    expectedText: { en: 'Bars', id: 'Batang' },
  },
  'the year at a glance': {
    at: '/report/overview',
    server: () => mockOverview(),
    expectedText: { en: 'By membership', id: 'Menurut keanggotaan' },
  },
  'a year of nothing': {
    at: '/report/overview',
    server: () => mockOverview(true),
    expectedText: { en: 'No data', id: 'Tidak ada data' },
  },
  failed: {
    at: '/report/plus',
    server: () => mockResponse(RUN, () => rejection(500, 'internal_error')),
    expectedText: { en: 'Try again', id: 'Coba lagi' },
  },
};
