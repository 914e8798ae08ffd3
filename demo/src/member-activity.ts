import type { CardDraft, MemberActivity, RedemptionDraft, SaleDraft, VisitDraft, VoucherDraft } from './drafts.ts';
import { type Day, timeOfDay, dayOf } from './days.ts';
import { type Guest, drawRedemption, drawVisit } from './visits-and-redemptions.ts';
import type { DrawnMember } from './members.ts';
import { tierBelow } from './memberships.ts';
import { type Programme, type ProgrammeHotel, type ProgrammeMembership, known } from './programme.ts';
import type { Random } from './random.ts';
import { type Deal, drawCard, drawOrder, drawSale, issueVouchers, keepAddedVouchers, upgradeSale } from './sales.ts';
import { drawSeller } from './preferences.ts';

/** Per tier: visits a year, and spending per visit relative to others. */
const HABITS: Readonly<Record<string, readonly [visits: number, spending: number]>> = {
  SHB: [2.2, 0.7],
  SHP: [4.6, 0.9],
  SHU: [8, 1.1],
  SLV: [5, 1],
  GLD: [9, 1.35],
  PLT: [16, 1.8],
};
const habitsOf = (level: string) => HABITS[level] ?? [4, 1];

/** Probability that a voucher is redeemed before it expires, by type. */
const REDEMPTION_CHANCE: Readonly<Record<string, number>> = {
  'room-night': 0.5,
  'room-discount': 0.28,
  dining: 0.46,
  'dining-discount': 0.42,
  spa: 0.33,
  birthday: 0.4,
  cash: 0.48,
};
/** Factor for vouchers of free memberships, which are used less. */
const FREE_VOUCHER_FACTOR = 0.6;
const VOIDED = 0.02;
/** Probability that the tier was reached by the previous renewal, so the term before it had a lower one. */
const RENEWAL_UPGRADE_CHANCE = 0.3;
const LOST_CARD_CHANCE = 0.012;
/** One in this many upgraded members paid for the upgrade. */
const BOUGHT_UPGRADE_INTERVAL = 5;
/** Share of visits with a further transaction. */
const ORDER_CHANCE = 0.07;

/** A member's activity since joining: cards of all terms, and sales, vouchers and visits since records began. */
export function drawMemberActivity(
  random: Random,
  all: Programme,
  memberId: number,
  member: DrawnMember,
): MemberActivity {
  // Deleted members have no activity after their deletion.
  const now = member.deleted ?? all.now;
  const programme = { ...all, now, today: dayOf(now) };
  const activity = { sales: [] as SaleDraft[], cards: [] as CardDraft[], visits: [] as VisitDraft[] };
  if (member.terms.length === 0 && random.chance(0.35)) addCancelledSale(random, programme, memberId, member, activity);
  for (const { level, index } of tiersOfTerms(random, programme.today, member)) {
    const term = member.terms[index];
    if (!term) continue;
    const membership = known(programme.memberships, level);
    const deal = dealOf(random, programme, memberId, member, membership, index);
    const isRecorded = deal.at >= programme.recordsStart * 86_400_000;
    const sale = isRecorded ? drawSale(random, deal) : null;
    const isLast = index === member.terms.length - 1;
    const card = drawCard(random, deal, [term.from, term.until], {
      sale,
      upgradedFrom: null,
      isActive: isLast || !random.chance(LOST_CARD_CHANCE) || isAhead(member, index + 1, programme.today),
    });
    activity.cards.push(card);
    const upgrade = isLast ? member.upgrade : null;
    if (sale) {
      activity.sales.push(sale);
      issueVouchers(random, card, programme.today);
      redeemVouchers(random, programme, card);
    }
    const guest = {
      memberId,
      membershipId: membership.id,
      own: member.hotel,
      travelsAbroad: !membership.isRegional,
      spending: habitsOf(level)[1],
    };
    const until = Math.min(term.until, programme.today);
    const from = Math.max(term.from, programme.recordsStart);
    if (upgrade && sale) {
      // As many visits as the tier requires. The last one triggers the upgrade when it is entered.
      const visitsForUpgrade = Math.max(membership.visitsToUpgrade, 1);
      for (let n = 1; n < visitsForUpgrade; n++)
        addVisit(drawVisit(random, programme, guest, { from, until: upgrade.day - 1, causesUpgrade: true }), activity);
      addVisit(
        drawVisit(random, programme, guest, { from, until, causesUpgrade: true, enteredAt: upgrade.at.getTime() }),
        activity,
      );
      const above = known(programme.memberships, member.level);
      const given = { at: upgrade.at.getTime(), by: upgrade.by, hotel: card.hotel, memberId, membership: above };
      const isBought = memberId % BOUGHT_UPGRADE_INTERVAL === 0 && !membership.isFree;
      const bought = isBought
        ? upgradeSale(card, above, { at: given.at, by: given.by, phone: member.row.phone_no })
        : null;
      if (bought) activity.sales.push(bought);
      const origin = { sale: bought, upgradedFrom: card, isActive: true };
      const upgradedCard = drawCard(
        random,
        { ...given, isRenewal: false, deletedAt: null },
        [upgrade.day, term.until],
        origin,
      );
      activity.cards.push(upgradedCard);
      issueVouchers(random, upgradedCard, programme.today);
      redeemVouchers(random, programme, upgradedCard);
      // Draw all vouchers before dropping some, so that the random numbers of other members do not change.
      if (bought) keepAddedVouchers(upgradedCard, card);
      const upgradedGuest = { ...guest, membershipId: above.id };
      // The term continues: the visits that triggered the upgrade count towards the next tier.
      addVisits(
        random,
        programme,
        upgradedGuest,
        { from: upgrade.day + 1, until, level: member.level, counted: visitsForUpgrade },
        activity,
      );
    } else if (isLast && card.isActive && awaitsDecision(memberId, membership, { from, until })) {
      for (let n = 0; n < membership.visitsToUpgrade; n++)
        addVisit(drawVisit(random, programme, guest, { from, until, causesUpgrade: true }), activity);
    } else if (from <= until) {
      addVisits(random, programme, guest, { from, until, level, counted: 0 }, activity);
    }
  }
  for (const { at, hotel, by } of activity.visits.filter(() => random.chance(ORDER_CHANCE)))
    activity.sales.push(drawOrder(random, { at, hotel, by, memberId: random.chance(0.9) ? memberId : null }));
  return activity;
}

/** Some free members have enough visits for the paid membership above and are waiting for approval. */
const awaitsDecision = (
  memberId: number,
  { isFree, visitsToUpgrade }: ProgrammeMembership,
  { from, until }: { from: Day; until: Day },
): boolean => isFree && visitsToUpgrade > 0 && memberId % DECISION_INTERVAL === 0 && until - from > 60;
const DECISION_INTERVAL = 100;

/** Whether a term is still in the future. */
const isAhead = ({ terms }: Pick<DrawnMember, 'terms'>, index: number, today: Day): boolean =>
  (terms[index]?.from ?? today) > today;

/**
 * Tier of each term: the member's own in the last one, and sometimes a lower one before a renewal, but not if the
 * renewed term is still in the future.
 */
function tiersOfTerms(
  random: Random,
  today: Day,
  { terms, level, upgrade }: DrawnMember,
): { level: string; index: number }[] {
  let at = upgrade ? upgrade.from : level;
  return terms
    .map((_, i) => terms.length - 1 - i)
    .map((index) => {
      const held = { level: at, index };
      if (random.chance(RENEWAL_UPGRADE_CHANCE) && !isAhead({ terms }, index, today)) at = tierBelow(at) ?? at;
      return held;
    })
    .toReversed();
}

/**
 * Sale of a term's card: the first at the hotel where the member signed up, if it sells the membership; later ones at
 * the serving hotel.
 */
function dealOf(
  random: Random,
  programme: Programme,
  memberId: number,
  member: DrawnMember,
  membership: ProgrammeMembership,
  index: number,
): Deal {
  const { row, hotel, registrationHotel, renewal } = member;
  const isFirst = index === 0;
  const isLast = index === member.terms.length - 1;
  const place = isFirst && isSoldAt(membership, registrationHotel) ? registrationHotel : hotel;
  const bought =
    renewal && isLast ? renewal.at.getTime() : deskTime(random, programme, member.terms[index]?.renewed ?? 0, place);
  return {
    at: isFirst ? member.created.getTime() : bought,
    by: isFirst ? member.creator : renewal && isLast ? renewal.by : random.pick(place.staff),
    hotel: place,
    memberId,
    membership,
    isRenewal: !isFirst,
    seller: isFirst ? (row.marketing_name ?? null) : random.chance(0.5) ? drawSeller(random) : null,
    phone: row.phone_no,
    deletedAt: null,
  };
}

const isSoldAt = ({ regionCode }: ProgrammeMembership, { region }: ProgrammeHotel): boolean =>
  regionCode === null || regionCode === region;

/** A time on that day during the desk's opening hours and not in the future. */
const deskTime = (random: Random, programme: Programme, day: Day, hotel: ProgrammeHotel): number =>
  Math.min(timeOfDay(day, 9 + random.fraction() * 12, hotel.utc_offset).getTime(), programme.now.getTime());

/** A membership sold by mistake: the sale was deleted together with its card and vouchers. */
function addCancelledSale(
  random: Random,
  programme: Programme,
  memberId: number,
  member: DrawnMember,
  activity: { sales: SaleDraft[]; cards: CardDraft[] },
): void {
  const membership = known(programme.memberships, member.level);
  const deal = dealOf(random, programme, memberId, member, membership, 0);
  if (deal.at < programme.recordsStart * 86_400_000) return;
  const deletedAt = Math.min(deal.at + 1000 * random.whole(600, 900_000), programme.now.getTime());
  const sale = drawSale(random, { ...deal, deletedAt });
  const day = Math.floor(deal.at / 86_400_000);
  const card = drawCard(random, { ...deal, deletedAt }, [day, day + 364], { sale, upgradedFrom: null, isActive: true });
  issueVouchers(random, card, programme.today);
  activity.sales.push(sale);
  activity.cards.push(card);
}

/** If only part of the card's term has passed, only that share of its vouchers is redeemed. */
function redeemVouchers(random: Random, programme: Programme, card: CardDraft): void {
  const elapsed = Math.min(Math.max((programme.today - card.from + 1) / (card.until - card.from + 1), 0), 1);
  for (const voucher of card.vouchers) {
    const chance =
      (REDEMPTION_CHANCE[voucher.voucher.type] ?? 0.4) * (card.membership.isFree ? FREE_VOUCHER_FACTOR : 1);
    if (random.chance(chance * elapsed)) addRedemption(random, programme, voucher);
  }
}

function addRedemption(random: Random, programme: Programme, voucher: VoucherDraft): void {
  const redemption = drawRedemption(random, programme, voucher);
  if (!redemption) return;
  const voided = redemption.at + 1000 * random.whole(120, 5_400);
  if (!random.chance(VOIDED) || voided > programme.now.getTime()) {
    voucher.redemptions.push(redemption);
    return;
  }
  voucher.redemptions.push({ ...redemption, deletedAt: voided });
  const again: RedemptionDraft = { ...redemption, at: voided + 60_000, booking: `TBL-${random.digits(6)}` };
  const isSameDay = localDay(again) === localDay(redemption);
  if (random.chance(0.5) && isSameDay && again.at <= programme.now.getTime()) voucher.redemptions.push(again);
}

const localDay = ({ at, hotel }: RedemptionDraft): Day => Math.floor((at / 3_600_000 + hotel.utc_offset) / 24);

function addVisits(
  random: Random,
  programme: Programme,
  guest: Guest,
  { from, until, level, counted }: { from: Day; until: Day; level: string; counted: number },
  activity: { visits: VisitDraft[] },
): void {
  if (from > until) return;
  const a = random.fraction();
  const expected = habitsOf(level)[0] * ((until - from + 1) / 365) * (0.15 + a * a * 2.4);
  const { visitsToUpgrade } = known(programme.memberships, level);
  // One more visit would have triggered an upgrade.
  const most = visitsToUpgrade > 0 ? Math.max(visitsToUpgrade - counted - 1, 0) : Infinity;
  const count = Math.min(Math.floor(expected + random.fraction()), most);
  for (let n = 0; n < count; n++) addVisit(drawVisit(random, programme, guest, { from, until }), activity);
}

function addVisit(visit: VisitDraft | null, activity: { visits: VisitDraft[] }): void {
  if (visit) activity.visits.push(visit);
}
