import {
  type Language,
  type SaleEligibility,
  type MemberEligibility,
  SALE_TYPE,
  permission,
  resources,
} from '@innkeeper/contract';
import type { Db } from '@innkeeper/db';
import { sql } from 'kysely';
import { type Actor, can } from '../access/actor.ts';
import { type LastCard, type TermSale, lastCardsSql, saleRejection } from './sale-eligibility.ts';
import { type RunningCard, runningCardSql, upgradeRejection } from './upgrade-eligibility.ts';
import { cardTexts } from '../texts/cards.ts';

/**
 * The facts that decide a member's eligibility for sales: today at the hotel that serves the member, the card that ends
 * last, and the running card. See docs/decisions/0049-let-the-server-decide-which-sales-a-member-is-eligible-for.md.
 */
interface SaleFacts {
  readonly day: string;
  readonly card: LastCard | null;
  readonly running: RunningCard | null;
}

/**
 * The kinds of sale for which members are eligible now, if the actor may sell to them. Members that the actor cannot
 * reach are omitted.
 */
export async function readSaleEligibility(
  db: Db,
  actor: Actor,
  { memberIds, now, language }: { memberIds: readonly number[]; now: Date; language: Language },
): Promise<ReadonlyMap<number, SaleEligibility>> {
  if (memberIds.length === 0 || !can(actor, permission('STORE', resources.transaction.permission))) return new Map();
  const statement = sql`
    select m.id, z.day, to_json(card) as card, to_json(running) as running
    from member m
    cross join lateral (select (${now}::timestamptz at time zone effective_time_zone(m.hotel_id))::date as day) z
    left join (${lastCardsSql(memberIds)}) card on card.member_id = m.id
    left join lateral (${runningCardSql(sql`m.id`, sql`z.day`, sql`region_of(m.hotel_id)`)}) running on true
    where m.id = any(${memberIds}::bigint[]) and m.deleted_at is null`.compile(db.kysely);
  const rows = await db.read<SaleFacts & { readonly id: number } & Record<string, unknown>>(statement);
  return new Map(rows.map(({ id, ...facts }) => [id, saleEligibility(facts, language)]));
}

function saleEligibility({ day, card, running }: SaleFacts, language: Language): SaleEligibility {
  const reason = (type: TermSale) => saleRejection(type, day, card ?? undefined)?.label[language] ?? null;
  const may = {
    sell: reason(SALE_TYPE.sale),
    renew: reason(SALE_TYPE.renewal),
    give: reason(SALE_TYPE.free),
    upgrade: upgradeRejection(day, running ?? undefined)?.label[language] ?? null,
  };
  return { next: nextKind(may, day, card), ...may };
}

/**
 * A free member gets a free membership again while the last one can be followed; before and after that one is sold. A
 * paid member's membership is renewed, or upgraded while it cannot be renewed.
 */
function nextKind(may: Omit<SaleEligibility, 'next'>, day: string, card: LastCard | null): SaleEligibility['next'] {
  if (card?.is_free && may.give === null && day <= card.renew_until) return 'give';
  if (may.renew === null) return 'renew';
  if (may.sell === null) return 'sell';
  return may.upgrade === null ? 'upgrade' : 'renew';
}

/**
 * The sale and redemption for which a member is eligible now, from the known sales and the number of redeemable
 * vouchers; null if unknown.
 */
export const memberEligibility = (
  sale: SaleEligibility | undefined,
  redeemable: number | null,
  language: Language,
): MemberEligibility => ({
  sale: sale ?? null,
  redeem: redeemable === 0 ? cardTexts.nothingToRedeem[language] : null,
});
