import { type Label, type NestedRecord } from '@innkeeper/contract';
import type { Db, Tx } from '@innkeeper/db';
import { type RawBuilder, sql } from 'kysely';
import { namedRecordSql } from '../access/named-records.ts';
import { dayLabel } from '../platform/http/format-day.ts';
import { type ApiError, apiError } from '../platform/http/api-error.ts';
import { isOpenToRegionSql } from './tier-order.ts';
import { type DeskHotel, type SaleSummary, saleSummarySql, saleTextValues } from './sale-eligibility.ts';
import { saleEligibilityTexts } from '../texts/sale-eligibility.ts';

/*
 * Sold upgrades: a running card is upgraded to a higher membership for the difference in price. The new card runs
 * alongside it to the same end date, like a card earned by visits. It does not depend on visits, because it was paid
 * for. See docs/decisions/0088-sell-to-free-members-any-time-and-upgrade-for-the-difference.md.
 */

/**
 * A member's running card with the highest tier of its term, and the facts that decide whether it can be upgraded. A
 * free card that came alongside a paid one through a merge does not count.
 */
export interface RunningCard {
  readonly id: number;
  readonly sbec_no: string;
  readonly membership: NestedRecord & { readonly code: string | null };
  readonly rank: number;
  readonly start_date: string;
  readonly end_date: string;
  /** Whether the term was given for free. */
  readonly is_free: boolean;
  /** The undiscounted price of the membership last sold for the term; null if none was sold. */
  readonly paid: string | null;
  readonly currency: string | null;
  /** Whether a higher membership is open to the region. */
  readonly has_higher: boolean;
  /** The card of the next term, created by a renewal. */
  readonly next: { readonly sbec_no: string; readonly start_date: string } | null;
  /** The upgrade that created it, with its seller; null for a card created otherwise. */
  readonly upgrade: SaleSummary | null;
}

/** SQL: a member's running card on a day, for a sale in a region. */
export const runningCardSql = (
  member: RawBuilder<unknown>,
  day: RawBuilder<unknown>,
  region: RawBuilder<unknown>,
): RawBuilder<RunningCard> => sql`
  select c.id, c.sbec_no, ${namedRecordSql('l')} as membership, l.rank, c.start_date, c.end_date,
         is_free_term(c.id) as is_free, sold.price::numeric(15, 3)::text as paid, sold.currency,
         exists (select from membership o where ${isHigherTierSql(sql`l.rank`, region)}) as has_higher,
         (select json_build_object('sbec_no', n.sbec_no, 'start_date', n.start_date) from member_card n
          where n.member_id = c.member_id and n.start_date > c.end_date and n.is_active and n.deleted_at is null
          order by n.start_date, n.id limit 1) as next,
         case when d.code = '6' then ${saleSummarySql} end as upgrade
  from member_card c
  join membership l on l.id = c.membership_id
  left join member_card sold on sold.id = sold_card_of(c.id)
  left join transaction t on t.id = c.transaction_id and t.deleted_at is null
  left join option_detail d on d.id = t.transaction_type_id
  left join users u on u.id = t.created_by_id
  where c.member_id = ${member} and c.deleted_at is null and c.is_active and ${day} between c.start_date and c.end_date
  order by is_free, c.start_date desc, c.id desc limit 1`;

/** SQL: whether the membership `o` is sold in a region and ranks higher. Rank 0 is outside the tier order. */
export const isHigherTierSql = (rank: RawBuilder<unknown>, region: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`(o.deleted_at is null and not o.is_free and o.rank > ${rank} and ${rank} > 0 and ${isOpenToRegionSql('o', region)})`;

export async function readRunningCard(
  db: Db['kysely'] | Tx,
  memberId: number,
  { day, days_ago, region_id }: DeskHotel,
): Promise<RunningCard | undefined> {
  const today = sql`${day}::date + ${days_ago}::integer`;
  const { rows } = await runningCardSql(sql`${memberId}`, today, sql`${region_id}::bigint`).execute(db);
  return rows[0];
}

/**
 * Returns an error to throw if a card cannot be upgraded by a sale on a day (and in a currency, if known); undefined if
 * it can.
 */
export function upgradeRejection(day: string, card: RunningCard | undefined, currency?: string): ApiError | undefined {
  const ineligibility = findIneligibility(day, card, currency);
  return ineligibility && apiError('conflict', { message: ineligibility });
}

/**
 * The error if the card changed since the upgrade was shown. If two clerks upgrade the same card, the second gets an
 * error that names the first, even for another membership, because the difference in price has changed. Undefined if
 * the same card is still running.
 */
export function changedCardRejection(
  { membershipId, upgradedFromId }: { readonly membershipId: number; readonly upgradedFromId: number | null },
  card: RunningCard | undefined,
): ApiError | undefined {
  if (!card) return undefined;
  const isDifferentCard = upgradedFromId !== null && upgradedFromId !== card.id;
  if (card.upgrade && (isDifferentCard || card.membership.id === membershipId))
    return apiError('conflict', { message: alreadyUpgradedMessage(card, card.upgrade) });
  return isDifferentCard ? apiError('conflict', { message: otherCardMessage(card) }) : undefined;
}

function findIneligibility(day: string, card: RunningCard | undefined, currency?: string): Label | undefined {
  if (!card) return saleEligibilityTexts.noCardToUpgrade;
  if (card.is_free) return saleEligibilityTexts.complimentary;
  if (card.paid === null) return saleEligibilityTexts.manualCard({ card: card.sbec_no });
  if (day < card.start_date) return notStartedMessage(card);
  if (card.next) return renewedMessage(card, card.next);
  if (!card.has_higher) return card.upgrade ? alreadyUpgradedMessage(card, card.upgrade) : highestTierMessage(card);
  return currency !== undefined && card.currency !== currency ? otherCurrencyMessage(card) : undefined;
}

const notStartedMessage = ({ sbec_no, start_date }: RunningCard): Label =>
  saleEligibilityTexts.beginsLater({ card: sbec_no, start: dayLabel(start_date) });

const renewedMessage = ({ sbec_no }: RunningCard, nextCard: { sbec_no: string; start_date: string }): Label =>
  saleEligibilityTexts.renewedAlready({ card: sbec_no, next: nextCard.sbec_no, start: dayLabel(nextCard.start_date) });

const highestTierMessage = ({ sbec_no, membership }: RunningCard): Label =>
  saleEligibilityTexts.highestTier({ card: sbec_no, membership: membership.name });

const otherCurrencyMessage = ({ sbec_no, currency }: RunningCard): Label =>
  saleEligibilityTexts.otherCurrency({ card: sbec_no, currency: String(currency) });

const otherCardMessage = ({ sbec_no, membership }: RunningCard): Label =>
  saleEligibilityTexts.otherCard({ card: sbec_no, membership: membership.name });

const alreadyUpgradedMessage = ({ sbec_no, membership }: RunningCard, sale: SaleSummary): Label =>
  saleEligibilityTexts.alreadyUpgraded({ ...saleTextValues(sale), card: sbec_no, membership: membership.name });
