import { message } from '@innkeeper/contract';
import { type Ref, type ResourceHooks, checkEach } from '../../engine/resources/resource-hooks.ts';
import { findInvalidAddress } from '../../platform/http/address-list.ts';
import { validationError } from '../../platform/http/api-error.ts';

const daySumSql = (column: 'calls' | 'failures', ref: Ref): string =>
  `(select coalesce(sum(m.${column}), 0)::integer from integration_usage m where m.integration_id = ${ref('id')} and m.minute > now() - interval '24 hours')`;

/**
 * Hotels' own systems. The allowed caller addresses are validated when they are entered, since a mistake would lock the
 * system out.
 */
export const integration: ResourceHooks = {
  computed: {
    last_used_at: (ref) => `(select max(m.last_at) from integration_usage m where m.integration_id = ${ref('id')})`,
    calls_day: (ref) => daySumSql('calls', ref),
    failures_day: (ref) => daySumSql('failures', ref),
  },
  check: checkEach((_, { values }) => {
    const invalidAddress = typeof values.addresses === 'string' ? findInvalidAddress(values.addresses) : undefined;
    if (invalidAddress !== undefined)
      throw validationError({ addresses: [message('address_range', invalidAddress.slice(0, 60))] });
    return undefined;
  }),
};
