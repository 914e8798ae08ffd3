import { ungrouped } from '@innkeeper/contract';
import type { Label } from '@innkeeper/contract';
import type { Db } from '@innkeeper/db';
import { sql } from 'kysely';
import { dayLabel } from '../../platform/http/day-in-words.ts';
import { fail } from '../../platform/http/fail.ts';

/** Last digits of the new number that the refusal of the old one tells. */
const TOLD = 4;

/**
 * Throws a 409 for the number of a card or a voucher that was given up, however it is grouped: when, and how the new one ends.
 * `numbers` are the ways in which one may be meant. See docs/decisions/0064-numbers-given-up.md.
 */
export async function refuseGivenUp(db: Db, numbers: readonly string[]): Promise<void> {
  const folded = numbers.map((number) => ungrouped(number).toLowerCase());
  const rows = await db.read<{ kind: string; day: string; number: string }>(
    sql`
    select m.kind, (m.created_at at time zone zone_of(c.hotel_id))::date::text as day, coalesce(v.voucher_no, c.sbec_no) as number
    from manual_change m join member_card c on c.id = m.member_card_id left join member_voucher v on v.id = m.member_voucher_id
    where m.kind in ('card_replaced', 'voucher_reissued') and translate(lower(m.value_before), ' -', '') = any(${folded}::text[])
    order by m.id desc limit 1`.compile(db.kysely),
  );
  const [given] = rows;
  if (!given) return;
  const params: Readonly<Record<string, string | Label>> = {
    day: dayLabel(given.day),
    digits: given.number.slice(-TOLD),
  };
  throw fail(given.kind === 'card_replaced' ? 'card_replaced' : 'voucher_reissued', { params });
}
