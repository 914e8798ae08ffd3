import { message } from '@innkeeper/contract';
import { sql } from 'kysely';
import {
  type ResourceHooks,
  type Row,
  type WriteContext,
  checkEach,
  ofAction,
} from '../../engine/resources/resource-hooks.ts';
import { validationError } from '../../platform/http/api-error.ts';
import type { OutboundPolicy } from '../../platform/http/outbound-policy.ts';

/**
 * Webhooks. The address is checked on input, as far as its text allows, and again at each connection. Only a user who
 * sees every hotel may create one for the whole group.
 */
export const webhook = (outboundPolicy: OutboundPolicy): ResourceHooks => ({
  computed: {
    waiting: (ref) =>
      `(select count(*)::integer from webhook_delivery d where d.webhook_id = ${ref('id')}
            and d.delivery_status = 'queued')`,
  },
  check: checkEach(({ actor }, { action, before, values }) => {
    if (action === 'delete') return undefined;
    if (typeof values.url === 'string') assertAddressAllowed(outboundPolicy, values.url);
    const { integration_id } = { ...before, ...values };
    if (actor.hotels !== null && (integration_id ?? null) === null)
      throw validationError({ integration_id: [message('required')] });
    // A webhook that is switched on is no longer paused.
    return before?.is_active === false && values.is_active === true ? { paused_at: null } : undefined;
  }),
  after: async (context, changes) => {
    for (const { before } of ofAction(changes, 'update')) if (before) await updateDeliveries(context, before);
  },
});

/**
 * For a day, a replaced secret also signs messages, so that receivers have time to switch to the new one. When a webhook
 * is switched on, its queued messages are sent immediately, and retried for another whole day.
 */
async function updateDeliveries({ tx }: WriteContext, before: Row): Promise<void> {
  await sql`
    insert into webhook_secret
    select id, ${before['secret']}, now() + interval '24 hours' from webhook
    where id = ${before.id} and secret <> ${before['secret']}`.execute(tx);
  if (before.is_active === true) return;
  await sql`
    with retried as (
      update webhook_delivery d set next_attempt_at = date_trunc('second', now())
      from webhook w where w.id = ${before.id} and w.is_active and d.webhook_id = w.id and d.delivery_status = 'queued'
      returning d.id)
    update webhook_message m set tried_since = null from retried where m.delivery_id = retried.id`.execute(tx);
}

function assertAddressAllowed(outboundPolicy: OutboundPolicy, text: string): void {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.hash !== '')
    throw validationError({ url: [message('web_address')] });
  if (!outboundPolicy.allowsHost(url)) throw validationError({ url: [message('address_not_allowed')] });
}
