import { MERGE, mockDuplicates } from '../../../testing/member-merge.ts';
import { mockResponse, neverResponds, rejection } from '../../../testing/mock-server.ts';
import type { Stories } from '../../../testing/stories.ts';

const CHOICE_PATH = '/company/member/5/merge';
const COMPARISON_PATH = '/company/member/5/merge?with=6';

export const stories: Stories = {
  'likely duplicate': {
    at: CHOICE_PATH,
    mockResponses: mockDuplicates,
    expectedText: { en: 'Same phone', id: 'Sama: telepon' },
  },
  'no likely duplicate': {
    at: CHOICE_PATH,
    mockResponses: () => {
      mockDuplicates();
      mockResponse('GET /api/member/duplicates', { data: [] });
    },
    expectedText: { en: 'No other member shares the email', id: 'Tidak ada anggota lain dengan email' },
  },
  'comparison of two members': {
    at: COMPARISON_PATH,
    mockResponses: mockDuplicates,
    expectedText: { en: 'You can undo the merge for 30 days.', id: 'Penggabungan dapat diurungkan selama 30 hari.' },
  },
  'no records to move': {
    at: COMPARISON_PATH,
    mockResponses: () => {
      mockDuplicates();
      const moved = { ...MERGE.moved, member_card: 0, member_voucher: 0, transaction: 0, visit: 0 };
      mockResponse('POST /api/member/5/merge', { data: { ...MERGE, id: null, moved } });
    },
    expectedText: {
      en: 'has no cards, vouchers, sales or visits to move.',
      id: 'tidak memiliki kartu, voucher, penjualan, atau kunjungan untuk dipindahkan.',
    },
  },
  waiting: {
    at: COMPARISON_PATH,
    mockResponses: () => {
      mockDuplicates();
      mockResponse('POST /api/member/5/merge', neverResponds);
    },
    expectedText: { en: 'Records to move', id: 'Data yang dipindahkan' },
  },
  'cannot be merged': {
    at: COMPARISON_PATH,
    mockResponses: () => {
      mockDuplicates();
      mockResponse('POST /api/member/5/merge', () =>
        rejection(409, 'conflict', { message: 'B.S. was merged before.' }),
      );
    },
    expectedText: { en: 'B.S. was merged before.', id: 'B.S. was merged before.' },
  },
  failed: {
    at: '/company/member/5/merge?with=99',
    mockResponses: mockDuplicates,
    expectedText: { en: 'Try again', id: 'Coba lagi' },
  },
};
