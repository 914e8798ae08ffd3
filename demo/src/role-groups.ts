import { ACCESS_LEVEL, type Verb } from '@innkeeper/contract';

/** Permission verbs by module slug, as initials: `VSUD` is all of them. */
type PermissionLetters = Readonly<Record<string, string>>;

interface DemoRoleGroup {
  readonly name: string;
  readonly description: string;
  readonly level: (typeof ACCESS_LEVEL)[keyof typeof ACCESS_LEVEL];
  readonly rights: PermissionLetters;
}

const LETTERS: Readonly<Record<string, Verb>> = { V: 'VIEW', S: 'STORE', U: 'UPDATE', D: 'DELETE' };

/** The demonstration's name of the role group from the reference data. */
export const HEAD_OFFICE = 'Head office administrator';

const reports: PermissionLetters = {
  'overview-report': 'V',
  'benefit-report': 'V',
  'member-report': 'V',
  'redemption-report': 'V',
  'sales-report': 'V',
  'visit-report': 'V',
  'takings-report': 'V',
};
const basePermissions: PermissionLetters = { hotel: 'V', membership: 'V', voucher: 'V' };

/** The other role groups. Each access level has a subset of the rights of the level above, which may grant them. */
export const DEMO_ROLE_GROUPS: readonly DemoRoleGroup[] = [
  {
    name: 'Head office reporting',
    description: 'Views members, transactions and reports of the whole group, read-only',
    level: ACCESS_LEVEL.group,
    rights: {
      ...reports,
      ...basePermissions,
      dashboard: 'V',
      search: 'V',
      member: 'V',
      'member-card': 'V',
      'member-voucher': 'V',
      transaction: 'V',
      'transaction-detail': 'V',
      visit: 'V',
      'voucher-redeem': 'V',
      'manual-change': 'V',
      'term-end': 'V',
      'month-close': 'V',
      audit: 'V',
      country: 'V',
      region: 'V',
      'mail-log': 'V',
    },
  },
  {
    name: 'Programme finance',
    description: 'Manages transactions, prices and USD rates of the whole group',
    level: ACCESS_LEVEL.group,
    rights: {
      ...reports,
      ...basePermissions,
      dashboard: 'V',
      search: 'V',
      member: 'V',
      'member-card': 'V',
      'member-voucher': 'V',
      transaction: 'VSUD',
      'transaction-detail': 'VSUD',
      visit: 'VSUD',
      'voucher-redeem': 'V',
      'manual-change': 'V',
      'term-end': 'V',
      'month-close': 'VSU',
      audit: 'V',
      country: 'VU',
      membership: 'VU',
      region: 'V',
    },
  },
  {
    name: 'Regional manager',
    description: 'Manages the programme and the users of a region',
    level: ACCESS_LEVEL.region,
    rights: {
      ...reports,
      ...basePermissions,
      dashboard: 'V',
      search: 'V',
      member: 'VSUD',
      'member-card': 'VSUD',
      'member-voucher': 'VSUD',
      transaction: 'VSUD',
      'transaction-detail': 'VSUD',
      visit: 'VSUD',
      'voucher-redeem': 'VSUD',
      'manual-change': 'V',
      'term-end': 'VU',
      'month-close': 'V',
      audit: 'V',
      hotel: 'VU',
      country: 'V',
      region: 'V',
      users: 'VSU',
      'role-group': 'V',
      'mail-log': 'VU',
    },
  },
  {
    name: 'Front desk',
    description: 'Registers members, sells memberships and redeems vouchers at one hotel',
    level: ACCESS_LEVEL.property,
    rights: {
      ...basePermissions,
      dashboard: 'V',
      search: 'V',
      member: 'VSU',
      'member-card': 'V',
      'member-voucher': 'V',
      transaction: 'VS',
      'transaction-detail': 'VS',
      visit: 'VSU',
      'voucher-redeem': 'VS',
      'manual-change': 'V',
      'term-end': 'V',
      'mail-log': 'V',
    },
  },
  {
    name: 'Restaurant outlet',
    description: 'Looks members up, posts visits and redeems vouchers at an outlet',
    level: ACCESS_LEVEL.property,
    rights: { search: 'V', member: 'V', 'member-voucher': 'V', visit: 'VS', 'voucher-redeem': 'VS', voucher: 'V' },
  },
];

/** Pairs of module slug and verb. */
export const permissionsOf = (group: DemoRoleGroup): readonly (readonly [slug: string, verb: Verb])[] =>
  Object.entries(group.rights).flatMap(([slug, letters]) =>
    [...letters].map((letter) => {
      const verb = LETTERS[letter];
      if (!verb) throw new Error(`${letter} is no known verb`);
      return [slug, verb] as const;
    }),
  );
