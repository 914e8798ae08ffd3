import { SALE_TYPE } from '@innkeeper/contract';
import { mockResponse, neverResponds, rejection } from '../../testing/mock-server.ts';
import { FRIEND, OFFERS, RENEWAL_OFFERS, SELLER, UPGRADE_OFFERS, mockSales } from '../../testing/sale-offers.ts';
import type { Stories } from '../../testing/stories.ts';

const opening = { user: SELLER };
const member = '/finance/transaction/wizard?member_id=5';

export const stories: Stories = {
  'nobody chosen yet': {
    at: '/finance/transaction/wizard',
    opening,
    server: mockSales,
    expectedText: { en: 'Name, card number, phone or email', id: 'Nama, nomor kartu, telepon, atau email' },
  },
  'a new guest': {
    at: '/finance/transaction/wizard?q=Melati%20Putri',
    opening,
    server: mockSales,
    expectedText: { en: 'Search for a member instead', id: 'Cari anggota saja' },
  },
  'a member without a card': {
    at: member,
    opening,
    server: mockSales,
    expectedText: { en: 'bagus@example.test', id: 'bagus@example.test' },
  },
  'a card that ends soon': {
    at: member,
    opening,
    server: () => mockSales(RENEWAL_OFFERS),
    expectedText: { en: 'Early renewal', id: 'Perpanjangan lebih awal' },
  },
  'a card that has ended': {
    at: member,
    opening,
    server: () => mockSales({ ...RENEWAL_OFFERS, day: '2026-07-01', allowed: [SALE_TYPE.sale, SALE_TYPE.renewal] }),
    expectedText: { en: 'The card ended on 21 Jun 2026', id: 'Kartu berakhir pada 21 Jun 2026' },
  },
  'a card that cannot be renewed yet': {
    at: member,
    opening,
    server: () =>
      mockSales({
        ...RENEWAL_OFFERS,
        allowed: [],
        rejection: {
          error: 'conflict',
          message: 'Card 3600 0000 0007 ends on 21 Jun 2026. Renewal window: 23 Mar 2026 to 19 Sep 2026.',
        },
      }),
    expectedText: { en: 'Renewal window', id: 'Renewal window' },
  },
  'a card that is upgraded': {
    at: '/finance/transaction/wizard?type=6&member_id=5',
    opening,
    server: () => mockSales(UPGRADE_OFFERS),
    expectedText: { en: 'Upgrade', id: 'Kenaikan tingkat' },
  },
  waiting: {
    at: member,
    opening,
    server: () => {
      mockSales();
      mockResponse('GET /api/transaction/offers', neverResponds);
    },
    expectedText: { en: 'Choose another guest', id: 'Pilih tamu lain' },
  },
  failed: {
    at: member,
    opening,
    server: () => {
      mockSales();
      mockResponse('GET /api/transaction/offers', () => rejection(500, 'internal_error'));
    },
    expectedText: { en: 'Try again', id: 'Coba lagi' },
  },
  'a member who is not there': {
    at: '/finance/transaction/wizard?member_id=999',
    opening,
    server: mockSales,
    expectedText: { en: 'The server says record_not_found.', id: 'The server says record_not_found.' },
  },
  'a membership that is given': {
    at: '/finance/transaction/free_membership?member_id=5',
    opening,
    server: () => mockSales({ ...OFFERS, offers: [FRIEND] }),
    expectedText: { en: 'Review and issue', id: 'Tinjau dan terbitkan' },
  },
};
