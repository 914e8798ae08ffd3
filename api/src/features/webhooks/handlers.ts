import { resources } from '@innkeeper/contract';
import type { webhookCalls } from '@innkeeper/contract/calls';
import { sql } from 'kysely';
import { type Handlers, recordResponse } from '../../engine/calls/register.ts';
import { recordNotFoundError } from '../../engine/resources/record.ts';
import type { WorkflowServices } from '../../engine/resources/workflow.ts';
import { lockRows } from '../../engine/resources/row-locks.ts';
import { apiError } from '../../platform/http/api-error.ts';
import { webhookTexts } from '../../texts/webhooks.ts';

const { webhook_delivery } = resources;

/** Resends messages. */
export const webhookHandlers = (services: WorkflowServices): Handlers<typeof webhookCalls> => ({
  'POST /api/webhook_delivery/{id}/resend': async ({ context, timeZone, path: { id } }) => {
    const { tx, now } = context;
    const [entry] = await lockRows(context, services.hooksByResource, webhook_delivery, [id]);
    if (!entry) throw recordNotFoundError(webhook_delivery, id);
    const { rows } = await sql<{ is_enabled: boolean; is_stored: boolean }>`
      select w.is_active and w.deleted_at is null as is_enabled,
             exists (select from webhook_message m where m.delivery_id = ${id}) as is_stored
      from webhook w where w.id = ${Number(entry.webhook_id)}`.execute(tx);
    if (!rows[0]?.is_enabled) throw apiError('conflict', { message: webhookTexts.switchedOff });
    if (!rows[0].is_stored) throw apiError('conflict', { message: webhookTexts.contentRemoved });
    await sql`update webhook_message set tried_since = null where delivery_id = ${id}`.execute(tx);
    await sql`update webhook_delivery
      set delivery_status = 'queued', next_attempt_at = date_trunc('second', ${now}::timestamptz)
      where id = ${id}`.execute(tx);
    return recordResponse({ context, services, d: webhook_delivery, timeZone }, id);
  },
});
