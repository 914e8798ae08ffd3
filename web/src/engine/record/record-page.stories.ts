import { mockResponse, setRecords, neverResponds, rejection } from '../../testing/mock-server.ts';
import { deleted, row } from '../../testing/rows.ts';
import type { Stories } from '../../testing/stories.ts';

const ANY = { id: 7, version: 3, name: 'Bali and Nusa Tenggara', code: 'BALI' };

export const stories: Stories = {
  waiting: {
    at: '/system/region/7',
    server: () => mockResponse('GET /api/region/7', neverResponds),
    expectedText: { en: 'Region', id: 'Wilayah' },
  },
  full: {
    at: '/system/hotel/1',
    expectedText: { en: 'Laksmira Jakarta Menteng', id: 'Laksmira Jakarta Menteng' },
  },
  history: {
    at: '/system/region/7?tab=history',
    server() {
      setRecords('region', [row('region', 7, ANY)]);
      const by = { id: 1, name: 'Sari Wulandari' };
      const entries = [
        { at: '2026-03-03 04:00:00', by, action: 'update', changes: { name: ['Bali', ANY.name] }, labels: {} },
        { at: '2026-03-02 02:15:00', by: null, action: 'create', changes: {}, labels: {} },
      ];
      mockResponse('GET /api/region/7/history', {
        data: entries,
        meta: { page: 1, per_page: 25, total: entries.length },
      });
    },
    expectedText: { en: 'Sari Wulandari', id: 'Sari Wulandari' },
  },
  deleted: {
    at: '/system/region/7',
    server: () => setRecords('region', [deleted(row('region', 7, ANY))]),
    expectedText: { en: 'Deleted on', id: 'Dihapus pada' },
  },
  'to look at only': {
    at: '/system/region/7',
    opening: { user: { roles: ['VIEW_REGION'] } },
    server: () => setRecords('region', [row('region', 7, ANY)]),
    expectedText: { en: ANY.name, id: ANY.name },
  },
  missing: {
    at: '/system/region/99',
    expectedText: { en: 'Back to regions', id: 'Kembali ke' },
  },
  failed: {
    at: '/system/region/7',
    server: () => mockResponse('GET /api/region/7', () => rejection(500, 'internal_error')),
    expectedText: { en: 'Try again', id: 'Coba lagi' },
  },
  'a new one': {
    at: '/system/voucher/new',
    expectedText: { en: 'New voucher', id: 'Tambah voucher' },
  },
};
