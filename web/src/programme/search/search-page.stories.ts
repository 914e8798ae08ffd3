import { memberElsewhere, memberFound, playFound, voucherFound } from '../../testing/guests-found.ts';
import { FRONT_DESK } from '../../testing/house.ts';
import { MAY_BUY, MAY_NOTHING } from '../../testing/member-may.ts';
import { answer, never, refusal } from '../../testing/played-server.ts';
import type { Stories } from '../../testing/stories.ts';

const members = [
  memberFound(),
  memberElsewhere(),
  memberFound({ id: 9, name: 'Bagus Pratama', card: null, standing: 'none', phone_no: null, may: MAY_BUY }),
  memberFound({ id: 10, name: 'Raden Ayu Kusumaningtyas Wirjosoemarto-Djojohadikoesoemo', may: MAY_NOTHING }),
];
const failed = () => answer('GET /api/search', () => refusal(500, 'internal_error'));

export const stories: Stories = {
  'nothing typed': {
    at: '/company/search',
    shows: { en: 'Find a guest or a voucher', id: 'Cari tamu atau voucher' },
  },
  waiting: {
    at: '/company/search?q=ratna',
    server: () => answer('GET /api/search', never),
    shows: { en: 'Search', id: 'Cari' },
  },
  empty: {
    at: '/company/search?q=nobody',
    server: () => playFound(),
    shows: { en: 'Nobody is found by “nobody”.', id: 'Tidak ada yang ditemukan dengan “nobody”.' },
  },
  full: {
    at: '/company/search?q=kusuma',
    server: () =>
      playFound({
        members,
        vouchers: [
          voucherFound(),
          voucherFound({ id: 22, state: 'redeemed', may: { redeem: 'This voucher was redeemed already.' } }),
        ],
      }),
    shows: { en: 'Guest of another hotel: Laksmira Sanggar Ubud', id: 'Tamu hotel lain: Laksmira Sanggar Ubud' },
  },
  'full at a front desk': {
    at: '/company/search?q=kusuma',
    opening: { user: FRONT_DESK },
    server: () => playFound({ members }),
    shows: { en: 'Made Tetangga', id: 'Made Tetangga' },
  },
  failed: {
    at: '/company/search?q=ratna',
    server: failed,
    shows: { en: 'Try again', id: 'Coba lagi' },
  },
  'simple, nothing typed': { at: '/company/search/v1', shows: { en: 'Simple search', id: 'Pencarian sederhana' } },
  'simple, waiting': {
    at: '/company/search/v1?q=ratna',
    server: () => answer('GET /api/search', never),
    shows: { en: 'Searching…', id: 'Mencari…' },
  },
  'simple, empty': {
    at: '/company/search/v1?q=nobody',
    server: () => playFound(),
    shows: { en: 'No results..', id: 'Tidak ada hasil..' },
  },
  'simple, full': {
    at: '/company/search/v1?q=kusuma',
    server: () => playFound({ members }),
    shows: { en: 'Laksmira Sanggar Ubud (another hotel)', id: 'Laksmira Sanggar Ubud (hotel lain)' },
  },
  'simple, failed': {
    at: '/company/search/v1?q=ratna',
    server: failed,
    shows: { en: 'Try again', id: 'Coba lagi' },
  },
};
