import { type RawBuilder, sql } from 'kysely';

/** Digits by which phones are compared, the last ones; the index stands on as many. */
const DIGITS = 8;

/** Whether a member's telephone number is this one, however both are written; undefined for a text with too few digits. */
export function phoneSql(text: string): RawBuilder<unknown> | undefined {
  const digits = text.replace(/\D/g, '').slice(-DIGITS);
  return digits.length < DIGITS
    ? undefined
    : sql`right(regexp_replace(t.phone_no, '\\D', '', 'g'), ${sql.lit(DIGITS)}) = ${digits}`;
}
