/** How far back a redemption may be written down. */
export const REDEEM_DAYS_BACK = 7;

/** From so many days before a birthday to so many after it, a counter is told of it. */
export const BIRTHDAY_DAYS = { before: 7, after: 3 } as const;
