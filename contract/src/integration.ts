/** The rights of a hotel's own system: fields of its record, which its calls ask for. */
export const INTEGRATION_RIGHTS = ['may_read_members', 'may_redeem', 'may_post_visits'] as const;

/** Rows that a page of a list has at most. */
export const NEWEST_MAX = 500;
