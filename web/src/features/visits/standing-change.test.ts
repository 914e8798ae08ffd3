import type { Standing } from '@innkeeper/contract/calls';
import { expect, it } from 'vitest';
import { compareStandings } from './standing-change.ts';

const createStanding = (membershipId: number, total: number): Standing => ({
  member: { id: 7, name: 'Dewi Lestari' },
  day: '2026-05-22',
  standing: 'active',
  membership: { id: membershipId, name: membershipId === 1 ? 'Gold' : 'Platinum' },
  card: null,
  next_card: null,
  manual_tier: null,
  visits: { counting: 'per-bill', counted: total, complimentary: 0, total },
  maintain: null,
  upgrade: null,
  counted: [],
  not_counted: [],
  vouchers: [],
  renewal: null,
  may: { sale: null, redeem: null },
});

it('the message reports a gained or lost tier, but not an unchanged one', () => {
  expect(compareStandings(createStanding(1, 3), createStanding(1, 4))).toEqual({
    member: 'Dewi Lestari',
    visits: [3, 4],
    level: null,
  });
  expect(compareStandings(createStanding(2, 8), createStanding(1, 7))?.level).toEqual(['Platinum', 'Gold']);
});

it('the message is empty for a member who is not visible', () => {
  expect(compareStandings(undefined, createStanding(1, 4))).toBeUndefined();
});
