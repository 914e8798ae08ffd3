import { message } from '@innkeeper/contract';
import { wrongAddress } from '../../access/integration.ts';
import type { Behaviour } from '../../engine/resources/behaviour.ts';
import { invalid } from '../../platform/http/fail.ts';

/** Hotels' own systems. The addresses from which one may call are judged where they are typed: a wrong one would lock it out. */
export const integration: Behaviour = {
  beforeWrite: (_, values) => {
    const wrong = typeof values.addresses === 'string' ? wrongAddress(values.addresses) : undefined;
    if (wrong !== undefined) throw invalid({ addresses: [message('address_range', wrong.slice(0, 60))] });
    return values;
  },
};
