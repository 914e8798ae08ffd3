import { closing, playMonths } from '../../testing/closed-months.ts';
import { answer, never, refusal } from '../../testing/played-server.ts';
import type { Stories } from '../../testing/stories.ts';

const PATH = '/finance/month-close';

export const stories: Stories = {
  waiting: {
    at: PATH,
    server: () => answer('GET /api/month_close', never),
    shows: { en: 'Loading...', id: 'Memuat...' },
  },
  empty: {
    at: PATH,
    server: () =>
      answer('GET /api/month_close', { data: [], countries: [], meta: { page: 1, per_page: 500, total: 0 } }),
    shows: {
      en: 'There is no country whose months you may see',
      id: 'Tidak ada negara yang bulannya dapat Anda lihat',
    },
  },
  failed: {
    at: PATH,
    server: () => answer('GET /api/month_close', () => refusal(500, 'internal_error')),
    shows: { en: 'Try again', id: 'Coba lagi' },
  },
  full: {
    at: PATH,
    server: () => playMonths(),
    shows: { en: 'September 2026', id: 'September 2026' },
  },
  'opened again': {
    at: PATH,
    server: () =>
      playMonths([
        {
          ...closing,
          reopened_at: '2026-11-05 02:00:00',
          reopened_by: closing.closed_by,
          approved_by: { id: 2, name: 'Agus Pranoto', username: 'agus.pranoto' },
          reopen_reason: 'Tagihan tertinggal',
        },
      ]),
    shows: { en: 'Open again', id: 'Dibuka kembali' },
  },
  'to be closed': {
    at: `${PATH}?country_id=1&month=2026-10`,
    server: () => playMonths(),
    shows: { en: 'Unusually high bills', id: 'Tagihan yang luar biasa tinggi' },
  },
  closed: {
    at: `${PATH}?country_id=1&month=2026-09`,
    server: () => playMonths(),
    shows: { en: 'Reversed', id: 'Dibalik' },
  },
};
