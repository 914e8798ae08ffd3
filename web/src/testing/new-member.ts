import type { MemberOverview, Spend, Standing } from '@innkeeper/contract/calls';
import { HOTELS } from './fixtures.ts';
import { STANDING_WITHOUT_CARD } from './member-overview.ts';
import { mockResponse } from './mock-server.ts';

const NO_SPEND: Spend = { visits: 0, elsewhere: 0, totals: [], usd: '0.00', without_rate: 0 };

const standing = {
  member: { id: 1, name: 'First name 1 Last name 1' },
  day: '2026-03-02',
  membership: { id: 1, name: 'Silver' },
  next_card: null,
  manual_tier: null,
  ...STANDING_WITHOUT_CARD,
} satisfies Standing;

const overview = {
  spend: { ...NO_SPEND, this_year: NO_SPEND },
  redeemed: { count: 0, recent: [] },
  mails: [{ mail_type: 'welcome', reason: null }],
  address_state: null,
  timeline: [
    {
      at: '2026-03-02 02:15:00',
      kind: 'visited',
      resource: 'visit',
      id: 1,
      number: 'V-1',
      name: null,
      name_id: null,
      note: null,
      state: null,
      amount: '250000.000',
      currency: 'IDR',
      decimals: 0,
      hotel: HOTELS[0],
      time_zone: 'Asia/Jakarta',
      by: null,
      is_elsewhere: false,
    },
  ],
} satisfies MemberOverview;

/** Mocks the responses that a member's page needs besides the record, for a member who has no card yet. */
export function mockNewMember(): void {
  mockResponse('GET /api/member/:id/standing', { data: standing });
  mockResponse('GET /api/member/:id/overview', { data: overview });
  mockResponse('GET /api/member/:id/merges', { data: [] });
}
