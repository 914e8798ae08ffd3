import type { Dashboard, Figure, MonthFigures } from '@innkeeper/contract/calls';
import { HOTELS } from '../../testing/house.ts';
import { answer, never, refusal } from '../../testing/played-server.ts';
import type { Stories } from '../../testing/stories.ts';

const figure = (number: number): Figure => ({ number, rows: { resource: 'member', conditions: [] } });
const months: MonthFigures = {
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

/** A programme that has just begun. */
const figures = {
  month: '2026-03',
  months: ['2026-02', '2026-03'],
  hotels: HOTELS,
  memberships: [{ id: 1, name: 'Silver', code: 'SLV' }],
  decimals: { IDR: 0 },
  members: { ...figure(2), by_standing: [{ ...figure(2), standing: 'maintained' }] },
  joined: { this_month: figure(2), last_month: figure(0) },
  lapsed: { this_month: figure(0), last_month: figure(0) },
  expiring: [{ ...figure(1), days: 30 }],
  sales: byPlace,
  visits: byPlace,
  redemptions: { ...months, year_before: [] },
  vouchers: { ...figure(4), ...months, amounts: [{ currency: 'IDR', amount: '1000000.000' }] },
} satisfies Dashboard;

const nobody = { ...figures, members: { ...figure(0), by_standing: [] } };
const nothing = {
  sales: { ...byPlace, by_hotel: [], by_membership: [] },
  visits: { ...byPlace, by_hotel: [], by_membership: [] },
  redemptions: { ...months, by_month: [], year_before: [] },
};

const at = '/company/dashboard';

/** The first page of a session. */
export const stories: Stories = {
  'the figures, waiting': {
    at,
    server: () => answer('GET /api/dashboard', never),
    shows: { en: 'Welcome, Sari Wulandari', id: 'Selamat datang, Sari Wulandari' },
  },
  'the figures, before the first sale': {
    at,
    server: () => answer('GET /api/dashboard', { data: { ...nobody, ...nothing } satisfies Dashboard }),
    shows: { en: 'There are no members here yet.', id: 'Belum ada anggota di sini.' },
  },
  'the figures, full': {
    at,
    server: () => answer('GET /api/dashboard', { data: figures }),
    shows: { en: 'Joined this month', id: 'Bergabung bulan ini' },
  },
  'the figures, failed': {
    at,
    server: () => answer('GET /api/dashboard', () => refusal(500, 'internal_error')),
    shows: { en: 'Try again', id: 'Coba lagi' },
  },
  'nothing but a word of welcome': {
    at: '/dashboard',
    opening: { user: { roles: [] } },
    shows: { en: 'The back office of your membership programme.', id: 'Back office program keanggotaan Anda.' },
  },
  'waiting for a role': {
    at: '/dashboard',
    opening: { user: { role: 'guest', roles: [], access_level: null, hotels: [] } },
    shows: { en: 'Waiting for approval', id: 'Menunggu persetujuan' },
  },
};
