/** Measures of the overview report in which a hotel may be behind, in the order in which equal gaps are shown. */
export const GAP_MEASURES = ['renewals', 'visits', 'spend_usd', 'new_members', 'vouchers_redeemed'] as const;
export type GapMeasure = (typeof GAP_MEASURES)[number];
