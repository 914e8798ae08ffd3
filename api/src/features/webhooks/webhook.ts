import { message } from '@innkeeper/contract';
import { type ResourceHooks, checkEach } from '../../engine/resources/resource-hooks.ts';
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
    return undefined;
  }),
});

function assertAddressAllowed(outboundPolicy: OutboundPolicy, text: string): void {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.hash !== '')
    throw validationError({ url: [message('web_address')] });
  if (!outboundPolicy.allowsHost(url)) throw validationError({ url: [message('address_not_allowed')] });
}
