import { mockOneHotel } from '../../testing/desk.ts';
import { FRONT_DESK } from '../../testing/fixtures.ts';
import { mockResponse, neverResponds, rejection } from '../../testing/mock-server.ts';
import { fullShift, shift } from '../../testing/shifts.ts';
import type { Stories } from '../../testing/stories.ts';

const story = { at: '/finance/handover', options: { user: FRONT_DESK } };
const mockShift = (response: Parameters<typeof mockResponse>[1]) => () => {
  mockOneHotel();
  mockResponse('GET /api/shift', response);
};

/** The handover of a shift. */
export const stories: Stories = {
  waiting: {
    ...story,
    mockResponses: mockShift(neverResponds),
    expectedText: { en: 'Everyone’s', id: 'Semua staf' },
  },
  empty: {
    ...story,
    mockResponses: mockShift({ data: shift() }),
    expectedText: { en: 'Nothing recorded in this period', id: 'Tidak ada pencatatan pada periode ini' },
  },
  full: {
    ...story,
    mockResponses: mockShift({ data: fullShift() }),
    expectedText: { en: 'Undone', id: 'Diurungkan' },
  },
  'full, of everyone': {
    ...story,
    at: '/finance/handover?user=all&period=hours_12',
    mockResponses: mockShift({ data: fullShift({ user: null }) }),
    expectedText: { en: 'Everyone’s entries', id: 'Pencatatan semua staf' },
  },
  failed: {
    ...story,
    mockResponses: mockShift(() => rejection(500, 'internal_error')),
    expectedText: { en: 'Try again', id: 'Coba lagi' },
  },
};
