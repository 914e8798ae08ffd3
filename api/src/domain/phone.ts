import { type RawBuilder, sql } from 'kysely';

/** Phone numbers are compared by their last digits. The index uses the same number of digits. */
const COMPARED_DIGITS = 8;

/** What precedes an extension. */
const EXTENSION = /ext|x|#/i;

/**
 * SQL condition: whether a member's phone equals this one, however both are formatted. Undefined if the text has too
 * few digits.
 */
export function samePhoneSql(text: string): RawBuilder<unknown> | undefined {
  const [number = ''] = text.split(EXTENSION, 1);
  const digits = number.replace(/\D/g, '').slice(-COMPARED_DIGITS);
  return digits.length < COMPARED_DIGITS
    ? undefined
    : sql`right(regexp_replace(coalesce(t.phone_e164, t.phone_no), '\\D', '', 'g'), ${sql.lit(COMPARED_DIGITS)}) = ${digits}`;
}
