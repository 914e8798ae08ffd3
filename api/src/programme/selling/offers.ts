import { SALE_TYPE, type SaleType } from '@innkeeper/contract';
import type { Offer } from '@innkeeper/contract/calls';
import type { Db, Tx } from '@innkeeper/db';
import { type RawBuilder, sql } from 'kysely';
import { isOpenToRegion } from '../cards/ladder.ts';
import { type Counter, type HeldCard, followedDay } from '../cards/situation.ts';
import { type RunningCard, isHigher } from '../cards/upgrade.ts';
import { namedSql } from '../../access/named.ts';

/** The setting of a sale: hotel and day, kind, and the card that it follows. See docs/decisions/0024-price-in-one-currency.md. */
export interface SaleSetting {
  readonly counter: Counter;
  readonly type: SaleType;
  readonly card: HeldCard | undefined;
  /** The running card that an upgrade is sold for. */
  readonly upgraded?: RunningCard | undefined;
}

/** A price is null where a rate is missing that it would have to be converted by. */
export type PricedOffer = Omit<Offer, 'price'> & { readonly price: string | null };

/** The part of an offer that a sale writes down. */
export type ChosenOffer = Pick<PricedOffer, 'membership' | 'price' | 'start_date' | 'end_date'>;

/**
 * The offers at a hotel on a day: memberships that are open to its region, free ones where one is given and the others
 * where one is sold, of an upgrade the higher ones at the difference of price. A card starts on that day, one that follows a running card on the day
 * after it.
 */
export async function readOffers(db: Db['kysely'] | Tx, setting: SaleSetting): Promise<PricedOffer[]> {
  const { counter, upgraded } = setting;
  const { id } = counter;
  const quantity = upgraded ? sql`vouchers_of_upgrade(${upgraded.id}, v.id, v.quantity)` : sql`v.quantity`;
  const { rows } = await sql<PricedOffer>`
    select ${CHOSEN}, p.missing as price_missing,
           l.validity_months, l.rank, l.benefits, l.benefits_url, l.is_regional, l.min_visit, l.min_visit_to_upgrade,
           (select coalesce(json_agg(json_build_object('id', v.id, 'name', v.name, 'name_id', v.name_id, 'quantity', q.quantity,
                'nominal', coalesce(local_price(v.nominal, l.currency_country_id, ${id}), v.nominal)::numeric(15, 3)::text,
                'is_restricted', v.is_restricted) order by v.sort_no, v.id), '[]')
            from voucher v cross join lateral (select ${quantity} as quantity) q
            where v.membership_id = l.id and v.is_active and v.deleted_at is null and q.quantity > 0
              and (v.hotel_id is null or v.hotel_id = ${id})) as vouchers
    ${openTo(setting)}
    order by l.rank, p.price, l.name, l.id`.execute(db);
  return rows;
}

/** One of these offers, if it is among them. */
export async function findOffer(tx: Tx, setting: SaleSetting, membershipId: number): Promise<ChosenOffer | undefined> {
  const { rows } = await sql<ChosenOffer>`select ${CHOSEN} ${openTo(setting)} and l.id = ${membershipId}`.execute(tx);
  return rows[0];
}

const CHOSEN = sql`${namedSql('l')} as membership, p.price::numeric(15, 3)::text as price, d.start_date,
  coalesce(d.end_date, term_end(d.start_date, l.validity_months)) as end_date`;

/** SQL of the open memberships `l`, each with its price `p` and the first day `d` of its card, and the last one where another card has set it. */
function openTo({ counter, type, card, upgraded }: SaleSetting): RawBuilder<unknown> {
  const price =
    type === SALE_TYPE.free
      ? sql`select 0::numeric as price, null::text as missing`
      : upgraded
        ? sql`
          select case when a.price > ${upgraded.paid}::numeric then a.price - ${upgraded.paid}::numeric when a.price is not null then 0 end as price,
                 a.missing
          from price_at(l.id, ${counter.id}, false) a`
        : sql`select * from price_at(l.id, ${counter.id}, ${type === SALE_TYPE.renewal})`;
  const follows = followedDay(type, card);
  const renewed = type === SALE_TYPE.renewal ? (card?.id ?? null) : null;
  return sql`
    from membership l
    cross join lateral (${price}) p
    cross join (select greatest(${counter.day}::date, ${follows}::date + 1) as start_date, ${upgraded?.end_date ?? null}::date as end_date) d
    where l.deleted_at is null and l.is_free = ${type === SALE_TYPE.free}
      and ${isOpenToRegion('l', sql`${counter.region_id}`)}
      and ${mayFollow(renewed, counter)}
      and ${type === SALE_TYPE.upgrade ? isAbove(upgraded, counter) : sql`true`}`;
}

/** SQL: whether the membership `l` is higher than that of a card. */
const isAbove = (upgraded: RunningCard | undefined, { region_id }: Counter): RawBuilder<unknown> =>
  upgraded
    ? sql`exists (select from membership o where o.id = l.id and ${isHigher(sql`${upgraded.rank}::integer`, sql`${region_id}::bigint`)})`
    : sql`false`;

/** SQL: whether the membership `l` may follow a card, of which it may have been decided that its level is lowered. Where none is lower, any may. */
const mayFollow = (card: number | null, { day, region_id }: Counter): RawBuilder<unknown> =>
  card === null
    ? sql`true`
    : sql`(not is_lowered(${card}, ${day}::date) or coalesce((
        select l.rank < held.rank or not exists (
          select from membership o
          where o.deleted_at is null and not o.is_free and o.rank < held.rank and ${isOpenToRegion('o', sql`${region_id}`)})
        from member_card c join membership held on held.id = c.membership_id where c.id = ${card}), true))`;
