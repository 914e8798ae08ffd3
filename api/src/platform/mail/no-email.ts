import { NO_EMAIL_PATTERN, isNoEmail } from '@innkeeper/contract';
import { type RawBuilder, sql } from 'kysely';

/** SQL condition: whether an address is the placeholder of a guest without an email. */
export const isNoEmailSql = (email: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`${email} ilike ${sql.lit(NO_EMAIL_PATTERN)}`;

/** SQL: the address as people see it, null for a placeholder. */
export const shownEmailSql = (email: RawBuilder<unknown>): RawBuilder<string | null> =>
  sql`case when not ${isNoEmailSql(email)} then ${email} end`;

/** SQL: whether a column has this address. The placeholder of a guest without one finds nobody. */
export const sameEmailSql = (column: RawBuilder<unknown>, address: string): RawBuilder<boolean> =>
  isNoEmail(address) ? sql`false` : sql`lower(${column}) = lower(${address})`;
