import { resources } from '@innkeeper/contract';
import { sql } from 'kysely';
import { lockRow } from '../../engine/resources/locks.ts';
import type { Write } from '../../engine/resources/write-services.ts';

/** The receipt that was printed just now. */
export interface Print {
  readonly id: number;
  readonly receipt_no: string;
  readonly receipt_date: string;
  readonly copies: number;
  readonly is_copy: boolean;
  /** The member whose receipt it is. */
  readonly member_id: number | null;
}

/**
 * Prints the receipt of a transaction, a deleted one too: the first time it is given its number, by the day on which that happens at
 * its hotel, and every other time a copy is counted. The transaction is held, so that of two who print at once the second prints a
 * copy. Throws a 404 for one out of sight.
 */
export async function printReceipt(write: Omit<Write, 'd'>, transactionId: number): Promise<Print> {
  const { context, services } = write;
  const { tx, now } = context;
  const { member_id } = await lockRow(context, services.behaviours, resources.transaction, transactionId);
  const shown = sql`id, receipt_no, receipt_date::text, copies`;
  const { rows: again } = await sql<Omit<Print, 'is_copy' | 'member_id'>>`
    update receipt set copies = copies + 1 where transaction_id = ${transactionId} returning ${shown}`.execute(tx);
  const { rows } = again[0]
    ? { rows: again }
    : await sql<Omit<Print, 'is_copy' | 'member_id'>>`
        insert into receipt (transaction_id, receipt_date)
        select t.id, (${now}::timestamptz at time zone zone_of(t.hotel_id))::date from transaction t where t.id = ${transactionId}
        returning ${shown}`.execute(tx);
  const [printed] = rows;
  if (!printed) throw new Error('A receipt was not written');
  return { ...printed, is_copy: printed.copies > 0, member_id: member_id === null ? null : Number(member_id) };
}
