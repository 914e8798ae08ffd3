import { type RawBuilder, sql } from 'kysely';

/** Phones are compared by this many last digits; the index uses the same number. */
const DIGITS = 8;

/**
 * SQL condition: whether a member's phone equals this one, however both are formatted. Undefined if the text has too
 * few digits.
 */
export function phoneSql(text: string): RawBuilder<unknown> | undefined {
  const digits = text.replace(/\D/g, '').slice(-DIGITS);
  return digits.length < DIGITS
    ? undefined
    : sql`right(regexp_replace(t.phone_no, '\\D', '', 'g'), ${sql.lit(DIGITS)}) = ${digits}`;
}
