/** Codes of `transaction-type` that sell a membership. An upgrade is the one that the specification does not have. */
export const SALE_TYPE = { sale: 1, renewal: 2, free: 3, upgrade: 6 } as const;
export type SaleType = (typeof SALE_TYPE)[keyof typeof SALE_TYPE];

/** The same, as the option has them. */
export const SALE_CODES: readonly string[] = Object.values(SALE_TYPE).map(String);

/** Those of them that somebody pays for. */
export const PAID_CODES: readonly string[] = [SALE_TYPE.sale, SALE_TYPE.renewal, SALE_TYPE.upgrade].map(String);

/** How many days back a sale may be written down. */
export const SALE_DAYS_BACK = 31;

/** Fields of a transaction that its receipt shows. Once it was printed they are changed with a reason, which the next copy shows. */
export const RECEIPT_FIELDS = ['type_payment_id', 'reference_no', 'marketing_name'] as const;
