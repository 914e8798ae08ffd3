import { type ResourceDefinition, permissionKey, resources } from '@innkeeper/contract';

/** A module group with its modules. A module's slug in upper case is the suffix of its permission codes. */
interface ReservedModuleGroup {
  readonly name: string;
  readonly icon: string;
  readonly modules: readonly ReservedModule[];
}
type ReservedModule = readonly [slug: string, name: string];

/** All permission keys of the specification's routes, and REPORT for the report pages. */
const SPECIFIED_GROUPS: readonly ReservedModuleGroup[] = [
  {
    name: 'Company',
    icon: 'briefcase',
    modules: [
      ['dashboard', 'Dashboard'],
      ['search', 'Search'],
      ['member', 'Member'],
      ['member-card', 'Member card'],
      ['member-voucher', 'Member voucher'],
      ['manual-change', 'Manual change'],
      ['term-end', 'Term-end review'],
    ],
  },
  {
    name: 'Finance',
    icon: 'receipt',
    modules: [
      ['transaction', 'Transaction'],
      ['transaction-detail', 'Transaction detail'],
      ['visit', 'Visit'],
      ['voucher-redeem', 'Voucher redemption'],
      ['month-close', 'Month close'],
    ],
  },
  {
    name: 'Report',
    icon: 'chart-column',
    modules: [
      ['overview-report', 'Overview report'],
      ['benefit-report', 'Benefit report'],
      ['member-report', 'Member report'],
      ['redemption-report', 'Redemption report'],
      ['sales-report', 'Sales report'],
      ['visit-report', 'Visit report'],
      ['takings-report', 'Takings report'],
      ['report', 'Report setup'],
    ],
  },
  {
    name: 'System',
    icon: 'settings',
    modules: [
      ['hotel', 'Hotel'],
      ['integration', 'Integration'],
      ['country', 'Country'],
      ['region', 'Region and region users'],
      ['membership', 'Membership'],
      ['voucher', 'Voucher'],
      ['mail-template', 'Mail template'],
      ['mail-log', 'Mail log'],
    ],
  },
  {
    name: 'Others',
    icon: 'sliders-horizontal',
    modules: [
      ['option', 'Option'],
      ['type-input', 'Input type'],
      ['users', 'User'],
      ['role-group', 'Role group'],
      ['module-group', 'Module group'],
      ['module', 'Module'],
      ['audit', 'Audit'],
    ],
  },
];

/**
 * Derives one module for each permission that a resource requires and the groups above lack. Its name is that of the
 * first such resource.
 */
export function deriveModules(
  definitions: readonly Pick<ResourceDefinition, 'permission' | 'label'>[],
): ReservedModule[] {
  const keys = new Set(SPECIFIED_GROUPS.flatMap(({ modules }) => modules.map(([slug]) => permissionKey(slug))));
  return definitions.flatMap(({ permission, label }) => {
    if (keys.has(permission)) return [];
    keys.add(permission);
    return [[permission.toLowerCase().replaceAll('_', '-'), label.en] as const];
  });
}

/** Modules of every database. Derived modules are in the last group. */
export const RESERVED_MODULES: readonly ReservedModuleGroup[] = SPECIFIED_GROUPS.map((group, index) =>
  index < SPECIFIED_GROUPS.length - 1
    ? group
    : { ...group, modules: [...group.modules, ...deriveModules(Object.values(resources))] },
);
