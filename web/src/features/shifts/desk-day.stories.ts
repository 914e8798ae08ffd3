import { mockOneHotel } from '../../testing/desk.ts';
import { FRONT_DESK } from '../../testing/fixtures.ts';
import { mockResponse, neverResponds, rejection } from '../../testing/mock-server.ts';
import { fullDay, shiftDay } from '../../testing/shifts.ts';
import type { Stories } from '../../testing/stories.ts';

const story = { at: '/company/dashboard', options: { user: FRONT_DESK } };
const mockDay = (response: Parameters<typeof mockResponse>[1]) => () => {
  mockOneHotel();
  mockResponse('GET /api/dashboard', neverResponds);
  mockResponse('GET /api/shift/day', response);
};

/** The day of a front desk, above its dashboard. */
export const stories: Stories = {
  waiting: { ...story, mockResponses: mockDay(neverResponds), expectedText: { en: 'Today', id: 'Hari ini' } },
  full: {
    ...story,
    mockResponses: mockDay({ data: fullDay() }),
    expectedText: { en: 'turns 50', id: 'genap 50 tahun' },
  },
  empty: {
    ...story,
    mockResponses: mockDay({ data: shiftDay() }),
    expectedText: { en: 'Nobody to call back.', id: 'Tidak ada yang perlu dihubungi lagi.' },
  },
  failed: {
    ...story,
    mockResponses: mockDay(() => rejection(500, 'internal_error')),
    expectedText: { en: 'Try again', id: 'Coba lagi' },
  },
};
