import { stripDigitSeparators } from '@innkeeper/contract';
import type { Label } from '@innkeeper/contract';
import type { Db } from '@innkeeper/db';
import { sql } from 'kysely';
import { dayLabel } from '../platform/http/format-day.ts';
import { apiError } from '../platform/http/api-error.ts';

/** Number of trailing digits of the new number shown when the old one is rejected. */
const SHOWN_DIGITS = 4;

/**
 * Throws a 409 for a replaced card or voucher number, however it is grouped. The message has the day and the last
 * digits of the new number. `numbers` are the possible readings of the input. See
 * docs/decisions/0064-replace-a-lost-cards-number-and-keep-the-card.md.
 */
export async function assertNumberNotRetired(db: Db, numbers: readonly string[]): Promise<void> {
  const normalizedNumbers = numbers.map((number) => stripDigitSeparators(number).toLowerCase());
  const rows = await db.read<{ kind: string; day: string; number: string }>(
    sql`
    select m.kind, (m.created_at at time zone effective_time_zone(c.hotel_id))::date::text as day,
      coalesce(v.voucher_no, c.sbec_no) as number
    from manual_change m join member_card c on c.id = m.member_card_id
    left join member_voucher v on v.id = m.member_voucher_id
    where m.kind in ('card_replaced', 'voucher_reissued')
      and translate(lower(m.value_before), ' -', '') = any(${normalizedNumbers}::text[])
    order by m.id desc limit 1`.compile(db.kysely),
  );
  const [replacement] = rows;
  if (!replacement) return;
  const params: Readonly<Record<string, string | Label>> = {
    day: dayLabel(replacement.day),
    digits: replacement.number.slice(-SHOWN_DIGITS),
  };
  throw apiError(replacement.kind === 'card_replaced' ? 'card_replaced' : 'voucher_reissued', { params });
}
