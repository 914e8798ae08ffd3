import { NO_EMAIL_PATTERN } from '@innkeeper/contract';
import { type RawBuilder, sql } from 'kysely';

/** SQL condition: whether an address is the placeholder of a guest without an email. */
export const isNoEmailSql = (email: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`${email} ilike ${sql.lit(NO_EMAIL_PATTERN)}`;
