import { HttpResponse, mockResponse, neverResponds, rejection } from '../../testing/mock-server.ts';
import { createHotelGaps, mockHotelGaps, mockOverview } from '../../testing/overview-run.ts';
import { mockSalesReport, salesRun } from '../../testing/report-run.ts';
import type { Stories } from '../../testing/stories.ts';

const RUN_ROUTE = 'GET /api/report/run/sales-report';

export const stories: Stories = {
  waiting: {
    at: '/report/plus',
    mockResponses: () => mockResponse(RUN_ROUTE, neverResponds),
    expectedText: { en: 'Sales report', id: 'Laporan penjualan' },
  },
  empty: {
    at: '/report/plus',
    mockResponses: () => mockResponse(RUN_ROUTE, () => HttpResponse.json(salesRun(0))),
    expectedText: { en: 'No data', id: 'Tidak ada data' },
  },
  'no matches': {
    at: '/report/plus?search=nowhere',
    mockResponses: () => mockResponse(RUN_ROUTE, () => HttpResponse.json(salesRun(0))),
    expectedText: { en: 'Clear search and filters', id: 'Hapus pencarian dan filter' },
  },
  full: {
    at: '/report/plus',
    mockResponses: () => mockResponse(RUN_ROUTE, () => HttpResponse.json(salesRun(25))),
    expectedText: { en: 'T00001025', id: 'T00001025' },
  },
  'several currencies': {
    at: '/report/plus',
    mockResponses: () => mockResponse(RUN_ROUTE, () => HttpResponse.json(salesRun(8, true))),
    expectedText: { en: 'Total of all rows', id: 'Total semua baris' },
  },
  'grouped rows': {
    at: '/report/plus?group=hotel.code,membership.name',
    mockResponses: () => mockSalesReport(25),
    expectedText: { en: 'Expand all', id: 'Bentangkan semua' },
  },
  'pivot table': {
    at: '/report/plus?group=hotel.code,transaction.transaction_date&as=pivot&measure=transaction.grand_total',
    mockResponses: () => mockSalesReport(25),
    expectedText: { en: 'Bars', id: 'Batang' },
  },
  'year overview': {
    at: '/report/overview',
    mockResponses: () => mockOverview(),
    expectedText: { en: 'By membership', id: 'Menurut keanggotaan' },
  },
  'hotels behind others': {
    at: '/report/overview',
    mockResponses: () => {
      mockOverview();
      mockHotelGaps(createHotelGaps());
    },
    expectedText: { en: 'Why? 3 gaps', id: 'Mengapa? 3 hal' },
  },
  'year without data': {
    at: '/report/overview',
    mockResponses: () => mockOverview(true),
    expectedText: { en: 'No data', id: 'Tidak ada data' },
  },
  failed: {
    at: '/report/plus',
    mockResponses: () => mockResponse(RUN_ROUTE, () => rejection(500, 'internal_error')),
    expectedText: { en: 'Try again', id: 'Coba lagi' },
  },
};
