/** The rights of a hotel's own system: fields of its record, which its calls require. */
export const INTEGRATION_RIGHTS = ['may_read_members', 'may_redeem', 'may_post_visits'] as const;

/** Maximum rows per page of a list. */
export const UPDATED_SINCE_MAX = 500;
