import { SALE_TYPE, type SaleType } from '@innkeeper/contract';
import type { Offer } from '@innkeeper/contract/calls';
import type { Db, Tx } from '@innkeeper/db';
import { type RawBuilder, sql } from 'kysely';
import { isOpenToRegionSql } from '../../domain/tier-order.ts';
import { hasRenewalPriceSql } from '../../domain/renewal-price.ts';
import { type DeskHotel, type LastCard, previousTermEnd } from '../../domain/sale-eligibility.ts';
import { type RunningCard, isHigherTierSql } from '../../domain/upgrade-eligibility.ts';
import { namedRecordSql } from '../../access/named-records.ts';

/**
 * The context of a sale: hotel and day, type, and the card that it follows. See
 * docs/decisions/0024-give-a-price-a-currency-if-the-group-has-several.md.
 */
export interface SaleContext {
  readonly deskHotel: DeskHotel;
  readonly type: SaleType;
  readonly card: LastCard | undefined;
  /** For an upgrade: the active card. */
  readonly upgradedCard?: RunningCard | undefined;
}

/** The price is null if the rate needed for its conversion is missing. */
export type PricedOffer = Omit<Offer, 'price'> & { readonly price: string | null };

/** The part of an offer that a sale stores. */
export type ChosenOffer = Pick<PricedOffer, 'membership' | 'price' | 'start_date' | 'end_date'>;

/**
 * The offers at a hotel on a day: memberships open to its region, either free or paid ones depending on the sale; for
 * an upgrade the higher ones, at the price difference. A card starts on that day, or on the day after the active card
 * that it follows.
 */
export async function readOffers(db: Db['kysely'] | Tx, saleContext: SaleContext): Promise<PricedOffer[]> {
  const { deskHotel, upgradedCard } = saleContext;
  const { id } = deskHotel;
  const quantitySql = upgradedCard ? sql`upgrade_voucher_count(${upgradedCard.id}, v.id, v.quantity)` : sql`v.quantity`;
  const { rows } = await sql<PricedOffer>`
    select ${OFFER_COLUMNS}, p.missing as price_missing, r.is_renewal_price,
           l.validity_months, l.rank, l.benefits, l.benefits_url, l.is_regional, l.min_visit, l.min_visit_to_upgrade,
           (select coalesce(json_agg(json_build_object('id', v.id, 'name', v.name, 'name_id', v.name_id,
                'quantity', q.quantity,
                'nominal', coalesce(local_price(v.nominal, l.currency_country_id, ${id}), v.nominal)::numeric(15,
                3)::text, 'is_restricted', v.is_restricted) order by v.sort_no, v.id), '[]')
            from voucher v cross join lateral (select ${quantitySql} as quantity) q
            where v.membership_id = l.id and v.is_active and v.deleted_at is null and q.quantity > 0
              and (v.hotel_id is null or v.hotel_id = ${id})) as vouchers
    ${openMembershipsSql(saleContext)}
    order by l.rank, p.price, l.name, l.id`.execute(db);
  return rows;
}

/** One of these offers; undefined if it is not among them. */
export async function findOffer(
  tx: Tx,
  saleContext: SaleContext,
  membershipId: number,
): Promise<ChosenOffer | undefined> {
  const { rows } =
    await sql<ChosenOffer>`select ${OFFER_COLUMNS} ${openMembershipsSql(saleContext)} and l.id = ${membershipId}`.execute(
      tx,
    );
  return rows[0];
}

const OFFER_COLUMNS = sql`${namedRecordSql('l')} as membership, p.price::numeric(15, 3)::text as price, d.start_date,
  coalesce(d.end_date, last_day_of_term(d.start_date, l.validity_months)) as end_date`;

/**
 * SQL for the open memberships `l`, each with its price `p` and the first day `d` of its card; also the last day if
 * another card determines it.
 */
function openMembershipsSql({ deskHotel, type, card, upgradedCard }: SaleContext): RawBuilder<unknown> {
  const priceSql =
    type === SALE_TYPE.free
      ? sql`select 0::numeric as price, null::text as missing`
      : upgradedCard
        ? sql`
          select case when a.price > ${upgradedCard.paid}::numeric then a.price - ${upgradedCard.paid}::numeric
            when a.price is not null then 0 end as price,
                 a.missing
          from price_at(l.id, ${deskHotel.id}, false) a`
        : sql`select * from price_at(l.id, ${deskHotel.id}, r.is_renewal_price)`;
  const followedDate = previousTermEnd(type, card);
  const isRenewal = type === SALE_TYPE.renewal;
  const renewedCardId = isRenewal ? (card?.id ?? null) : null;
  const isRenewalPriceSql = isRenewal
    ? hasRenewalPriceSql(renewedCardId === null ? null : sql`${renewedCardId}`, sql`${deskHotel.region_id}`)
    : sql`false`;
  return sql`
    from membership l
    cross join lateral (select ${isRenewalPriceSql} as is_renewal_price) r
    cross join lateral (${priceSql}) p
    cross join (select greatest(${deskHotel.day}::date, ${followedDate}::date + 1) as start_date,
        ${upgradedCard?.end_date ?? null}::date as end_date) d
    where l.deleted_at is null and l.is_free = ${type === SALE_TYPE.free}
      and ${isOpenToRegionSql('l', sql`${deskHotel.region_id}`)}
      and ${canFollowSql(renewedCardId, deskHotel)}
      and ${type === SALE_TYPE.upgrade ? isAboveTierSql(upgradedCard, deskHotel) : sql`true`}`;
}

/** SQL: whether the membership `l` is of a higher tier than that of a card. */
const isAboveTierSql = (upgradedCard: RunningCard | undefined, { region_id }: DeskHotel): RawBuilder<unknown> =>
  upgradedCard
    ? sql`exists (select from membership o where o.id = l.id
          and ${isHigherTierSql(sql`${upgradedCard.rank}::integer`, sql`${region_id}::bigint`)})`
    : sql`false`;

/**
 * SQL: whether the membership `l` may follow a card. If its term-end review lowered the tier, only a lower one may; any
 * may if there is no lower one.
 */
const canFollowSql = (card: number | null, { day, region_id }: DeskHotel): RawBuilder<unknown> =>
  card === null
    ? sql`true`
    : sql`(not is_limited_to_lower_tier(${card}, ${day}::date) or coalesce((
        select l.rank < current.rank or not exists (
          select from membership o
          where o.deleted_at is null and not o.is_free and o.rank < current.rank
            and ${isOpenToRegionSql('o', sql`${region_id}`)})
        from member_card c join membership current on current.id = c.membership_id where c.id = ${card}), true))`;
