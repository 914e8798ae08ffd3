import type { Dashboard, Metric, MonthMetrics } from '@innkeeper/contract/calls';
import { HOTELS } from '../../testing/fixtures.ts';
import { mockResponse, neverResponds, rejection } from '../../testing/mock-server.ts';
import type { Stories } from '../../testing/stories.ts';

const createMetric = (number: number): Metric => ({ number, rows: { resource: 'member', conditions: [] } });
const months: MonthMetrics = {
  month: 'created_at',
  rows: { resource: 'transaction', conditions: [] },
  by_month: [
    {
      month: '2026-03',
      id: null,
      number: 2,
      amounts: [{ currency: 'IDR', amount: '3000000.000' }],
      usd: '190.00',
    },
  ],
};
const { by_month } = months;
const revenue = {
  ...months,
  by_hotel: by_month.map((cell) => ({ ...cell, id: HOTELS[0].id })),
  by_membership: by_month.map((cell) => ({ ...cell, id: 1 })),
  year_before: [],
};

/** A programme that has just started. */
const metrics = {
  month: '2026-03',
  has_two_months: false,
  months: ['2026-02', '2026-03'],
  hotels: HOTELS,
  memberships: [{ id: 1, name: 'Silver', code: 'SLV' }],
  decimals: { IDR: 0 },
  members: {
    ...createMetric(2),
    by_standing: [{ ...createMetric(2), standing: 'maintained' }],
    served_elsewhere: null,
  },
  joined: { this_month: createMetric(2), last_month: createMetric(0) },
  lapsed: { this_month: createMetric(0), last_month: createMetric(0) },
  expiring: [{ ...createMetric(1), days: 30 }],
  sales: revenue,
  visits: revenue,
  redemptions: { ...months, year_before: [] },
  vouchers: { ...createMetric(4), ...months, amounts: [{ currency: 'IDR', amount: '1000000.000' }] },
} satisfies Dashboard;

const metricsWithoutMembers = { ...metrics, members: { ...createMetric(0), by_standing: [], served_elsewhere: null } };
const emptyCharts = {
  sales: { ...revenue, by_month: [], by_hotel: [], by_membership: [] },
  visits: { ...revenue, by_month: [], by_hotel: [], by_membership: [] },
  redemptions: { ...months, by_month: [], year_before: [] },
};

const PATH = '/company/dashboard';

/** The first page of a session. */
export const stories: Stories = {
  'dashboard, waiting': {
    at: PATH,
    mockResponses: () => mockResponse('GET /api/dashboard', neverResponds),
    expectedText: { en: 'Welcome, Sari Wulandari', id: 'Selamat datang, Sari Wulandari' },
  },
  'dashboard, before the first sale': {
    at: PATH,
    mockResponses: () =>
      mockResponse('GET /api/dashboard', { data: { ...metricsWithoutMembers, ...emptyCharts } satisfies Dashboard }),
    expectedText: { en: 'No members yet', id: 'Belum ada anggota' },
  },
  'dashboard, full': {
    at: PATH,
    mockResponses: () => mockResponse('GET /api/dashboard', { data: metrics }),
    expectedText: { en: 'Joined this month', id: 'Bergabung bulan ini' },
  },
  'dashboard, failed': {
    at: PATH,
    mockResponses: () => mockResponse('GET /api/dashboard', () => rejection(500, 'internal_error')),
    expectedText: { en: 'Try again', id: 'Coba lagi' },
  },
  'welcome message only': {
    at: '/dashboard',
    options: { user: { roles: [] } },
    expectedText: { en: 'The back office of your membership programme.', id: 'Back office program keanggotaan Anda.' },
  },
  'waiting for a role': {
    at: '/dashboard',
    options: { user: { role: 'guest', roles: [], access_level: null, hotels: [] } },
    expectedText: { en: 'Waiting for approval', id: 'Menunggu persetujuan' },
  },
};
