import { EMPTY_DASHBOARD, dashboardData } from '../../testing/dashboard-data.ts';
import { FRONT_DESK, HOTELS } from '../../testing/fixtures.ts';
import { mockResponse, setRecords, neverResponds, rejection } from '../../testing/mock-server.ts';
import { row } from '../../testing/rows.ts';
import type { Stories } from '../../testing/stories.ts';

const PATH = '/company/dashboard';

export const stories: Stories = {
  waiting: {
    at: PATH,
    mockResponses: () => mockResponse('GET /api/dashboard', neverResponds),
    expectedText: { en: 'Welcome, Sari Wulandari', id: 'Selamat datang, Sari Wulandari' },
  },
  empty: {
    at: PATH,
    mockResponses: () => mockResponse('GET /api/dashboard', { data: EMPTY_DASHBOARD }),
    expectedText: { en: 'No members yet', id: 'Belum ada anggota' },
  },
  full: {
    at: PATH,
    mockResponses: () => mockResponse('GET /api/dashboard', { data: dashboardData() }),
    expectedText: { en: 'Revenue by month', id: 'Pendapatan per bulan' },
  },
  'full at one hotel': {
    at: PATH,
    options: { user: FRONT_DESK },
    mockResponses: () => {
      setRecords('hotel', [row('hotel', 1, HOTELS[0])]);
      mockResponse('GET /api/dashboard', { data: dashboardData({ hotels: [HOTELS[0]] }) });
    },
    expectedText: { en: 'Revenue by month', id: 'Pendapatan per bulan' },
  },
  'hours in which hotels are in different months': {
    at: PATH,
    mockResponses: () => mockResponse('GET /api/dashboard', { data: dashboardData({ has_two_months: true }) }),
    expectedText: { en: 'is that of each hotel.', id: 'adalah bulan di hotel masing-masing.' },
  },
  failed: {
    at: PATH,
    mockResponses: () => mockResponse('GET /api/dashboard', () => rejection(503, 'unavailable')),
    expectedText: { en: 'Couldn’t load this.', id: 'Gagal memuat data ini.' },
  },
};
