import { deskGuest, mockDesk, mockOneHotel } from '../../testing/desk.ts';
import { FRONT_DESK } from '../../testing/fixtures.ts';
import { mockResponse, setRecords, neverResponds, rejection } from '../../testing/mock-server.ts';
import { rows } from '../../testing/rows.ts';
import type { Stories } from '../../testing/stories.ts';

const PATH = '/finance/visit/quick';
const opening = { user: FRONT_DESK };

export const stories: Stories = {
  'no hotel yet': { at: PATH, expectedText: { en: 'Post a visit', id: 'Catat kunjungan' } },
  'no search yet': {
    at: PATH,
    options: opening,
    mockResponses: () => {
      mockOneHotel();
      setRecords('visit', []);
    },
    expectedText: { en: 'Scan or type a card, phone', id: 'Pindai atau ketik kartu, telepon' },
  },
  'recent visits': {
    at: PATH,
    options: opening,
    mockResponses: () => {
      mockOneHotel();
      setRecords(
        'visit',
        rows('visit', 3, () => ({ grand_total: '1500000.000', currency: 'IDR' })),
      );
    },
    expectedText: { en: 'Posted by you', id: 'Yang Anda catat' },
  },
  waiting: {
    at: `${PATH}?member_id=7`,
    options: opening,
    mockResponses: () => {
      mockOneHotel();
      mockResponse('GET /api/voucher_redeem/counter', neverResponds);
    },
    expectedText: { en: 'Post a visit', id: 'Catat kunjungan' },
  },
  'bill form': {
    at: `${PATH}?member_id=7`,
    options: opening,
    mockResponses: () => {
      mockOneHotel();
      mockDesk(deskGuest());
    },
    expectedText: { en: 'Change date or add a note', id: 'Ubah tanggal atau tambah catatan' },
  },
  failed: {
    at: `${PATH}?member_id=7`,
    options: opening,
    mockResponses: () => {
      mockOneHotel();
      mockResponse('GET /api/voucher_redeem/counter', () => rejection(500, 'internal_error'));
    },
    expectedText: { en: 'Try again', id: 'Coba lagi' },
  },
};
