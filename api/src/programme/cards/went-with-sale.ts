/** SQL: whether a record of a table went with its sale when that was cancelled; it comes back with it alone (forget_cancelling). */
export const wentWithSale = (table: 'member_card' | 'member_voucher' | 'transaction_detail', id: string): string =>
  `(select w.cancelled_with_id is not null from ${table} w where w.id = ${id})`;
