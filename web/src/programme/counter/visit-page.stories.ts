import { counterGuest, playCounter, playOneHotel } from '../../testing/counter.ts';
import { FRONT_DESK } from '../../testing/house.ts';
import { answer, keepRecords, never, refusal } from '../../testing/played-server.ts';
import { rows } from '../../testing/rows.ts';
import type { Stories } from '../../testing/stories.ts';

const PATH = '/finance/visit/quick';
const opening = { user: FRONT_DESK };

export const stories: Stories = {
  'no hotel yet': { at: PATH, shows: { en: 'Post a visit', id: 'Catat kunjungan' } },
  'nobody asked for': {
    at: PATH,
    opening,
    server: () => {
      playOneHotel();
      keepRecords('visit', []);
    },
    shows: { en: 'Scan the card, or type', id: 'Pindai kartu, atau ketik' },
  },
  'bills posted before': {
    at: PATH,
    opening,
    server: () => {
      playOneHotel();
      keepRecords(
        'visit',
        rows('visit', 3, () => ({ grand_total: '1500000.000', currency: 'IDR' })),
      );
    },
    shows: { en: 'Posted by you', id: 'Yang Anda catat' },
  },
  waiting: {
    at: `${PATH}?member_id=7`,
    opening,
    server: () => {
      playOneHotel();
      answer('GET /api/voucher_redeem/counter', never);
    },
    shows: { en: 'Post a visit', id: 'Catat kunjungan' },
  },
  'a bill': {
    at: `${PATH}?member_id=7`,
    opening,
    server: () => {
      playOneHotel();
      playCounter(counterGuest());
    },
    shows: { en: 'Another day, or a remark', id: 'Hari lain, atau catatan' },
  },
  failed: {
    at: `${PATH}?member_id=7`,
    opening,
    server: () => {
      playOneHotel();
      answer('GET /api/voucher_redeem/counter', () => refusal(500, 'internal_error'));
    },
    shows: { en: 'Try again', id: 'Coba lagi' },
  },
};
