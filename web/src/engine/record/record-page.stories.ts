import { mockResponse, setRecords, neverResponds, rejection } from '../../testing/mock-server.ts';
import { markDeleted, row } from '../../testing/rows.ts';
import type { Stories } from '../../testing/stories.ts';

const SAMPLE_REGION = { id: 7, version: 3, name: 'Bali and Nusa Tenggara', code: 'BALI' };

export const stories: Stories = {
  waiting: {
    at: '/system/region/7',
    mockResponses: () => mockResponse('GET /api/region/7', neverResponds),
    expectedText: { en: 'Region', id: 'Wilayah' },
  },
  full: {
    at: '/system/hotel/1',
    expectedText: { en: 'Laksmira Jakarta Menteng', id: 'Laksmira Jakarta Menteng' },
  },
  history: {
    at: '/system/region/7?tab=history',
    mockResponses() {
      setRecords('region', [row('region', 7, SAMPLE_REGION)]);
      const by = { id: 1, name: 'Sari Wulandari' };
      const entries = [
        {
          at: '2026-03-03 04:00:00',
          by,
          action: 'update',
          changes: { name: ['Bali', SAMPLE_REGION.name] },
          labels: {},
        },
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
    mockResponses: () => setRecords('region', [markDeleted(row('region', 7, SAMPLE_REGION))]),
    expectedText: { en: 'Deleted on', id: 'Dihapus pada' },
  },
  'read-only': {
    at: '/system/region/7',
    options: { user: { roles: ['VIEW_REGION'] } },
    mockResponses: () => setRecords('region', [row('region', 7, SAMPLE_REGION)]),
    expectedText: { en: SAMPLE_REGION.name, id: SAMPLE_REGION.name },
  },
  missing: {
    at: '/system/region/99',
    expectedText: { en: 'Back to regions', id: 'Kembali ke' },
  },
  failed: {
    at: '/system/region/7',
    mockResponses: () => mockResponse('GET /api/region/7', () => rejection(500, 'internal_error')),
    expectedText: { en: 'Try again', id: 'Coba lagi' },
  },
  'new record': {
    at: '/system/voucher/new',
    expectedText: { en: 'New voucher', id: 'Tambah voucher' },
  },
};
