/** What a hotel's own system may do: fields of its record, and the rights that its calls ask for. */
export const INTEGRATION_RIGHTS = ['may_read_members', 'may_redeem', 'may_post_visits'] as const;

/** Rows that a page of a list has at most. */
export const NEWEST_MAX = 500;
