import type { DemoRegion } from './places.ts';

interface DemoMembership {
  readonly code: string;
  readonly name: string;
  readonly price: number;
  readonly renewal_price: number;
  readonly is_free: boolean;
  readonly rank: number;
  readonly min_visit: number;
  readonly min_visit_to_upgrade: number;
  readonly is_regional: boolean;
  readonly restrict_region: DemoRegion | null;
  readonly benefits: string;
  readonly benefits_url: string;
}

const createBenefitsUrl = (code: string): string => `https://laksmira.test/membership/${code.toLowerCase()}`;

/**
 * Two tier orders: one starts with a free tier and is valid only in Indonesia, the other is paid and valid everywhere.
 * Ranks separate them, and visits do not upgrade the top tier of either.
 */
export const DEMO_MEMBERSHIPS: readonly DemoMembership[] = [
  {
    code: 'SHB',
    name: 'Sahabat',
    price: 0,
    renewal_price: 0,
    is_free: true,
    rank: 10,
    min_visit: 2,
    min_visit_to_upgrade: 6,
    is_regional: true,
    restrict_region: 'IDN',
    benefits_url: createBenefitsUrl('SHB'),
    benefits:
      '10% off dining at every outlet in Indonesia\nWelcome drink on arrival\nBirthday cake in the month of birth',
  },
  {
    code: 'SHP',
    name: 'Sahabat Plus',
    price: 750_000,
    renewal_price: 600_000,
    is_free: false,
    rank: 20,
    min_visit: 4,
    min_visit_to_upgrade: 10,
    is_regional: true,
    restrict_region: 'IDN',
    benefits_url: createBenefitsUrl('SHP'),
    benefits:
      '20% off dining at every outlet in Indonesia\nOne dining voucher of Rp. 250,000\nLate check-out until 14:00',
  },
  {
    code: 'SHU',
    name: 'Sahabat Utama',
    price: 1_500_000,
    renewal_price: 1_250_000,
    is_free: false,
    rank: 30,
    min_visit: 8,
    min_visit_to_upgrade: 0,
    is_regional: true,
    restrict_region: 'IDN',
    benefits_url: createBenefitsUrl('SHU'),
    benefits:
      '25% off dining at every outlet in Indonesia\nOne free weekday night\nTwo dining vouchers of Rp. 250,000\nRoom upgrade on request',
  },
  {
    code: 'SLV',
    name: 'Laksmira Silver',
    price: 1_950_000,
    renewal_price: 1_650_000,
    is_free: false,
    rank: 110,
    min_visit: 4,
    min_visit_to_upgrade: 10,
    is_regional: false,
    restrict_region: null,
    benefits_url: createBenefitsUrl('SLV'),
    benefits:
      'One free night\n25% off dining for up to 6 persons\nBirthday cake\n15% off the best room rate in every Laksmira hotel',
  },
  {
    code: 'GLD',
    name: 'Laksmira Gold',
    price: 3_450_000,
    renewal_price: 2_950_000,
    is_free: false,
    rank: 120,
    min_visit: 8,
    min_visit_to_upgrade: 20,
    is_regional: false,
    restrict_region: null,
    benefits_url: createBenefitsUrl('GLD'),
    benefits:
      'Two free nights\n30% off dining for up to 10 persons\nOne spa treatment\n20% off the best room rate in every Laksmira hotel\nLate check-out until 16:00',
  },
  {
    code: 'PLT',
    name: 'Laksmira Platinum',
    price: 6_900_000,
    renewal_price: 5_900_000,
    is_free: false,
    rank: 130,
    min_visit: 15,
    min_visit_to_upgrade: 0,
    is_regional: false,
    restrict_region: null,
    benefits_url: createBenefitsUrl('PLT'),
    benefits:
      'Four free nights\n35% off dining for up to 20 persons\nTwo spa treatments\n25% off the best room rate in every Laksmira hotel\nRoom upgrade and club lounge\nAirport transfer once a year',
  },
];

/** The next lower membership in the same tier order; undefined for the lowest one. */
export function tierBelow(code: string): string | undefined {
  const index = DEMO_MEMBERSHIPS.findIndex((m) => m.code === code);
  const [tier, lowerTier] = [DEMO_MEMBERSHIPS[index], DEMO_MEMBERSHIPS[index - 1]];
  return tier && lowerTier && tier.restrict_region === lowerTier.restrict_region ? lowerTier.code : undefined;
}
