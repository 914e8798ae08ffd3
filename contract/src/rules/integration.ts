/** The rights of a hotel's own system: flags of its record that its calls require. */
export const INTEGRATION_RIGHTS = ['may_read_members', 'may_redeem', 'may_post_visits'] as const;

/** The modules whose records or reports an integration can read, by the suffix of their permission codes. */
const READABLE_MODULES = [
  'MEMBER',
  'MEMBER_CARD',
  'MEMBER_VOUCHER',
  'TRANSACTION',
  'TRANSACTION_DETAIL',
  'VISIT',
  'VOUCHER_REDEEM',
  'OVERVIEW_REPORT',
  'BENEFIT_REPORT',
  'MEMBER_REPORT',
  'REDEMPTION_REPORT',
  'SALES_REPORT',
  'VISIT_REPORT',
  'TAKINGS_REPORT',
  'HOTEL',
  'COUNTRY',
  'MEMBERSHIP',
  'VOUCHER',
] as const;

/**
 * The permission codes that an integration can have besides: VIEW_ codes open the lists, files and reports under /api,
 * the others the calls under /integration that create such records. No code opens users, accounts or settings. See
 * docs/decisions/0123-give-integrations-permission-codes-and-let-them-read-only.md.
 */
export const INTEGRATION_PERMISSIONS: readonly string[] = [
  ...READABLE_MODULES.map((module) => `VIEW_${module}`),
  'STORE_MEMBER',
  'STORE_TRANSACTION',
];

/** Maximum rows per page of a list. */
export const MAX_UPDATED_SINCE = 500;
