import type { Db } from '@innkeeper/db';
import { sql } from 'kysely';

/**
 * Moves a card of a year and its vouchers back, as if it had been issued so many days ago. What follows from its end, as renewals and
 * standings do, is counted in years of 365 days: a term with a leap day goes back a day more, so that it ends where others do.
 */
export async function ageCard({ kysely }: Db, cardId: number, days: number): Promise<void> {
  if (days === 0) return;
  const { rows } = await sql<{ moved: number }>`
    select ${days}::integer + (end_date - start_date - 364) as moved from member_card where id = ${cardId}`.execute(
    kysely,
  );
  const moved = sql`${rows[0]?.moved}::integer`;
  await sql`update member_card set start_date = start_date - ${moved}, end_date = end_date - ${moved} where id = ${cardId}`.execute(
    kysely,
  );
  await sql`update member_voucher set redeem_date = redeem_date - ${moved}, valid_until_date = valid_until_date - ${moved}
    where member_card_id = ${cardId}`.execute(kysely);
}
