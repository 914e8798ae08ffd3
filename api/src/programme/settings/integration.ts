import { message } from '@innkeeper/contract';
import type { Behaviour, Ref } from '../../engine/resources/behaviour.ts';
import { wrongAddress } from '../../platform/http/address-list.ts';
import { invalid } from '../../platform/http/fail.ts';

const sumOfDay = (what: 'calls' | 'failures', ref: Ref): string =>
  `(select coalesce(sum(m.${what}), 0)::integer from integration_minute m where m.integration_id = ${ref('id')} and m.minute > now() - interval '24 hours')`;

/** Hotels' own systems. The addresses from which one may call are judged where they are typed: a wrong one would lock it out. */
export const integration: Behaviour = {
  computed: {
    last_used_at: (ref) => `(select max(m.last_at) from integration_minute m where m.integration_id = ${ref('id')})`,
    calls_day: (ref) => sumOfDay('calls', ref),
    failures_day: (ref) => sumOfDay('failures', ref),
  },
  rowRule: (_, values) => {
    const wrong = typeof values.addresses === 'string' ? wrongAddress(values.addresses) : undefined;
    if (wrong !== undefined) throw invalid({ addresses: [message('address_range', wrong.slice(0, 60))] });
    return values;
  },
};
