import { memberToCall, mockCallLists } from '../../testing/call-lists.ts';
import { mockResponse, neverResponds, rejection } from '../../testing/mock-server.ts';
import type { Stories } from '../../testing/stories.ts';

const PATH = '/company/work-list';
const calledMember = memberToCall(2, {
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
    mockResponses: () => {
      mockCallLists([]);
      mockResponse('GET /api/work_list/:key', neverResponds);
    },
    expectedText: { en: 'Loading...', id: 'Memuat...' },
  },
  empty: {
    at: PATH,
    mockResponses: () => mockCallLists([]),
    expectedText: { en: 'No renewals due', id: 'Tidak ada yang perlu diperpanjang' },
  },
  'no matches': {
    at: `${PATH}/expiring?search=nobody`,
    mockResponses: () => mockCallLists([]),
    expectedText: { en: 'No matches in this list', id: 'Tidak ada yang cocok di daftar ini' },
  },
  full: {
    at: `${PATH}/expiring`,
    mockResponses: () => mockCallLists([memberToCall(1), calledMember, memberToCall(3)]),
    expectedText: { en: 'Ends in 5 days', id: 'berakhir 5 hari lagi' },
  },
  birthdays: {
    at: `${PATH}/birthday`,
    mockResponses: () => mockCallLists([memberToCall(1, { turns: 40 })]),
    expectedText: { en: 'turns 40', id: 'genap 40 tahun' },
  },
  'unused cards': {
    at: `${PATH}/never_used`,
    mockResponses: () => mockCallLists([memberToCall(1, { was_used: false }), memberToCall(2, { was_used: true })]),
    expectedText: { en: 'never used', id: 'belum pernah dipakai' },
  },
  failed: {
    at: PATH,
    mockResponses: () => {
      mockCallLists([]);
      mockResponse('GET /api/work_list/:key', () => rejection(500, 'internal_error'));
    },
    expectedText: { en: 'Try again', id: 'Coba lagi' },
  },
};
