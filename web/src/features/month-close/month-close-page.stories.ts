import { monthClosing, mockMonths } from '../../testing/month-close.ts';
import { mockResponse, neverResponds, rejection } from '../../testing/mock-server.ts';
import type { Stories } from '../../testing/stories.ts';

const PATH = '/finance/month-close';

export const stories: Stories = {
  waiting: {
    at: PATH,
    mockResponses: () => mockResponse('GET /api/month_close', neverResponds),
    expectedText: { en: 'Loading...', id: 'Memuat...' },
  },
  empty: {
    at: PATH,
    mockResponses: () =>
      mockResponse('GET /api/month_close', { data: [], countries: [], meta: { page: 1, per_page: 500, total: 0 } }),
    expectedText: {
      en: 'No country to close',
      id: 'Tidak ada negara untuk ditutup',
    },
  },
  failed: {
    at: PATH,
    mockResponses: () => mockResponse('GET /api/month_close', () => rejection(500, 'internal_error')),
    expectedText: { en: 'Try again', id: 'Coba lagi' },
  },
  full: {
    at: PATH,
    mockResponses: () => mockMonths(),
    expectedText: { en: 'September 2026', id: 'September 2026' },
  },
  'reopened month': {
    at: PATH,
    mockResponses: () =>
      mockMonths([
        {
          ...monthClosing,
          reopened_at: '2026-11-05 02:00:00',
          reopened_by: monthClosing.closed_by,
          approved_by: { id: 2, name: 'Agus Pranoto', username: 'agus.pranoto' },
          reopen_reason: 'Tagihan tertinggal',
        },
      ]),
    expectedText: { en: 'Reopened', id: 'Dibuka kembali' },
  },
  'open month': {
    at: `${PATH}?country_id=1&month=2026-10`,
    mockResponses: () => mockMonths(),
    expectedText: { en: 'Unusually high bills', id: 'Tagihan sangat tinggi' },
  },
  'closed month': {
    at: `${PATH}?country_id=1&month=2026-09`,
    mockResponses: () => mockMonths(),
    expectedText: { en: 'Reversed', id: 'Dibalik' },
  },
};
