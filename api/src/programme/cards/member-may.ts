import {
  type Label,
  type Language,
  type MaySell,
  type MemberMay,
  SALE_TYPE,
  permission,
  resources,
} from '@innkeeper/contract';
import type { Db } from '@innkeeper/db';
import { sql } from 'kysely';
import { type Actor, can } from '../../access/actor.ts';
import { type HeldCard, type TermSale, lastCardsSql, saleRefusal } from './situation.ts';
import { type RunningCard, runningCardSql, upgradeRefusal } from './upgrade.ts';

/**
 * The facts that decide about a member's sales: today at the hotel where they are served, the card that ends last, and the one that runs.
 * See docs/decisions/0049-what-a-member-may-have.md.
 */
interface SaleFacts {
  readonly day: string;
  readonly card: HeldCard | null;
  readonly running: RunningCard | null;
}

/** The kinds of sale that members may have now, for an actor who sells to them; members out of reach are left out. */
export async function readMaySell(
  db: Db,
  actor: Actor,
  { memberIds, now, language }: { memberIds: readonly number[]; now: Date; language: Language },
): Promise<ReadonlyMap<number, MaySell>> {
  if (memberIds.length === 0 || !can(actor, permission('STORE', resources.transaction.permission))) return new Map();
  const statement = sql`
    select m.id, z.day, to_json(card) as card, to_json(running) as running
    from member m cross join lateral (select (${now}::timestamptz at time zone zone_of(m.hotel_id))::date as day) z
    left join (${lastCardsSql(memberIds)}) card on card.member_id = m.id
    left join lateral (${runningCardSql(sql`m.id`, sql`z.day`, sql`region_of(m.hotel_id)`)}) running on true
    where m.id = any(${memberIds}::bigint[]) and m.deleted_at is null`.compile(db.kysely);
  const rows = await db.read<SaleFacts & { readonly id: number } & Record<string, unknown>>(statement);
  return new Map(rows.map(({ id, ...facts }) => [id, maySell(facts, language)]));
}

function maySell({ day, card, running }: SaleFacts, language: Language): MaySell {
  const why = (type: TermSale) => saleRefusal(type, day, card ?? undefined)?.label[language] ?? null;
  const may = {
    sell: why(SALE_TYPE.sale),
    renew: why(SALE_TYPE.renewal),
    give: why(SALE_TYPE.free),
    upgrade: upgradeRefusal(day, running ?? undefined)?.label[language] ?? null,
  };
  return { next: nextKind(may, day, card), ...may };
}

/**
 * A free member is given a membership again while the last one can be followed; before and after that, one is sold. A paid one is renewed, and
 * upgraded while it cannot be.
 */
function nextKind(may: Omit<MaySell, 'next'>, day: string, card: HeldCard | null): MaySell['next'] {
  if (card?.is_free && may.give === null && day <= card.renew_until) return 'give';
  if (may.renew === null) return 'renew';
  if (may.sell === null) return 'sell';
  return may.upgrade === null ? 'upgrade' : 'renew';
}

const NOTHING_TO_REDEEM: Label = {
  en: 'No voucher can be redeemed now.',
  id: 'Tidak ada voucher yang dapat ditukar saat ini.',
};

/** The sale and redemption that a member may have now, from the known sales and the number of redeemable vouchers; null: unknown. */
export const memberMay = (sale: MaySell | undefined, redeemable: number | null, language: Language): MemberMay => ({
  sale: sale ?? null,
  redeem: redeemable === 0 ? NOTHING_TO_REDEEM[language] : null,
});
