import { counterGuest, playCounter, playOneHotel } from '../../testing/counter.ts';
import { FRONT_DESK } from '../../testing/house.ts';
import { answer, never, refusal } from '../../testing/played-server.ts';
import type { Stories } from '../../testing/stories.ts';

const PATH = '/finance/voucher-redeem/wizard';
const opening = { user: FRONT_DESK };
const guest = counterGuest();

export const stories: Stories = {
  'nobody asked for': {
    at: PATH,
    opening,
    server: playOneHotel,
    shows: { en: 'Scan the card or voucher, or type', id: 'Pindai kartu atau voucher, atau ketik' },
  },
  'no hotel yet': { at: PATH, shows: { en: 'Redeem', id: 'Tukar voucher' } },
  waiting: {
    at: `${PATH}?q=6010123412341234`,
    opening,
    server: () => {
      playOneHotel();
      answer('GET /api/voucher_redeem/counter', never);
    },
    shows: { en: 'Redeem', id: 'Tukar voucher' },
  },
  full: {
    at: `${PATH}/7`,
    opening,
    server: () => {
      playOneHotel();
      playCounter(guest);
    },
    shows: { en: 'Can be honoured at Laksmira Jakarta Menteng now', id: 'Dapat ditukar di Laksmira Jakarta Menteng' },
  },
  'a birthday and a first visit': {
    at: `${PATH}/7`,
    opening,
    server: () => {
      playOneHotel();
      playCounter(counterGuest({}, { greeting: { birthday_in: 1, is_first_visit: true } }));
    },
    shows: { en: 'Tomorrow is the birthday of Ratna Kusuma.', id: 'Besok Ratna Kusuma berulang tahun.' },
  },
  'one voucher named': {
    at: `${PATH}/7/2`,
    opening,
    server: () => {
      playOneHotel();
      playCounter(counterGuest({ is_elsewhere: true, standing: 'not_maintained' }));
    },
    shows: { en: 'Terms and conditions', id: 'Syarat dan ketentuan' },
  },
  'nothing to honour': {
    at: `${PATH}/7`,
    opening,
    server: () => {
      playOneHotel();
      playCounter(
        counterGuest(
          { is_active: false, standing: 'lapsed' },
          { vouchers: guest.vouchers.filter((v) => v.refusal), left_out: 4 },
        ),
      );
    },
    shows: {
      en: 'Nothing can be honoured at Laksmira Jakarta Menteng now.',
      id: 'Tidak ada yang dapat ditukar di Laksmira Jakarta Menteng sekarang.',
    },
  },
  'no vouchers and no card': {
    at: `${PATH}/7`,
    opening,
    server: () => {
      playOneHotel();
      playCounter(counterGuest({ standing: 'none' }, { card: null, vouchers: [] }));
    },
    shows: { en: 'This guest has no vouchers.', id: 'Tamu ini tidak memiliki voucher.' },
  },
  'several guests': {
    at: `${PATH}?q=6010123412341234`,
    opening,
    server: () => {
      playOneHotel();
      playCounter(guest, counterGuest({ id: 8, name: 'Raden Ayu Kusumaningtyas Purwaningrum Wirjosoemarto' }));
    },
    shows: { en: 'Which of these 2 guests?', id: 'Yang mana dari 2 tamu ini?' },
  },
  nobody: {
    at: `${PATH}?q=nobody`,
    opening,
    server: () => {
      playOneHotel();
      playCounter();
      answer('GET /api/search', { data: { members: [], vouchers: [] } });
    },
    shows: { en: 'Nobody was found for “nobody”.', id: 'Tidak ada yang ditemukan untuk “nobody”.' },
  },
  failed: {
    at: `${PATH}/7`,
    opening,
    server: () => {
      playOneHotel();
      answer('GET /api/voucher_redeem/counter', () => refusal(500, 'internal_error'));
    },
    shows: { en: 'Try again', id: 'Coba lagi' },
  },
};
