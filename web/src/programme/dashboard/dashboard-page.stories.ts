import { NO_FIGURES, dashboardFigures } from '../../testing/dashboard-figures.ts';
import { FRONT_DESK, HOTELS } from '../../testing/house.ts';
import { answer, keepRecords, never, refusal } from '../../testing/played-server.ts';
import { row } from '../../testing/rows.ts';
import type { Stories } from '../../testing/stories.ts';

const at = '/company/dashboard';

export const stories: Stories = {
  waiting: {
    at,
    server: () => answer('GET /api/dashboard', never),
    shows: { en: 'Welcome, Sari Wulandari', id: 'Selamat datang, Sari Wulandari' },
  },
  empty: {
    at,
    server: () => answer('GET /api/dashboard', { data: NO_FIGURES }),
    shows: { en: 'There are no members here yet.', id: 'Belum ada anggota di sini.' },
  },
  full: {
    at,
    server: () => answer('GET /api/dashboard', { data: dashboardFigures() }),
    shows: { en: 'Revenue by month', id: 'Pendapatan per bulan' },
  },
  'full at one hotel': {
    at,
    opening: { user: FRONT_DESK },
    server: () => {
      keepRecords('hotel', [row('hotel', 1, HOTELS[0])]);
      answer('GET /api/dashboard', { data: dashboardFigures({ hotels: [HOTELS[0]] }) });
    },
    shows: { en: 'Revenue by month', id: 'Pendapatan per bulan' },
  },
  failed: {
    at,
    server: () => answer('GET /api/dashboard', () => refusal(503, 'unavailable')),
    shows: { en: 'This could not be loaded.', id: 'Gagal memuat data ini.' },
  },
};
