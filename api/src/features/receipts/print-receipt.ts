import { resources } from '@innkeeper/contract';
import { sql } from 'kysely';
import { lockRow } from '../../engine/resources/row-locks.ts';
import type { Write } from '../../engine/resources/write-services.ts';

/** The receipt that was just printed. */
export interface PrintedReceipt {
  readonly id: number;
  readonly receipt_no: string;
  readonly receipt_date: string;
  readonly copies: number;
  readonly is_copy: boolean;
  /** The member who owns the receipt. */
  readonly member_id: number | null;
}

/**
 * Prints the receipt of a transaction, even of a deleted one. The first print assigns its number, by the current day at
 * its hotel; every later print counts a copy. The transaction is locked, so the second of two concurrent prints is a
 * copy. Throws a 404 if the transaction is not visible.
 */
export async function printReceipt(write: Omit<Write, 'd'>, transactionId: number): Promise<PrintedReceipt> {
  const { context, services } = write;
  const { tx, now } = context;
  const { member_id } = await lockRow(context, services.hooksByResource, resources.transaction, transactionId);
  const columns = sql`id, receipt_no, receipt_date::text, copies`;
  const { rows: reprintedRows } = await sql<Omit<PrintedReceipt, 'is_copy' | 'member_id'>>`
    update receipt set copies = copies + 1 where transaction_id = ${transactionId} returning ${columns}`.execute(tx);
  const { rows } = reprintedRows[0]
    ? { rows: reprintedRows }
    : await sql<Omit<PrintedReceipt, 'is_copy' | 'member_id'>>`
        insert into receipt (transaction_id, receipt_date)
        select t.id, (${now}::timestamptz at time zone effective_time_zone(t.hotel_id))::date from transaction t where t.id = ${transactionId}
        returning ${columns}`.execute(tx);
  const [receipt] = rows;
  if (!receipt) throw new Error('A receipt was not written');
  return { ...receipt, is_copy: receipt.copies > 0, member_id: member_id === null ? null : Number(member_id) };
}
