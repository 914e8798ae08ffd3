import { answer, keepRecords, never, refusal } from '../../testing/played-server.ts';
import { deleted, row } from '../../testing/rows.ts';
import type { Stories } from '../../testing/stories.ts';

const ANY = { id: 7, version: 3, name: 'Bali and Nusa Tenggara', code: 'BALI' };

export const stories: Stories = {
  waiting: {
    at: '/system/region/7',
    server: () => answer('GET /api/region/7', never),
    shows: { en: 'Region', id: 'Wilayah' },
  },
  full: {
    at: '/system/hotel/1',
    shows: { en: 'Laksmira Jakarta Menteng', id: 'Laksmira Jakarta Menteng' },
  },
  history: {
    at: '/system/region/7?tab=history',
    server() {
      keepRecords('region', [row('region', 7, ANY)]);
      const by = { id: 1, name: 'Sari Wulandari' };
      const entries = [
        { at: '2026-03-03 04:00:00', by, action: 'update', changes: { name: ['Bali', ANY.name] }, labels: {} },
        { at: '2026-03-02 02:15:00', by: null, action: 'create', changes: {}, labels: {} },
      ];
      answer('GET /api/region/7/history', { data: entries, meta: { page: 1, per_page: 25, total: entries.length } });
    },
    shows: { en: 'Sari Wulandari', id: 'Sari Wulandari' },
  },
  deleted: {
    at: '/system/region/7',
    server: () => keepRecords('region', [deleted(row('region', 7, ANY))]),
    shows: { en: 'Deleted on', id: 'Dihapus pada' },
  },
  'to look at only': {
    at: '/system/region/7',
    opening: { user: { roles: ['VIEW_REGION'] } },
    server: () => keepRecords('region', [row('region', 7, ANY)]),
    shows: { en: ANY.name, id: ANY.name },
  },
  missing: {
    at: '/system/region/99',
    shows: { en: 'Back to regions', id: 'Kembali ke' },
  },
  failed: {
    at: '/system/region/7',
    server: () => answer('GET /api/region/7', () => refusal(500, 'internal_error')),
    shows: { en: 'Try again', id: 'Coba lagi' },
  },
  'a new one': {
    at: '/system/voucher/new',
    shows: { en: 'New voucher', id: 'Tambah voucher' },
  },
};
