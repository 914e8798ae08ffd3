import {
  memberElsewhere,
  memberSearchResult,
  mockSearchResults,
  voucherSearchResult,
} from '../../testing/search-results.ts';
import { FRONT_DESK } from '../../testing/fixtures.ts';
import { CAN_BUY, NOT_ELIGIBLE } from '../../testing/member-eligibility.ts';
import { mockResponse, neverResponds, rejection } from '../../testing/mock-server.ts';
import type { Stories } from '../../testing/stories.ts';

const members = [
  memberSearchResult(),
  memberElsewhere(),
  memberSearchResult({ id: 9, name: 'Bagus Pratama', card: null, standing: 'none', phone_no: null, may: CAN_BUY }),
  memberSearchResult({ id: 10, name: 'Raden Ayu Kusumaningtyas Wirjosoemarto-Djojohadikoesoemo', may: NOT_ELIGIBLE }),
];
const mockFailure = () => mockResponse('GET /api/search', () => rejection(500, 'internal_error'));

export const stories: Stories = {
  'no input': {
    at: '/company/search',
    expectedText: { en: 'Find a guest or a voucher', id: 'Cari tamu atau voucher' },
  },
  waiting: {
    at: '/company/search?q=ratna',
    mockResponses: () => mockResponse('GET /api/search', neverResponds),
    expectedText: { en: 'Search', id: 'Cari' },
  },
  empty: {
    at: '/company/search?q=nobody',
    mockResponses: () => mockSearchResults(),
    expectedText: { en: 'No results for “nobody”.', id: 'Tidak ada hasil untuk “nobody”.' },
  },
  full: {
    at: '/company/search?q=kusuma',
    mockResponses: () =>
      mockSearchResults({
        members,
        vouchers: [
          voucherSearchResult(),
          voucherSearchResult({ id: 22, state: 'redeemed', may: { redeem: 'This voucher is already redeemed.' } }),
        ],
      }),
    expectedText: { en: 'Guest of another hotel: Laksmira Sanggar Ubud', id: 'Tamu hotel lain: Laksmira Sanggar Ubud' },
  },
  'full at a front desk': {
    at: '/company/search?q=kusuma',
    options: { user: FRONT_DESK },
    mockResponses: () => mockSearchResults({ members }),
    expectedText: { en: 'Made Tetangga', id: 'Made Tetangga' },
  },
  failed: {
    at: '/company/search?q=ratna',
    mockResponses: mockFailure,
    expectedText: { en: 'Try again', id: 'Coba lagi' },
  },
  'simple, no input': {
    at: '/company/search/v1',
    expectedText: { en: 'Simple search', id: 'Pencarian sederhana' },
  },
  'simple, waiting': {
    at: '/company/search/v1?q=ratna',
    mockResponses: () => mockResponse('GET /api/search', neverResponds),
    expectedText: { en: 'Searching…', id: 'Mencari…' },
  },
  'simple, empty': {
    at: '/company/search/v1?q=nobody',
    mockResponses: () => mockSearchResults(),
    expectedText: { en: 'No results..', id: 'Tidak ada hasil..' },
  },
  'simple, full': {
    at: '/company/search/v1?q=kusuma',
    mockResponses: () => mockSearchResults({ members }),
    expectedText: { en: 'Laksmira Sanggar Ubud (another hotel)', id: 'Laksmira Sanggar Ubud (hotel lain)' },
  },
  'simple, failed': {
    at: '/company/search/v1?q=ratna',
    mockResponses: mockFailure,
    expectedText: { en: 'Try again', id: 'Coba lagi' },
  },
};
