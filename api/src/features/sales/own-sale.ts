import { SELF_REVERT_MINUTES, permission, resources } from '@innkeeper/contract';
import type { BodyOf, saleCalls } from '@innkeeper/contract/calls';
import { sql } from 'kysely';
import { type Row, requireApproval } from '../../engine/resources/resource-hooks.ts';
import { isOwnRecentRow } from '../../engine/resources/revert-own-record.ts';
import { runInSavepoint } from '../../engine/resources/write-rows.ts';
import { deleteRecords, lockLiveRow, updateRecord } from '../../engine/resources/write.ts';
import type { Write } from '../../engine/resources/write-services.ts';
import { apiError } from '../../platform/http/api-error.ts';
import { saleTexts } from '../../texts/sales.ts';

/*
 * What a seller may do with a sale without the rights to delete and update:
 *
 *   sold --10 minutes: undo--> --the same day: correct the payment--> --later: ask to cancel-->
 *
 * See docs/decisions/0109-let-sellers-undo-and-correct-their-own-sale.md.
 */

const { transaction } = resources;

/**
 * Cancels a transaction, with the rules of a delete. The seller's own sale of the last minutes needs no approval, and
 * the member that it created is deleted with it. Throws like a delete, and a 409 `approval_needed` for any other
 * transaction of an actor without the right to delete.
 */
export async function cancelSale(write: Write, id: number, reason: string): Promise<void> {
  const { context } = write;
  const before = await lockLiveRow(write, id, undefined);
  const isUndo = isOwnRecentRow(context, before);
  if (!isUndo && !context.actor.roles.has(permission('DELETE', transaction.permission)))
    requireApproval(context, 'cancellation', saleTexts.cancellationNeedsApproval({ minutes: SELF_REVERT_MINUTES }));
  await deleteRecords(write, [id], reason);
  if (isUndo) await deleteNewMember(write, before);
}

/** Deletes the member that was created by a cancelled sale, unless other records need it by now. */
async function deleteNewMember(write: Write, { id, member_id }: Row): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select m.id from member m
    where m.id = ${member_id} and m.deleted_at is null
      and exists (
        select from audit_log joined join audit_log sold on sold.request_id = joined.request_id
        where joined.resource = 'member' and joined.record_id = m.id and joined.action = 'create'
          and sold.resource = 'transaction' and sold.record_id = ${id} and sold.action = 'create')
      and not exists (select from visit v where v.member_id = m.id)
      and not exists (select from transaction t where t.member_id = m.id and t.id <> ${id})`.execute(write.context.tx);
  const [member] = rows;
  if (member)
    await runInSavepoint(write, async () => void (await deleteRecords({ ...write, d: resources.member }, [member.id])));
}

type PaymentCorrection = BodyOf<(typeof saleCalls)['POST /api/transaction/{id}/payment']>;

/**
 * Corrects payment type and receipt number: the fields whose names were sent. Throws like an update, and a 403 for an
 * actor without the right to update unless it is the actor's own sale of the same day.
 */
export async function correctPayment(
  write: Write,
  id: number,
  correction: PaymentCorrection,
  sentNames: readonly string[],
): Promise<void> {
  const { actor } = write.context;
  const before = await lockLiveRow(write, id, undefined);
  if (!actor.roles.has(permission('UPDATE', transaction.permission)) && !(await isOwnSaleOfToday(write, before)))
    throw apiError('forbidden', { message: saleTexts.notOwnSaleOfToday });
  // An empty reason is none, and does not remove that of an earlier correction.
  const values = Object.fromEntries(
    Object.entries(correction).filter(
      ([name, value]) => sentNames.includes(name) && (name !== 'correction_reason' || value !== null),
    ),
  );
  await updateRecord(write, id, { isForm: false, values, files: {} }, undefined);
}

async function isOwnSaleOfToday({ context: { tx, actor, now } }: Write, { id, created_by_id }: Row): Promise<boolean> {
  if (created_by_id !== actor.userId) return false;
  const zone = sql`effective_time_zone(t.hotel_id)`;
  const { rows } = await sql`
    select from transaction t where t.id = ${id}
      and (t.created_at at time zone ${zone})::date = (${now}::timestamptz at time zone ${zone})::date`.execute(tx);
  return rows.length > 0;
}
