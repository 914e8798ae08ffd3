import type { MemberSearchResult, SearchResponse, VoucherSearchResult } from '@innkeeper/contract/calls';
import { HOTELS } from './fixtures.ts';
import { CAN_REDEEM, CAN_RENEW } from './member-eligibility.ts';
import { mockResponse } from './mock-server.ts';

/** A member in the result of a search; by default of the first hotel. */
export const memberSearchResult = (values: Partial<MemberSearchResult> = {}): MemberSearchResult => ({
  id: 7,
  name: 'Ratna Kusumawardhani',
  is_elsewhere: false,
  card: { sbec_no: '601012341234', end_date: '2026-12-31', membership: 'Laksmira Gold' },
  standing: 'active',
  hotel: HOTELS[0],
  available_vouchers: 2,
  email: 'ratna@example.test',
  phone_no: '+6281155500007',
  may: CAN_RENEW,
  ...values,
});

/** A member of another hotel, with only the fields that the front desk needs. */
export const memberElsewhere = (values: Partial<MemberSearchResult> = {}): MemberSearchResult =>
  memberSearchResult({
    id: 8,
    name: 'Made Tetangga',
    is_elsewhere: true,
    hotel: HOTELS[2],
    email: null,
    phone_no: null,
    may: CAN_REDEEM,
    ...values,
  });

export const voucherSearchResult = (values: Partial<VoucherSearchResult> = {}): VoucherSearchResult => ({
  id: 21,
  voucher_no: '202600000021',
  name: 'Birthday cake',
  name_id: 'Kue ulang tahun',
  is_elsewhere: false,
  member: { id: 7, name: 'Ratna Kusumawardhani' },
  valid_until_date: '2026-12-31',
  state: 'available',
  may: { redeem: null },
  ...values,
});

/** Mocks a search that finds this for every text. */
export const mockSearchResults = (results: Partial<SearchResponse> = {}): void =>
  mockResponse('GET /api/search', { data: { members: [], vouchers: [], ...results } satisfies SearchResponse });
