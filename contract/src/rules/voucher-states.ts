/** States of a member voucher that can still be redeemed, today or from its first day on. */
export const OPEN_VOUCHER_STATES = ['upcoming', 'available'] as const;
