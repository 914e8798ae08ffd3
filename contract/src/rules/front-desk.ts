/** Maximum days by which a redemption may be backdated. */
export const REDEEM_DAYS_BACK = 7;

/** Maximum number of vouchers that are redeemed in one go. */
export const MAX_VOUCHERS_REDEEMED = 50;

/** The front desk sees a birthday from this many days before to this many days after it. */
export const BIRTHDAY_DAYS = { before: 7, after: 3 } as const;

/** A visit posted at least this many days late, in its hotel's local days, is an adjustment and needs a remark. */
export const LATE_VISIT_DAYS = 2;
