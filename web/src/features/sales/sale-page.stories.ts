import { SALE_TYPE } from '@innkeeper/contract';
import { mockResponse, neverResponds, rejection } from '../../testing/mock-server.ts';
import { FREE_OFFER, OFFERS, RENEWAL_OFFERS, SELLER, UPGRADE_OFFERS, mockSales } from '../../testing/sale-offers.ts';
import type { Stories } from '../../testing/stories.ts';

const opening = { user: SELLER };
const member = '/finance/transaction/wizard?member_id=5';

export const stories: Stories = {
  'no guest selected': {
    at: '/finance/transaction/wizard',
    options: opening,
    mockResponses: mockSales,
    expectedText: { en: 'Name, card number, phone or email', id: 'Nama, nomor kartu, telepon, atau email' },
  },
  'new guest': {
    at: '/finance/transaction/wizard?q=Melati%20Putri',
    options: opening,
    mockResponses: mockSales,
    expectedText: { en: 'Search for a member instead', id: 'Cari anggota saja' },
  },
  'member without a card': {
    at: member,
    options: opening,
    mockResponses: mockSales,
    expectedText: { en: 'bagus@example.test', id: 'bagus@example.test' },
  },
  'card that ends soon': {
    at: member,
    options: opening,
    mockResponses: () => mockSales(RENEWAL_OFFERS),
    expectedText: { en: 'Early renewal', id: 'Perpanjangan lebih awal' },
  },
  'expired card': {
    at: member,
    options: opening,
    mockResponses: () =>
      mockSales({ ...RENEWAL_OFFERS, day: '2026-07-01', allowed: [SALE_TYPE.sale, SALE_TYPE.renewal] }),
    expectedText: { en: 'The card ended on 21 Jun 2026', id: 'Kartu berakhir pada 21 Jun 2026' },
  },
  'card not yet renewable': {
    at: member,
    options: opening,
    mockResponses: () =>
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
  'upgrade of a card': {
    at: '/finance/transaction/wizard?type=6&member_id=5',
    options: opening,
    mockResponses: () => mockSales(UPGRADE_OFFERS),
    expectedText: { en: 'Upgrade', id: 'Kenaikan tingkat' },
  },
  waiting: {
    at: member,
    options: opening,
    mockResponses: () => {
      mockSales();
      mockResponse('GET /api/transaction/offers', neverResponds);
    },
    expectedText: { en: 'Choose another guest', id: 'Pilih tamu lain' },
  },
  failed: {
    at: member,
    options: opening,
    mockResponses: () => {
      mockSales();
      mockResponse('GET /api/transaction/offers', () => rejection(500, 'internal_error'));
    },
    expectedText: { en: 'Try again', id: 'Coba lagi' },
  },
  'unknown member': {
    at: '/finance/transaction/wizard?member_id=999',
    options: opening,
    mockResponses: mockSales,
    expectedText: { en: 'The server says record_not_found.', id: 'The server says record_not_found.' },
  },
  'complimentary membership': {
    at: '/finance/transaction/free_membership?member_id=5',
    options: opening,
    mockResponses: () => mockSales({ ...OFFERS, offers: [FREE_OFFER] }),
    expectedText: { en: 'Review and issue', id: 'Tinjau dan terbitkan' },
  },
};
