import { SKIP_REASONS, isNoEmail, permission, resources } from '@innkeeper/contract';
import type { receiptCalls } from '@innkeeper/contract/calls';
import { sql } from 'kysely';
import { can } from '../../access/actor.ts';
import { limitResends } from '../../access/resend-limit.ts';
import type { Handlers } from '../../engine/calls/register.ts';
import type { WorkflowServices } from '../../engine/resources/workflow.ts';
import { apiError } from '../../platform/http/api-error.ts';
import { printReceipt } from './print-receipt.ts';
import { receiptTexts } from '../../texts/receipts.ts';

/** Printing and mailing receipts. */
export const receiptHandlers = (services: WorkflowServices): Handlers<typeof receiptCalls> => ({
  'POST /api/transaction/{id}/receipt': async ({ context, timeZone, path: { id }, body: { language } }) => {
    const { member_id: _, ...receipt } = await printReceipt({ context, services, timeZone }, id);
    const { rows } = await sql<{ address: string }>`
      select signed_file_path(${`receipt-${receipt.id}-${receipt.copies}.pdf`}, ${context.now}) as address`.execute(
      context.tx,
    );
    return { data: { ...receipt, file_url: `${rows[0]?.address ?? ''}&language=${language}` } };
  },

  'POST /api/transaction/{id}/receipt/mail': async ({ context, timeZone, path: { id } }) => {
    const receipt = await printReceipt({ context, services, timeZone }, id);
    const { rows } = await sql<{ email: string }>`
      select email from member where id = ${receipt.member_id} and deleted_at is null`.execute(context.tx);
    const [member] = rows;
    if (!member || receipt.member_id === null) throw apiError('conflict', { message: receiptTexts.noMember });
    if (isNoEmail(member.email)) throw apiError('conflict', { message: SKIP_REASONS.noEmail });
    if (receipt.is_copy) await limitResends(context.tx, `member ${receipt.member_id}`, 'receipt', context.now);
    await services.outbox(context.tx, {
      mailType: 'receipt',
      memberId: receipt.member_id,
      about: { receiptId: receipt.id, receiptCopy: receipt.copies },
    });
    const mayRead = can(context.actor, permission('VIEW', resources.member.permission));
    return {
      data: { receipt_no: receipt.receipt_no, is_copy: receipt.is_copy, recipient: mayRead ? member.email : null },
    };
  },
});
