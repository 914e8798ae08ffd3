import { type Label, type Nested } from '@innkeeper/contract';
import type { Db, Tx } from '@innkeeper/db';
import { type RawBuilder, sql } from 'kysely';
import { namedSql } from '../../access/named.ts';
import { dayLabel } from '../../platform/http/day-in-words.ts';
import { type ApiError, fail } from '../../platform/http/fail.ts';
import { isOpenToRegion } from './ladder.ts';
import { type Counter, type SaleBy, saleBySql } from './situation.ts';

/*
 * Upgrades that are sold: a running card is upgraded to a higher membership for the difference of price. The new card runs beside it to the same end,
 * as one to which visits led. Those follow visits, and this one does not: it was paid.
 * See docs/decisions/0088-selling-up.md.
 */

/**
 * The running card of a member, of the highest tier of its term, with the facts that decide whether it can be upgraded. A free card that a merge
 * brought beside a paid one does not count.
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
  /** The price of the membership that was sold last for the term, before discount; null where none was sold. */
  readonly paid: string | null;
  readonly currency: string | null;
  /** Whether a higher membership is open to the region. */
  readonly has_higher: boolean;
  /** The card of the next term, which a renewal has made. */
  readonly next: { readonly sbec_no: string; readonly start_date: string } | null;
  /** The upgrade that made it, and its seller; null for a card that came another way. */
  readonly upgrade: SaleBy | null;
}

/** SQL: the card of a member that runs on a day, for a sale in a region. */
export const runningCardSql = (
  member: RawBuilder<unknown>,
  day: RawBuilder<unknown>,
  region: RawBuilder<unknown>,
): RawBuilder<RunningCard> => sql`
  select c.id, c.sbec_no, ${namedSql('l')} as membership, l.rank, c.start_date, c.end_date, is_free_term(c.id) as is_free,
         sold.price::numeric(15, 3)::text as paid, sold.currency,
         exists (select from membership o where ${isHigher(sql`l.rank`, region)}) as has_higher,
         (select json_build_object('sbec_no', n.sbec_no, 'start_date', n.start_date) from member_card n
          where n.member_id = c.member_id and n.start_date > c.end_date and n.is_active and n.deleted_at is null
          order by n.start_date, n.id limit 1) as next,
         case when d.code = '6' then ${saleBySql} end as upgrade
  from member_card c
  join membership l on l.id = c.membership_id
  left join member_card sold on sold.id = sold_card_of(c.id)
  left join transaction t on t.id = c.transaction_id and t.deleted_at is null
  left join option_detail d on d.id = t.transaction_type_id
  left join users u on u.id = t.created_by_id
  where c.member_id = ${member} and c.deleted_at is null and c.is_active and ${day} between c.start_date and c.end_date
  order by is_free, c.start_date desc, c.id desc limit 1`;

/** SQL: whether the membership `o` is sold in a region, and higher than a rank. Rank 0 stands outside the ladder. */
export const isHigher = (rank: RawBuilder<unknown>, region: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`(o.deleted_at is null and not o.is_free and o.rank > ${rank} and ${rank} > 0 and ${isOpenToRegion('o', region)})`;

export async function readRunningCard(
  db: Db['kysely'] | Tx,
  memberId: number,
  { day, days_ago, region_id }: Counter,
): Promise<RunningCard | undefined> {
  const today = sql`${day}::date + ${days_ago}::integer`;
  const { rows } = await runningCardSql(sql`${memberId}`, today, sql`${region_id}::bigint`).execute(db);
  return rows[0];
}

/** Why a card cannot be upgraded by a sale of a day, in a currency if it is known; undefined where it can. Throw it as it is. */
export function upgradeRefusal(day: string, card: RunningCard | undefined, currency?: string): ApiError | undefined {
  const message = whyNot(day, card, currency);
  return message && fail('conflict', { message });
}

/**
 * Why an upgrade is not sold as it was shown: of two clerks who upgrade a card, the second gets a refusal that names the first, also where
 * they chose different memberships, as the difference is another one then. Undefined where the same card runs.
 */
export function changedRefusal(
  { membershipId, upgradedFromId }: { readonly membershipId: number; readonly upgradedFromId: number | null },
  card: RunningCard | undefined,
): ApiError | undefined {
  if (!card) return undefined;
  const isOther = upgradedFromId !== null && upgradedFromId !== card.id;
  if (card.upgrade && (isOther || card.membership.id === membershipId))
    return fail('conflict', { message: upgradedAlready(card, card.upgrade) });
  return isOther ? fail('conflict', { message: otherRuns(card) }) : undefined;
}

function whyNot(day: string, card: RunningCard | undefined, currency?: string): Label | undefined {
  if (!card) return NO_RUNNING_CARD;
  if (card.is_free) return IS_FREE;
  if (card.paid === null) return madeManually(card);
  if (day < card.start_date) return beginsLater(card);
  if (card.next) return isRenewed(card, card.next);
  if (!card.has_higher) return card.upgrade ? upgradedAlready(card, card.upgrade) : isHighest(card);
  return currency !== undefined && card.currency !== currency ? otherCurrency(card) : undefined;
}

const NO_RUNNING_CARD: Label = {
  en: 'The member has no running card to upgrade: sell or renew a membership instead.',
  id: 'Anggota tidak memiliki kartu yang masih berlaku untuk dinaikkan: jual atau perpanjang keanggotaan.',
};

const IS_FREE: Label = {
  en: 'This member has a free membership: sell a membership at its full price, at any time.',
  id: 'Anggota ini memiliki keanggotaan gratis: jual keanggotaan dengan harga penuh, kapan saja.',
};

const madeManually = ({ sbec_no }: RunningCard): Label => ({
  en: `Card ${sbec_no} was made manually and not sold: there is no price from which the difference is counted. Set the level on the page of the member.`,
  id: `Kartu ${sbec_no} dibuat secara manual dan tidak dijual: tidak ada harga sebagai dasar selisih. Atur tingkat di halaman anggota.`,
});

const beginsLater = ({ sbec_no, start_date }: RunningCard): Label => ({
  en: `Card ${sbec_no} begins on ${dayLabel(start_date).en}: date the upgrade on that day or later.`,
  id: `Kartu ${sbec_no} mulai pada ${dayLabel(start_date).id}: beri tanggal kenaikan pada hari itu atau sesudahnya.`,
});

const isRenewed = ({ sbec_no }: RunningCard, next: { sbec_no: string; start_date: string }): Label => ({
  en: `Card ${sbec_no} is renewed already: card ${next.sbec_no} begins on ${dayLabel(next.start_date).en}. Cancel that renewal first, upgrade, then renew the higher membership.`,
  id: `Kartu ${sbec_no} sudah diperpanjang: kartu ${next.sbec_no} mulai pada ${dayLabel(next.start_date).id}. Batalkan perpanjangan itu terlebih dahulu, naikkan, lalu perpanjang keanggotaan yang lebih tinggi.`,
});

const isHighest = ({ sbec_no, membership }: RunningCard): Label => ({
  en: `Card ${sbec_no} is of ${membership.name}: no higher membership is sold here.`,
  id: `Kartu ${sbec_no} adalah ${membership.name}: tidak ada keanggotaan lebih tinggi yang dijual di sini.`,
});

const otherCurrency = ({ sbec_no, currency }: RunningCard): Label => ({
  en: `Card ${sbec_no} was sold in ${currency}: upgrade it at a hotel with that currency.`,
  id: `Kartu ${sbec_no} dijual dalam ${currency}: naikkan di hotel dengan mata uang itu.`,
});

const otherRuns = ({ sbec_no, membership }: RunningCard): Label => ({
  en: `Card ${sbec_no} of ${membership.name} runs now, and not the one for which the price was shown: check the price again.`,
  id: `Kartu ${sbec_no} untuk ${membership.name} yang kini berlaku, bukan kartu yang harganya ditampilkan: periksa kembali harganya.`,
});

/** The refusal of an upgrade that somebody else has sold already. */
const upgradedAlready = ({ sbec_no, membership }: RunningCard, { transaction_no, by, at, time }: SaleBy): Label => ({
  en: `${by ?? 'Somebody'} upgraded this membership on ${dayLabel(at).en} at ${time} (${transaction_no}): card ${sbec_no} is of ${membership.name}.`,
  id: `${by ?? 'Seseorang'} telah menaikkan keanggotaan ini pada ${dayLabel(at).id} pukul ${time} (${transaction_no}): kartu ${sbec_no} adalah ${membership.name}.`,
});
