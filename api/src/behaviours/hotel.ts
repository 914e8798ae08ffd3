import { message } from '@innkeeper/contract';
import { sql } from 'kysely';
import { invalid } from '../http/fail.ts';
import type { Behaviour } from '../resources/behaviour.ts';
import { isTimeZone } from './country.ts';

/** Hotels. A country that is still in the reserved region World has no region of the group, so no hotel can stand there. */
export const hotel: Behaviour = {
  beforeWrite: async ({ tx }, values, before) => {
    if ((values.time_zone ?? null) !== null && !isTimeZone(values.time_zone))
      throw invalid({ time_zone: [message('time_zone')] });
    if (values.country_id !== undefined && values.country_id !== before?.country_id) {
      const { rows } = await sql`select from country c join region r on r.id = c.region_id
        where c.id = ${values.country_id} and r.code = 'WORLD'`.execute(tx);
      if (rows.length > 0) throw invalid({ country_id: [message('country_without_region')] });
    }
    return values;
  },
};
