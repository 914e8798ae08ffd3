/** The rights of a hotel's own system: flags of its record that its calls require. */
export const INTEGRATION_RIGHTS = ['may_read_members', 'may_redeem', 'may_post_visits'] as const;

/** Maximum rows per page of a list. */
export const MAX_UPDATED_SINCE = 500;
