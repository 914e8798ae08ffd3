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
 * The facts that decide a member's eligibility for sales: today's date at the member's hotel, the card that ends last,
 * and the running card. See docs/decisions/0049-let-the-server-decide-which-sales-a-member-is-eligible-for.md.
 */
interface SaleFacts {
  readonly day: string;
  readonly card: LastCard | null;
  readonly running: RunningCard | null;
}

/** The kinds of sale for which members are eligible now. Empty if the actor may not sell. */
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
  return new Map(rows.map(({ id, ...facts }) => [id, toSaleEligibility(facts, language)]));
}

function toSaleEligibility({ day, card, running }: SaleFacts, language: Language): SaleEligibility {
  const rejectionText = (type: TermSale) => saleRejection(type, day, card ?? undefined)?.label[language] ?? null;
  const rejections = {
    sell: rejectionText(SALE_TYPE.sale),
    renew: rejectionText(SALE_TYPE.renewal),
    give: rejectionText(SALE_TYPE.free),
    upgrade: upgradeRejection(day, running ?? undefined)?.label[language] ?? null,
  };
  return { next: chooseNextSale(rejections, day, card), ...rejections };
}

/**
 * A free member gets another free membership while the last one can be renewed; before and after, a membership is sold.
 * A paid membership is renewed, or upgraded while it cannot be renewed.
 */
function chooseNextSale(
  rejections: Omit<SaleEligibility, 'next'>,
  day: string,
  card: LastCard | null,
): SaleEligibility['next'] {
  if (card?.is_free && rejections.give === null && day <= card.renew_until) return 'give';
  if (rejections.renew === null) return 'renew';
  if (rejections.sell === null) return 'sell';
  return rejections.upgrade === null ? 'upgrade' : 'renew';
}

/**
 * The sale and redemption for which a member is eligible now, from the known sales and the number of redeemable
 * vouchers; null if unknown.
 */
export const toMemberEligibility = (
  sale: SaleEligibility | undefined,
  redeemableCount: number | null,
  language: Language,
): MemberEligibility => ({
  sale: sale ?? null,
  redeem: redeemableCount === 0 ? cardTexts.nothingToRedeem[language] : null,
});
