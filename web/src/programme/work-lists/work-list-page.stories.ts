import { memberToCall, playWorkLists } from '../../testing/members-to-call.ts';
import { answer, never, refusal } from '../../testing/played-server.ts';
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
      playWorkLists([]);
      answer('GET /api/work_list/:key', never);
    },
    shows: { en: 'Loading...', id: 'Memuat...' },
  },
  empty: {
    at: PATH,
    server: () => playWorkLists([]),
    shows: { en: 'No renewal is due', id: 'Tidak ada yang perlu diperpanjang' },
  },
  'nobody found': {
    at: `${PATH}/expiring?search=nobody`,
    server: () => playWorkLists([]),
    shows: { en: 'Nobody in this list fits', id: 'Tidak ada yang cocok di daftar ini' },
  },
  full: {
    at: `${PATH}/expiring`,
    server: () => playWorkLists([memberToCall(1), called, memberToCall(3)]),
    shows: { en: 'Ends in 5 days', id: 'berakhir 5 hari lagi' },
  },
  birthdays: {
    at: `${PATH}/birthday`,
    server: () => playWorkLists([memberToCall(1, { turns: 40 })]),
    shows: { en: 'turns 40', id: 'berusia 40' },
  },
  'not used': {
    at: `${PATH}/never_used`,
    server: () => playWorkLists([memberToCall(1, { was_used: false }), memberToCall(2, { was_used: true })]),
    shows: { en: 'never used', id: 'belum pernah dipakai' },
  },
  failed: {
    at: PATH,
    server: () => {
      playWorkLists([]);
      answer('GET /api/work_list/:key', () => refusal(500, 'internal_error'));
    },
    shows: { en: 'Try again', id: 'Coba lagi' },
  },
};
