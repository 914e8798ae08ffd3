import { type Label, type Nested } from '@innkeeper/contract';
import type { Db, Tx } from '@innkeeper/db';
import { type RawBuilder, sql } from 'kysely';
import { namedRecordSql } from '../access/named-records.ts';
import { dayLabel } from '../platform/http/format-day.ts';
import { type ApiError, fail } from '../platform/http/api-error.ts';
import { isOpenToRegion } from './tier-order.ts';
import { type DeskHotel, type SaleSummary, saleSummarySql } from './sale-eligibility.ts';

/*
 * Sold upgrades: a running card is upgraded to a higher membership for the difference in price. The new card runs
 * alongside it to the same end date, like one earned by visits. Unlike that one it does not depend on visits, because
 * it was paid for. See docs/decisions/0088-sell-to-free-members-any-time-and-upgrade-for-the-difference.md.
 */

/**
 * A member's running card with the highest tier of its term, and the facts that decide whether it can be upgraded. A
 * free card that came alongside a paid one through a merge does not count.
 */
export interface RunningCard {
  readonly id: number;
  readonly sbec_no: string;
  readonly membership: Nested & { readonly code: string | null };
  readonly rank: number;
  readonly start_date: string;
  readonly end_date: string;
  /** Nobody paid for the term. */
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
         exists (select from membership o where ${isHigher(sql`l.rank`, region)}) as has_higher,
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
export const isHigher = (rank: RawBuilder<unknown>, region: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`(o.deleted_at is null and not o.is_free and o.rank > ${rank} and ${rank} > 0 and ${isOpenToRegion('o', region)})`;

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
  const message = upgradeIneligibility(day, card, currency);
  return message && fail('conflict', { message });
}

/**
 * Why an upgrade cannot be sold as it was shown. If two clerks upgrade the same card, the second gets an error that
 * names the first; also if they chose different memberships, because the difference in price has changed. Undefined if
 * the same card is still running.
 */
export function changedCardRejection(
  { membershipId, upgradedFromId }: { readonly membershipId: number; readonly upgradedFromId: number | null },
  card: RunningCard | undefined,
): ApiError | undefined {
  if (!card) return undefined;
  const isOther = upgradedFromId !== null && upgradedFromId !== card.id;
  if (card.upgrade && (isOther || card.membership.id === membershipId))
    return fail('conflict', { message: alreadyUpgradedMessage(card, card.upgrade) });
  return isOther ? fail('conflict', { message: otherCardMessage(card) }) : undefined;
}

function upgradeIneligibility(day: string, card: RunningCard | undefined, currency?: string): Label | undefined {
  if (!card) return NO_RUNNING_CARD;
  if (card.is_free) return IS_FREE;
  if (card.paid === null) return manualCardMessage(card);
  if (day < card.start_date) return beginsLaterMessage(card);
  if (card.next) return renewedMessage(card, card.next);
  if (!card.has_higher) return card.upgrade ? alreadyUpgradedMessage(card, card.upgrade) : highestTierMessage(card);
  return currency !== undefined && card.currency !== currency ? otherCurrencyMessage(card) : undefined;
}

const NO_RUNNING_CARD: Label = {
  en: 'The member has no active card to upgrade. Sell or renew a membership instead.',
  id: 'Anggota tidak memiliki kartu aktif untuk dinaikkan. Jual atau perpanjang keanggotaan.',
};

const IS_FREE: Label = {
  en: 'This membership is complimentary. Sell a membership at full price instead.',
  id: 'Keanggotaan ini komplimen. Jual keanggotaan dengan harga penuh.',
};

const manualCardMessage = ({ sbec_no }: RunningCard): Label => ({
  en: `Manual card ${sbec_no} has no sale price to upgrade from. Set the tier on the member’s page.`,
  id: `Kartu manual ${sbec_no} tidak memiliki harga jual sebagai dasar kenaikan. Atur tingkat di halaman anggota.`,
});

const beginsLaterMessage = ({ sbec_no, start_date }: RunningCard): Label => ({
  en: `Card ${sbec_no} begins on ${dayLabel(start_date).en}. Date the upgrade on that day or later.`,
  id: `Kartu ${sbec_no} mulai pada ${dayLabel(start_date).id}. Beri tanggal kenaikan pada hari itu atau sesudahnya.`,
});

const renewedMessage = ({ sbec_no }: RunningCard, next: { sbec_no: string; start_date: string }): Label => ({
  en: `Card ${sbec_no} is already renewed: card ${next.sbec_no} begins on ${dayLabel(next.start_date).en}. Cancel the renewal, upgrade, then renew the higher membership.`,
  id: `Kartu ${sbec_no} sudah diperpanjang: kartu ${next.sbec_no} mulai pada ${dayLabel(next.start_date).id}. Batalkan perpanjangan, naikkan, lalu perpanjang keanggotaan yang lebih tinggi.`,
});

const highestTierMessage = ({ sbec_no, membership }: RunningCard): Label => ({
  en: `Card ${sbec_no} is ${membership.name}. No higher membership is sold here.`,
  id: `Kartu ${sbec_no} adalah ${membership.name}. Tidak ada keanggotaan lebih tinggi yang dijual di sini.`,
});

const otherCurrencyMessage = ({ sbec_no, currency }: RunningCard): Label => ({
  en: `Card ${sbec_no} was sold in ${currency}. Upgrade it at a hotel with that currency.`,
  id: `Kartu ${sbec_no} dijual dalam ${currency}. Naikkan di hotel dengan mata uang itu.`,
});

const otherCardMessage = ({ sbec_no, membership }: RunningCard): Label => ({
  en: `The active card is now ${sbec_no} (${membership.name}). Check the price again.`,
  id: `Kartu yang aktif kini ${sbec_no} (${membership.name}). Periksa kembali harganya.`,
});

/** The message for an upgrade that another user has already sold. */
const alreadyUpgradedMessage = (
  { sbec_no, membership }: RunningCard,
  { transaction_no, by, at, time }: SaleSummary,
): Label => ({
  en: `${by ?? 'Someone'} upgraded this membership on ${dayLabel(at).en} at ${time} (${transaction_no}). Card ${sbec_no} is now ${membership.name}.`,
  id: `${by ?? 'Seseorang'} telah menaikkan keanggotaan ini pada ${dayLabel(at).id} pukul ${time} (${transaction_no}). Kartu ${sbec_no} kini ${membership.name}.`,
});
