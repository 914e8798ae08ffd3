import { SALE_TYPE } from '@innkeeper/contract';
import { answer, never, refusal } from '../../testing/played-server.ts';
import { FRIEND, OFFERS, RENEWAL_OFFERS, SELLER, UPGRADE_OFFERS, playSales } from '../../testing/sale-offers.ts';
import type { Stories } from '../../testing/stories.ts';

const opening = { user: SELLER };
const member = '/finance/transaction/wizard?member_id=5';

export const stories: Stories = {
  'nobody chosen yet': {
    at: '/finance/transaction/wizard',
    opening,
    server: playSales,
    shows: { en: 'Name, card number, phone or email', id: 'Nama, nomor kartu, telepon, atau email' },
  },
  'a new guest': {
    at: '/finance/transaction/wizard?q=Melati%20Putri',
    opening,
    server: playSales,
    shows: { en: 'Search for a member instead', id: 'Cari anggota saja' },
  },
  'a member without a card': {
    at: member,
    opening,
    server: playSales,
    shows: { en: 'bagus@example.test', id: 'bagus@example.test' },
  },
  'a card that ends soon': {
    at: member,
    opening,
    server: () => playSales(RENEWAL_OFFERS),
    shows: { en: 'Renewed before its end', id: 'Diperpanjang sebelum berakhir' },
  },
  'a card that has ended': {
    at: member,
    opening,
    server: () => playSales({ ...RENEWAL_OFFERS, day: '2026-07-01', allowed: [SALE_TYPE.sale, SALE_TYPE.renewal] }),
    shows: { en: 'The card ended on 21 Jun 2026', id: 'Kartu berakhir pada 21 Jun 2026' },
  },
  'a card that cannot be renewed yet': {
    at: member,
    opening,
    server: () =>
      playSales({
        ...RENEWAL_OFFERS,
        allowed: [],
        refusal: { error: 'conflict', message: 'Card 3600 0000 0007 can be renewed from 23 Mar 2026.' },
      }),
    shows: { en: 'can be renewed from', id: 'can be renewed from' },
  },
  'a card that is upgraded': {
    at: '/finance/transaction/wizard?type=6&member_id=5',
    opening,
    server: () => playSales(UPGRADE_OFFERS),
    shows: { en: 'Upgrade', id: 'Naikkan tingkat' },
  },
  waiting: {
    at: member,
    opening,
    server: () => {
      playSales();
      answer('GET /api/transaction/offers', never);
    },
    shows: { en: 'Choose another guest', id: 'Pilih tamu lain' },
  },
  failed: {
    at: member,
    opening,
    server: () => {
      playSales();
      answer('GET /api/transaction/offers', () => refusal(500, 'internal_error'));
    },
    shows: { en: 'Try again', id: 'Coba lagi' },
  },
  'a member who is not there': {
    at: '/finance/transaction/wizard?member_id=999',
    opening,
    server: playSales,
    shows: { en: 'The server says record_not_found.', id: 'The server says record_not_found.' },
  },
  'a membership that is given': {
    at: '/finance/transaction/free_membership?member_id=5',
    opening,
    server: () => playSales({ ...OFFERS, offers: [FRIEND] }),
    shows: { en: 'Check and give', id: 'Periksa dan berikan' },
  },
};
