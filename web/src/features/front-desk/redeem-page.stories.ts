import { deskGuest, mockDesk, mockOneHotel } from '../../testing/desk.ts';
import { FRONT_DESK } from '../../testing/fixtures.ts';
import { mockResponse, neverResponds, rejection } from '../../testing/mock-server.ts';
import type { Stories } from '../../testing/stories.ts';

const PATH = '/finance/voucher-redeem/wizard';
const options = { user: FRONT_DESK };
const guest = deskGuest();

export const stories: Stories = {
  'no search yet': {
    at: PATH,
    options,
    mockResponses: mockOneHotel,
    expectedText: { en: 'Scan or type a card, voucher', id: 'Pindai atau ketik kartu, voucher' },
  },
  'no hotel yet': { at: PATH, expectedText: { en: 'Redeem', id: 'Tukar voucher' } },
  waiting: {
    at: `${PATH}?q=6010123412341234`,
    options,
    mockResponses: () => {
      mockOneHotel();
      mockResponse('GET /api/voucher_redeem/counter', neverResponds);
    },
    expectedText: { en: 'Redeem', id: 'Tukar voucher' },
  },
  full: {
    at: `${PATH}/7`,
    options,
    mockResponses: () => {
      mockOneHotel();
      mockDesk(guest);
    },
    expectedText: {
      en: 'Redeemable now at Laksmira Jakarta Menteng',
      id: 'Dapat ditukar sekarang di Laksmira Jakarta Menteng',
    },
  },
  'birthday and first visit': {
    at: `${PATH}/7`,
    options,
    mockResponses: () => {
      mockOneHotel();
      mockDesk(deskGuest({}, { greeting: { birthday_in: 1, is_first_visit: true } }));
    },
    expectedText: { en: 'Tomorrow is the birthday of Ratna Kusuma.', id: 'Besok Ratna Kusuma berulang tahun.' },
  },
  'one voucher preselected': {
    at: `${PATH}/7/2`,
    options,
    mockResponses: () => {
      mockOneHotel();
      mockDesk(deskGuest({ is_elsewhere: true, standing: 'not_maintained' }));
    },
    expectedText: { en: 'Terms and conditions', id: 'Syarat dan ketentuan' },
  },
  'nothing redeemable': {
    at: `${PATH}/7`,
    options,
    mockResponses: () => {
      mockOneHotel();
      mockDesk(
        deskGuest(
          { is_active: false, standing: 'lapsed' },
          { vouchers: guest.vouchers.filter((v) => v.rejection), left_out: 4 },
        ),
      );
    },
    expectedText: {
      en: 'Nothing redeemable now at Laksmira Jakarta Menteng',
      id: 'Tidak ada yang dapat ditukar sekarang di Laksmira Jakarta Menteng',
    },
  },
  'no vouchers and no card': {
    at: `${PATH}/7`,
    options,
    mockResponses: () => {
      mockOneHotel();
      mockDesk(deskGuest({ standing: 'none' }, { card: null, vouchers: [] }));
    },
    expectedText: { en: 'This guest has no vouchers.', id: 'Tamu ini tidak memiliki voucher.' },
  },
  'several guests': {
    at: `${PATH}?q=6010123412341234`,
    options,
    mockResponses: () => {
      mockOneHotel();
      mockDesk(guest, deskGuest({ id: 8, name: 'Raden Ayu Kusumaningtyas Purwaningrum Wirjosoemarto' }));
    },
    expectedText: { en: 'Which of these 2 guests?', id: 'Yang mana dari 2 tamu ini?' },
  },
  'guest not found': {
    at: `${PATH}?q=nobody`,
    options,
    mockResponses: () => {
      mockOneHotel();
      mockDesk();
      mockResponse('GET /api/search', { data: { members: [], vouchers: [] } });
    },
    expectedText: { en: 'No guest found for “nobody”.', id: 'Tidak ada tamu untuk “nobody”.' },
  },
  failed: {
    at: `${PATH}/7`,
    options,
    mockResponses: () => {
      mockOneHotel();
      mockResponse('GET /api/voucher_redeem/counter', () => rejection(500, 'internal_error'));
    },
    expectedText: { en: 'Try again', id: 'Coba lagi' },
  },
};
