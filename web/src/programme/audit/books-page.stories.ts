import type { AuditRun } from '@innkeeper/contract/calls';
import { answer, never, refusal } from '../../testing/played-server.ts';
import type { Stories } from '../../testing/stories.ts';

const PATH = '/others/audit/books';

const ended: AuditRun = {
  id: 7,
  at: '2026-04-05 09:00:00',
  by: { id: 1, name: 'Sari Wulandari', username: 'sari.wulandari' },
  ended_at: '2026-04-05 09:00:04',
  seconds: 4.2,
  differences: [],
  head: { seal: 12, lines: 48_210, at: '2026-04-05 09:00:01', hash: '9f86d081884c7d65'.repeat(4) },
  kept_head: null,
};

const KEPT = `11-${'0123456789abcdef'.repeat(4)}`;

const last = (run: AuditRun | null) => () => answer('GET /api/audit/run', { data: run });

export const stories: Stories = {
  waiting: {
    at: PATH,
    server: () => answer('GET /api/audit/run', never),
    shows: { en: 'Loading...', id: 'Memuat...' },
  },
  empty: {
    at: PATH,
    server: last(null),
    shows: { en: 'Nothing was added up yet', id: 'Belum ada yang dijumlahkan' },
  },
  'at work': {
    at: PATH,
    server: last({ ...ended, ended_at: null, seconds: null, differences: null, head: null }),
    shows: { en: 'You may leave this page', id: 'Anda boleh meninggalkan halaman ini' },
  },
  full: {
    at: PATH,
    server: last(ended),
    shows: { en: 'sealed at', id: 'disegel pada' },
  },
  'with the head that was kept outside': {
    at: PATH,
    server: last({ ...ended, kept_head: KEPT }),
    shows: { en: 'still begins as it did with the head', id: 'masih berawal seperti pada kepala' },
  },
  'with a head that it no longer has': {
    at: PATH,
    server: last({
      ...ended,
      kept_head: KEPT,
      differences: [{ check: 'log-heads', count: 1, rows: [{ resource: 'log_seal', id: 11, note: null }] }],
    }),
    shows: { en: 'no longer begins as it did with the head', id: 'tidak lagi berawal seperti pada kepala' },
  },
  'with differences': {
    at: PATH,
    server: last({
      ...ended,
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
        { check: 'kept-counts', count: 1, rows: [{ resource: 'visit', id: 0, note: '12477 + 3 ≠ 12475 + 3' }] },
      ],
    }),
    shows: { en: '… and 22 more', id: '… dan 22 lagi' },
  },
  'not done': {
    at: PATH,
    server: last({ ...ended, seconds: null, differences: null, head: null }),
    shows: { en: 'could not be done', id: 'tidak dapat dilakukan' },
  },
  'of one hotel': {
    at: PATH,
    server: () => answer('GET /api/audit/run', () => refusal(403, 'forbidden')),
    shows: { en: 'This is for who sees every hotel', id: 'Halaman ini untuk yang melihat semua hotel' },
  },
  failed: {
    at: PATH,
    server: () => answer('GET /api/audit/run', () => refusal(500, 'internal_error')),
    shows: { en: 'Try again', id: 'Coba lagi' },
  },
};
