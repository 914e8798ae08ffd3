import type { Db } from '@innkeeper/db';
import { sql } from 'kysely';

/**
 * Moves a one-year card and its vouchers back, as if it had been issued `days` days ago. Renewals and standings are
 * computed from its end in years of 365 days, so a term with a leap day is moved by one more day.
 */
export async function ageCard({ kysely }: Db, cardId: number, days: number): Promise<void> {
  if (days === 0) return;
  const { rows } = await sql<{ moved: number }>`
    select ${days}::integer + (end_date - start_date - 364) as moved from member_card where id = ${cardId}`.execute(
    kysely,
  );
  const movedDays = sql`${rows[0]?.moved}::integer`;
  await sql`update member_card set start_date = start_date - ${movedDays}, end_date = end_date - ${movedDays}
    where id = ${cardId}`.execute(kysely);
  await sql`update member_voucher
    set redeem_date = redeem_date - ${movedDays}, valid_until_date = valid_until_date - ${movedDays}
    where member_card_id = ${cardId}`.execute(kysely);
}
