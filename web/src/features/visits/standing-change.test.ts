import type { Standing } from '@innkeeper/contract/calls';
import { expect, it } from 'vitest';
import { standingChange } from './standing-change.ts';

const standing = (level: number, total: number): Standing => ({
  member: { id: 7, name: 'Dewi Lestari' },
  day: '2026-05-22',
  standing: 'active',
  membership: { id: level, name: level === 1 ? 'Gold' : 'Platinum' },
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
  expect(standingChange(standing(1, 3), standing(1, 4))).toEqual({
    member: 'Dewi Lestari',
    visits: [3, 4],
    level: null,
  });
  expect(standingChange(standing(2, 8), standing(1, 7))?.level).toEqual(['Platinum', 'Gold']);
});

it('the message is empty for a member who is not visible', () => {
  expect(standingChange(undefined, standing(1, 4))).toBeUndefined();
});
