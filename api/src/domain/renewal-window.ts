import type { OPTION_NUMBERS } from '@innkeeper/contract';
import { type RawBuilder, sql } from 'kysely';

/** SQL: the number of days before or after the end of a card in which its membership can be renewed. */
export const renewalDaysSql = (side: keyof (typeof OPTION_NUMBERS)['renewal-window']): RawBuilder<number> =>
  sql`option_number('renewal-window', ${sql.lit(side)})`;
