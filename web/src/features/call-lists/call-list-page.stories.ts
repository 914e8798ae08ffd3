import { memberToCall, mockCallLists } from '../../testing/call-lists.ts';
import { mockResponse, neverResponds, rejection } from '../../testing/mock-server.ts';
import type { Stories } from '../../testing/stories.ts';

const PATH = '/company/work-list';
const called = memberToCall(2, {
  last_call: {
    id: 1,
    at: '2026-04-05 09:00:00',
    by: { id: 1, name: 'Sari Wulandari' },
    work_list: 'expiring',
    outcome: 'declined',
    note: 'Pindah ke luar kota',
    call_back_on: null,
  },
});

export const stories: Stories = {
  waiting: {
    at: PATH,
    server: () => {
      mockCallLists([]);
      mockResponse('GET /api/work_list/:key', neverResponds);
    },
    expectedText: { en: 'Loading...', id: 'Memuat...' },
  },
  empty: {
    at: PATH,
    server: () => mockCallLists([]),
    expectedText: { en: 'No renewals due', id: 'Tidak ada yang perlu diperpanjang' },
  },
  'nobody found': {
    at: `${PATH}/expiring?search=nobody`,
    server: () => mockCallLists([]),
    expectedText: { en: 'No matches in this list', id: 'Tidak ada yang cocok di daftar ini' },
  },
  full: {
    at: `${PATH}/expiring`,
    server: () => mockCallLists([memberToCall(1), called, memberToCall(3)]),
    expectedText: { en: 'Ends in 5 days', id: 'berakhir 5 hari lagi' },
  },
  birthdays: {
    at: `${PATH}/birthday`,
    server: () => mockCallLists([memberToCall(1, { turns: 40 })]),
    expectedText: { en: 'turns 40', id: 'genap 40 tahun' },
  },
  'not used': {
    at: `${PATH}/never_used`,
    server: () => mockCallLists([memberToCall(1, { was_used: false }), memberToCall(2, { was_used: true })]),
    expectedText: { en: 'never used', id: 'belum pernah dipakai' },
  },
  failed: {
    at: PATH,
    server: () => {
      mockCallLists([]);
      mockResponse('GET /api/work_list/:key', () => rejection(500, 'internal_error'));
    },
    expectedText: { en: 'Try again', id: 'Coba lagi' },
  },
};
