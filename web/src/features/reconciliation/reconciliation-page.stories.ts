import type { ArchivedMonth, ReconciliationRun } from '@innkeeper/contract/calls';
import { mockResponse, neverResponds, rejection } from '../../testing/mock-server.ts';
import type { Stories } from '../../testing/stories.ts';

const PATH = '/others/audit/books';

const completedRun: ReconciliationRun = {
  id: 7,
  at: '2026-04-05 09:00:00',
  by: { id: 1, name: 'Sari Wulandari', username: 'sari.wulandari' },
  ended_at: '2026-04-05 09:00:04',
  seconds: 4.2,
  differences: [],
  head: { seal: 12, lines: 48_210, at: '2026-04-05 09:00:01', hash: '9f86d081884c7d65'.repeat(4) },
  stored_head: null,
};

const archivedMonths: ArchivedMonth[] = [
  {
    id: 1,
    starts_at: null,
    ends_at: '2024-03-01 00:00:00',
    lines: 1_204_310,
    file: 'audit-log-before-9f86d081.ndjson.gz',
    bytes: 98_304_000,
    sha256: '9f86d081884c7d65'.repeat(4),
    archived_at: '2026-03-01 20:37:04',
    address: '/storage/log-archive/audit-log-before-9f86d081.ndjson.gz?expires=1&signature=a',
  },
  {
    id: 2,
    starts_at: '2024-03-01 00:00:00',
    ends_at: '2024-04-01 00:00:00',
    lines: 91_022,
    file: 'audit-log-2024-03-884c7d65.ndjson.gz',
    bytes: 7_420_118,
    sha256: '0123456789abcdef'.repeat(4),
    archived_at: '2026-04-01 20:37:02',
    address: '/storage/log-archive/audit-log-2024-03-884c7d65.ndjson.gz?expires=1&signature=a',
  },
];

const STORED_HEAD = `11-${'0123456789abcdef'.repeat(4)}`;

const mockLastRun = (run: ReconciliationRun | null) => () => mockResponse('GET /api/audit/run', { data: run });

export const stories: Stories = {
  waiting: {
    at: PATH,
    mockResponses: () => mockResponse('GET /api/audit/run', neverResponds),
    expectedText: { en: 'Loading...', id: 'Memuat...' },
  },
  empty: {
    at: PATH,
    mockResponses: mockLastRun(null),
    expectedText: { en: 'No check has been run yet', id: 'Belum ada pemeriksaan' },
  },
  'in progress': {
    at: PATH,
    mockResponses: mockLastRun({ ...completedRun, ended_at: null, seconds: null, differences: null, head: null }),
    expectedText: { en: 'You can leave this page', id: 'Anda boleh meninggalkan halaman ini' },
  },
  full: {
    at: PATH,
    mockResponses: mockLastRun(completedRun),
    expectedText: { en: 'sealed on', id: 'disegel pada' },
  },
  'with archived months': {
    at: PATH,
    mockResponses: () => {
      mockLastRun(completedRun)();
      mockResponse('GET /api/audit/archive', { data: archivedMonths });
    },
    expectedText: { en: 'Audit log archive', id: 'Arsip log audit' },
  },
  'stored head found in the log': {
    at: PATH,
    mockResponses: mockLastRun({ ...completedRun, stored_head: STORED_HEAD }),
    expectedText: { en: 'The log matches the stored head', id: 'Log cocok dengan segel yang tersimpan' },
  },
  'stored head missing from the log': {
    at: PATH,
    mockResponses: mockLastRun({
      ...completedRun,
      stored_head: STORED_HEAD,
      differences: [{ check: 'log-heads', count: 1, rows: [{ resource: 'log_seal', id: 11, note: null }] }],
    }),
    expectedText: { en: 'The log does not match the stored head', id: 'Log tidak cocok dengan segel yang tersimpan' },
  },
  'with differences': {
    at: PATH,
    mockResponses: mockLastRun({
      ...completedRun,
      differences: [
        {
          check: 'sum-of-lines',
          count: 1,
          rows: [{ resource: 'transaction', id: 17, note: '1500000.000 ≠ 1500001.000' }],
        },
        {
          check: 'standing',
          count: 24,
          rows: [
            { resource: 'member', id: 4, note: 'active 3 ≠ maintained 5' },
            { resource: 'member', id: 9, note: 'lapsed 0 ≠ none 0' },
          ],
        },
        { check: 'stored-counts', count: 1, rows: [{ resource: 'visit', id: 0, note: '12477 + 3 ≠ 12475 + 3' }] },
      ],
    }),
    expectedText: { en: '… and 22 more', id: '… dan 22 lagi' },
  },
  'interrupted run': {
    at: PATH,
    mockResponses: mockLastRun({ ...completedRun, seconds: null, differences: null, head: null }),
    expectedText: { en: 'failed. Run it again', id: 'gagal. Jalankan lagi' },
  },
  'user of one hotel': {
    at: PATH,
    mockResponses: () => mockResponse('GET /api/audit/run', () => rejection(403, 'forbidden')),
    expectedText: { en: 'Requires access to all hotels', id: 'Memerlukan akses ke semua hotel' },
  },
  failed: {
    at: PATH,
    mockResponses: () => mockResponse('GET /api/audit/run', () => rejection(500, 'internal_error')),
    expectedText: { en: 'Try again', id: 'Coba lagi' },
  },
};
