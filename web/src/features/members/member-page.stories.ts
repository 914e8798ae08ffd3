import { OVERVIEW, STANDING_WITHOUT_CARD, mockDeletedMember, mockMember } from '../../testing/member-overview.ts';
import { mockResponse, neverResponds, rejection } from '../../testing/mock-server.ts';
import type { Stories } from '../../testing/stories.ts';

const PATH = '/company/member/5';

export const stories: Stories = {
  full: {
    at: PATH,
    mockResponses: mockMember,
    expectedText: { en: '1 of 4 visits', id: '1 dari 4 kunjungan' },
  },
  'without a card': {
    at: PATH,
    mockResponses: () =>
      mockMember(STANDING_WITHOUT_CARD, {
        spend: OVERVIEW.spend && {
          visits: 0,
          elsewhere: 0,
          totals: [],
          usd: '0.00',
          without_rate: 0,
          this_year: { visits: 0, elsewhere: 0, totals: [], usd: '0.00', without_rate: 0 },
        },
        redeemed: { count: 0, recent: [] },
        timeline: [],
      }),
    expectedText: { en: 'This member has no card yet.', id: 'Anggota ini belum memiliki kartu.' },
  },
  'tier set manually': {
    at: PATH,
    mockResponses: () =>
      mockMember({
        manual_tier: { at: '2026-03-01 03:00:00', by: { id: 9, name: 'Ratna' }, remark: 'Friend of the house' },
      }),
    expectedText: { en: '“Friend of the house”', id: '“Friend of the house”' },
  },
  waiting: {
    at: PATH,
    mockResponses: () => {
      mockMember();
      mockResponse('GET /api/member/5/standing', neverResponds);
      mockResponse('GET /api/member/5/overview', neverResponds);
    },
    expectedText: { en: 'Bagus Santoso', id: 'Bagus Santoso' },
  },
  failed: {
    at: PATH,
    mockResponses: () => {
      mockMember();
      mockResponse('GET /api/member/5/overview', () => rejection(500, 'internal_error'));
    },
    expectedText: { en: 'Try again', id: 'Coba lagi' },
  },
  deleted: {
    at: PATH,
    mockResponses: mockDeletedMember,
    expectedText: { en: '3600 0000 0007', id: '3600 0000 0007' },
  },
};
