import type { Dashboard, Metric, MonthMetrics } from '@innkeeper/contract/calls';
import { HOTELS } from '../../testing/fixtures.ts';
import { mockResponse, neverResponds, rejection } from '../../testing/mock-server.ts';
import type { Stories } from '../../testing/stories.ts';

const metric = (number: number): Metric => ({ number, rows: { resource: 'member', conditions: [] } });
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
      without_rate: 0,
    },
  ],
};
const { by_month, ...rest } = months;
const byPlace = {
  ...rest,
  by_hotel: by_month.map((cell) => ({ ...cell, id: HOTELS[0].id })),
  by_membership: by_month.map((cell) => ({ ...cell, id: 1 })),
  year_before: [],
};

/** A programme that has just started. */
const metrics = {
  month: '2026-03',
  months: ['2026-02', '2026-03'],
  hotels: HOTELS,
  memberships: [{ id: 1, name: 'Silver', code: 'SLV' }],
  decimals: { IDR: 0 },
  members: { ...metric(2), by_standing: [{ ...metric(2), standing: 'maintained' }] },
  joined: { this_month: metric(2), last_month: metric(0) },
  lapsed: { this_month: metric(0), last_month: metric(0) },
  expiring: [{ ...metric(1), days: 30 }],
  sales: byPlace,
  visits: byPlace,
  redemptions: { ...months, year_before: [] },
  vouchers: { ...metric(4), ...months, amounts: [{ currency: 'IDR', amount: '1000000.000' }] },
} satisfies Dashboard;

const nobody = { ...metrics, members: { ...metric(0), by_standing: [] } };
const nothing = {
  sales: { ...byPlace, by_hotel: [], by_membership: [] },
  visits: { ...byPlace, by_hotel: [], by_membership: [] },
  redemptions: { ...months, by_month: [], year_before: [] },
};

const at = '/company/dashboard';

/** The first page of a session. */
export const stories: Stories = {
  'the metrics, waiting': {
    at,
    server: () => mockResponse('GET /api/dashboard', neverResponds),
    expectedText: { en: 'Welcome, Sari Wulandari', id: 'Selamat datang, Sari Wulandari' },
  },
  'the metrics, before the first sale': {
    at,
    server: () => mockResponse('GET /api/dashboard', { data: { ...nobody, ...nothing } satisfies Dashboard }),
    expectedText: { en: 'No members yet', id: 'Belum ada anggota' },
  },
  'the metrics, full': {
    at,
    server: () => mockResponse('GET /api/dashboard', { data: metrics }),
    expectedText: { en: 'Joined this month', id: 'Bergabung bulan ini' },
  },
  'the metrics, failed': {
    at,
    server: () => mockResponse('GET /api/dashboard', () => rejection(500, 'internal_error')),
    expectedText: { en: 'Try again', id: 'Coba lagi' },
  },
  'nothing but a word of welcome': {
    at: '/dashboard',
    opening: { user: { roles: [] } },
    expectedText: { en: 'The back office of your membership programme.', id: 'Back office program keanggotaan Anda.' },
  },
  'waiting for a role': {
    at: '/dashboard',
    opening: { user: { role: 'guest', roles: [], access_level: null, hotels: [] } },
    expectedText: { en: 'Waiting for approval', id: 'Menunggu persetujuan' },
  },
};
