import { MERGE, playTwins } from '../../../testing/member-merge.ts';
import { answer, never, refusal } from '../../../testing/played-server.ts';
import type { Stories } from '../../../testing/stories.ts';

const choosing = '/company/member/5/merge';
const comparing = '/company/member/5/merge?with=6';

export const stories: Stories = {
  'somebody is likely the same': {
    at: choosing,
    server: playTwins,
    shows: { en: 'Same phone', id: 'Sama: telepon' },
  },
  'nobody is alike': {
    at: choosing,
    server: () => {
      playTwins();
      answer('GET /api/member/duplicates', { data: [] });
    },
    shows: { en: 'Nobody else has the email', id: 'Tidak ada anggota lain dengan email' },
  },
  'two side by side': {
    at: comparing,
    server: playTwins,
    shows: { en: 'The merge can be undone for 30 days.', id: 'Penggabungan dapat diurungkan selama 30 hari.' },
  },
  'nothing moves': {
    at: comparing,
    server: () => {
      playTwins();
      const moved = { ...MERGE.moved, member_card: 0, member_voucher: 0, transaction: 0, visit: 0 };
      answer('POST /api/member/5/merge', { data: { ...MERGE, id: null, moved } });
    },
    shows: { en: 'nothing moves.', id: 'tidak ada yang dipindahkan.' },
  },
  waiting: {
    at: comparing,
    server: () => {
      playTwins();
      answer('POST /api/member/5/merge', never);
    },
    shows: { en: 'What moves', id: 'Yang dipindahkan' },
  },
  'cannot be merged': {
    at: comparing,
    server: () => {
      playTwins();
      answer('POST /api/member/5/merge', () => refusal(409, 'conflict', { message: 'B.S. was merged before.' }));
    },
    shows: { en: 'B.S. was merged before.', id: 'B.S. was merged before.' },
  },
  failed: {
    at: '/company/member/5/merge?with=99',
    server: playTwins,
    shows: { en: 'Try again', id: 'Coba lagi' },
  },
};
