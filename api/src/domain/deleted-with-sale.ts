/**
 * SQL: whether a record was cancelled with its sale; it can then only be restored with that sale (clear_cancellation).
 */
export const isDeletedWithSaleSql = (
  table: 'member_card' | 'member_voucher' | 'transaction_detail',
  id: string,
): string => `(select w.cancelled_with_id is not null from ${table} w where w.id = ${id})`;
