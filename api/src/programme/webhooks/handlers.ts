import { type Label, resources } from '@innkeeper/contract';
import type { webhookCalls } from '@innkeeper/contract/calls';
import { sql } from 'kysely';
import { type Handlers, recordAnswer } from '../../engine/calls/register.ts';
import { notFound } from '../../engine/resources/record.ts';
import type { FlowServices } from '../../engine/resources/workflow.ts';
import { lockRows } from '../../engine/resources/locks.ts';
import { fail } from '../../platform/http/fail.ts';

const { webhook_delivery } = resources;

const SWITCHED_OFF: Label = {
  en: 'Its webhook is switched off: switch it on first.',
  id: 'Webhook-nya tidak aktif: aktifkan terlebih dahulu.',
};
const NOT_KEPT: Label = {
  en: 'What this message said is kept for 30 days, and was removed.',
  id: 'Isi pesan ini hanya disimpan 30 hari dan sudah dihapus.',
};

/** Messages once more. */
export const webhookHandlers = (services: FlowServices): Handlers<typeof webhookCalls> => ({
  'POST /api/webhook_delivery/{id}/resend': async ({ context, timeZone, path: { id } }) => {
    const { tx, now } = context;
    const [entry] = await lockRows(context, services.behaviours, webhook_delivery, [id]);
    if (!entry) throw notFound(webhook_delivery, id);
    const { rows } = await sql<{ is_on: boolean; is_kept: boolean }>`
      select w.is_active and w.deleted_at is null as is_on,
             exists (select from webhook_message m where m.delivery_id = ${id}) as is_kept
      from webhook w where w.id = ${Number(entry.webhook_id)}`.execute(tx);
    if (!rows[0]?.is_on) throw fail('conflict', { message: SWITCHED_OFF });
    if (!rows[0].is_kept) throw fail('conflict', { message: NOT_KEPT });
    await sql`update webhook_message set tried_since = null where delivery_id = ${id}`.execute(tx);
    await sql`update webhook_delivery set delivery_status = 'queued', next_attempt_at = date_trunc('second', ${now}::timestamptz) where id = ${id}`.execute(
      tx,
    );
    return recordAnswer({ context, services, d: webhook_delivery, timeZone }, id);
  },
});
