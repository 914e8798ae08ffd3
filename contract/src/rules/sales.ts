/** Codes of `transaction-type` that sell a membership. The specification has all of them except the upgrade. */
export const SALE_TYPE = { sale: 1, renewal: 2, free: 3, upgrade: 6 } as const;
export type SaleType = (typeof SALE_TYPE)[keyof typeof SALE_TYPE];

/** The same codes as text, the form in which the option stores them. */
export const SALE_CODES: readonly string[] = Object.values(SALE_TYPE).map(String);

/** The codes of sales that are paid for. */
export const PAID_CODES: readonly string[] = [SALE_TYPE.sale, SALE_TYPE.renewal, SALE_TYPE.upgrade].map(String);

/** Maximum days by which a sale may be backdated. */
export const SALE_DAYS_BACK = 31;

/**
 * Fields of a transaction that its receipt shows. Changing them after printing needs a reason, which the next copy
 * shows.
 */
export const RECEIPT_FIELDS = ['type_payment_id', 'reference_no', 'marketing_name'] as const;
