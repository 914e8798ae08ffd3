import { message } from '@innkeeper/contract';
import type { Behaviour } from '../../engine/resources/behaviour.ts';
import { invalid } from '../../platform/http/fail.ts';
import type { Reach } from '../../platform/http/reach.ts';

/**
 * Webhooks. The address is judged when it is typed, as far as its writing tells, and again by each connection. Only a user who sees every
 * hotel has the whole group told.
 */
export const webhook = (reach: Reach): Behaviour => ({
  computed: {
    waiting: (ref) =>
      `(select count(*)::integer from webhook_delivery d where d.webhook_id = ${ref('id')} and d.delivery_status = 'queued')`,
  },
  rowRule: ({ actor }, values, before) => {
    if (typeof values.url === 'string') refuseAddress(reach, values.url);
    const { integration_id } = { ...before, ...values };
    if (actor.hotels !== null && (integration_id ?? null) === null)
      throw invalid({ integration_id: [message('required')] });
    return values;
  },
});

function refuseAddress(reach: Reach, text: string): void {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.hash !== '')
    throw invalid({ url: [message('web_address')] });
  if (!reach.allowsHost(url)) throw invalid({ url: [message('out_of_reach')] });
}
