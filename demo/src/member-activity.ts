import type { CardDraft, MemberActivity, RedemptionDraft, SaleDraft, VisitDraft, VoucherDraft } from './drafts.ts';
import { type Day, timeOfDay, dayOf } from './days.ts';
import { type Guest, drawRedemption, drawVisit } from './visits-and-redemptions.ts';
import type { MemberDraft } from './members.ts';
import { tierBelow } from './memberships.ts';
import { type Programme, type ProgrammeHotel, type ProgrammeMembership, getRequired } from './programme.ts';
import type { Random } from './random.ts';
import {
  type SaleInput,
  drawCard,
  drawOrder,
  drawSale,
  issueVouchers,
  removeIncludedVouchers,
  createUpgradeSale,
} from './sales.ts';
import { drawSeller } from './preferences.ts';

/** Visits a year by tier, and the spending per visit relative to other tiers. */
const HABITS_BY_TIER: Readonly<Record<string, readonly [visits: number, spending: number]>> = {
  SHB: [2.2, 0.7],
  SHP: [4.6, 0.9],
  SHU: [8, 1.1],
  SLV: [5, 1],
  GLD: [9, 1.35],
  PLT: [16, 1.8],
};
const getHabits = (tier: string) => HABITS_BY_TIER[tier] ?? [4, 1];

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
/** The factor for vouchers of free memberships, which are used less. */
const FREE_VOUCHER_FACTOR = 0.6;
const VOID_CHANCE = 0.02;
/** The probability that the tier was reached by the previous renewal, so that the term before it had a lower one. */
const RENEWAL_UPGRADE_CHANCE = 0.3;
const LOST_CARD_CHANCE = 0.012;
/** One in this many upgraded members paid for the upgrade. */
const BOUGHT_UPGRADE_INTERVAL = 5;
/** The share of visits with a further transaction. */
const ORDER_CHANCE = 0.07;

/**
 * A member's activity since joining: the cards of all terms, and the sales, vouchers and visits since records began.
 */
export function drawMemberActivity(
  random: Random,
  fullProgramme: Programme,
  memberId: number,
  member: MemberDraft,
): MemberActivity {
  // Deleted members have no activity after their deletion.
  const now = member.deleted ?? fullProgramme.now;
  const programme = { ...fullProgramme, now, today: dayOf(now) };
  const activity = { sales: [] as SaleDraft[], cards: [] as CardDraft[], visits: [] as VisitDraft[] };
  if (member.terms.length === 0 && random.chance(0.35)) addCancelledSale(random, programme, memberId, member, activity);
  for (const { tier, index } of drawTierOfTerms(random, programme.today, member)) {
    const term = member.terms[index];
    if (!term) continue;
    const membership = getRequired(programme.memberships, tier);
    const saleInput = createSaleInput(random, programme, memberId, member, membership, index);
    const isRecorded = saleInput.at >= programme.recordsStart * 86_400_000;
    const sale = isRecorded ? drawSale(random, saleInput) : null;
    const isLast = index === member.terms.length - 1;
    const card = drawCard(random, saleInput, [term.from, term.until], {
      sale,
      upgradedFrom: null,
      isActive: isLast || !random.chance(LOST_CARD_CHANCE) || isFuture(member, index + 1, programme.today),
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
      homeHotel: member.hotel,
      travelsAbroad: !membership.isRegional,
      spending: getHabits(tier)[1],
    };
    const until = Math.min(term.until, programme.today);
    const from = Math.max(term.from, programme.recordsStart);
    if (upgrade && sale) {
      // As many visits as the tier requires; entering the last one triggers the upgrade.
      const visitsForUpgrade = Math.max(membership.visitsToUpgrade, 1);
      for (let n = 1; n < visitsForUpgrade; n++)
        addVisit(drawVisit(random, programme, guest, { from, until: upgrade.day - 1, causesUpgrade: true }), activity);
      addVisit(
        drawVisit(random, programme, guest, { from, until, causesUpgrade: true, enteredAt: upgrade.at.getTime() }),
        activity,
      );
      const nextMembership = getRequired(programme.memberships, member.tier);
      const upgradeInput = {
        at: upgrade.at.getTime(),
        by: upgrade.by,
        hotel: card.hotel,
        memberId,
        membership: nextMembership,
      };
      const isSold = memberId % BOUGHT_UPGRADE_INTERVAL === 0 && !membership.isFree;
      const upgradeSale = isSold
        ? createUpgradeSale(card, nextMembership, {
            at: upgradeInput.at,
            by: upgradeInput.by,
            phone: member.row.phone_no,
          })
        : null;
      if (upgradeSale) activity.sales.push(upgradeSale);
      const origin = { sale: upgradeSale, upgradedFrom: card, isActive: true };
      const upgradedCard = drawCard(
        random,
        { ...upgradeInput, isRenewal: false, deletedAt: null },
        [upgrade.day, term.until],
        origin,
      );
      activity.cards.push(upgradedCard);
      issueVouchers(random, upgradedCard, programme.today);
      redeemVouchers(random, programme, upgradedCard);
      // Draws all vouchers before dropping some, so that the random numbers of other members do not change.
      if (upgradeSale) removeIncludedVouchers(upgradedCard, card);
      const upgradedGuest = { ...guest, membershipId: nextMembership.id };
      // The upgrade starts no new term: the visits that triggered it count towards the next tier.
      addVisits(
        random,
        programme,
        upgradedGuest,
        { from: upgrade.day + 1, until, tier: member.tier, countedVisits: visitsForUpgrade },
        activity,
      );
    } else if (isLast && card.isActive && awaitsDecision(memberId, membership, { from, until })) {
      for (let n = 0; n < membership.visitsToUpgrade; n++)
        addVisit(drawVisit(random, programme, guest, { from, until, causesUpgrade: true }), activity);
    } else if (from <= until) {
      addVisits(random, programme, guest, { from, until, tier, countedVisits: 0 }, activity);
    }
  }
  for (const { at, hotel, by } of activity.visits.filter(() => random.chance(ORDER_CHANCE)))
    activity.sales.push(drawOrder(random, { at, hotel, by, memberId: random.chance(0.9) ? memberId : null }));
  return activity;
}

/** Some free members have enough visits for the next paid membership and wait for approval. */
const awaitsDecision = (
  memberId: number,
  { isFree, visitsToUpgrade }: ProgrammeMembership,
  { from, until }: { from: Day; until: Day },
): boolean => isFree && visitsToUpgrade > 0 && memberId % DECISION_INTERVAL === 0 && until - from > 60;
const DECISION_INTERVAL = 100;

/** Whether a term is still in the future. */
const isFuture = ({ terms }: Pick<MemberDraft, 'terms'>, index: number, today: Day): boolean =>
  (terms[index]?.from ?? today) > today;

/**
 * The tier of each term: the member's own in the last one, and sometimes a lower one before a renewal. It is not lower
 * if the renewed term is still in the future.
 */
function drawTierOfTerms(
  random: Random,
  today: Day,
  { terms, tier, upgrade }: MemberDraft,
): { tier: string; index: number }[] {
  let currentTier = upgrade ? upgrade.from : tier;
  return terms
    .map((_, i) => terms.length - 1 - i)
    .map((index) => {
      const termTier = { tier: currentTier, index };
      if (random.chance(RENEWAL_UPGRADE_CHANCE) && !isFuture({ terms }, index, today))
        currentTier = tierBelow(currentTier) ?? currentTier;
      return termTier;
    })
    .toReversed();
}

/**
 * The sale of a term's card: the first is made where the member signed up, if that hotel sells the membership; later
 * ones at the serving hotel.
 */
function createSaleInput(
  random: Random,
  programme: Programme,
  memberId: number,
  member: MemberDraft,
  membership: ProgrammeMembership,
  index: number,
): SaleInput {
  const { row, hotel, registrationHotel, renewal } = member;
  const isFirst = index === 0;
  const isLast = index === member.terms.length - 1;
  const saleHotel = isFirst && isSoldAt(membership, registrationHotel) ? registrationHotel : hotel;
  const soldAt =
    renewal && isLast
      ? renewal.at.getTime()
      : deskTime(random, programme, member.terms[index]?.renewedOn ?? 0, saleHotel);
  return {
    at: isFirst ? member.created.getTime() : soldAt,
    by: isFirst ? member.creator : renewal && isLast ? renewal.by : random.pick(saleHotel.staff),
    hotel: saleHotel,
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

/** A time on that day, within the opening hours of the desk and not in the future. */
const deskTime = (random: Random, programme: Programme, day: Day, hotel: ProgrammeHotel): number =>
  Math.min(timeOfDay(day, 9 + random.fraction() * 12, hotel.utc_offset).getTime(), programme.now.getTime());

/** A membership sold by mistake: the sale was deleted together with its card and vouchers. */
function addCancelledSale(
  random: Random,
  programme: Programme,
  memberId: number,
  member: MemberDraft,
  activity: { sales: SaleDraft[]; cards: CardDraft[] },
): void {
  const membership = getRequired(programme.memberships, member.tier);
  const saleInput = createSaleInput(random, programme, memberId, member, membership, 0);
  if (saleInput.at < programme.recordsStart * 86_400_000) return;
  const deletedAt = Math.min(saleInput.at + 1000 * random.integer(600, 900_000), programme.now.getTime());
  const sale = drawSale(random, { ...saleInput, deletedAt });
  const day = Math.floor(saleInput.at / 86_400_000);
  const card = drawCard(random, { ...saleInput, deletedAt }, [day, day + 364], {
    sale,
    upgradedFrom: null,
    isActive: true,
  });
  issueVouchers(random, card, programme.today);
  activity.sales.push(sale);
  activity.cards.push(card);
}

/** If only part of the card's term has passed, only this share of its vouchers is redeemed. */
function redeemVouchers(random: Random, programme: Programme, card: CardDraft): void {
  const elapsedShare = Math.min(Math.max((programme.today - card.from + 1) / (card.until - card.from + 1), 0), 1);
  for (const voucher of card.vouchers) {
    const chance =
      (REDEMPTION_CHANCE[voucher.voucher.type] ?? 0.4) * (card.membership.isFree ? FREE_VOUCHER_FACTOR : 1);
    if (random.chance(chance * elapsedShare)) addRedemption(random, programme, voucher);
  }
}

function addRedemption(random: Random, programme: Programme, voucher: VoucherDraft): void {
  const redemption = drawRedemption(random, programme, voucher);
  if (!redemption) return;
  const voidedAt = redemption.at + 1000 * random.integer(120, 5_400);
  if (!random.chance(VOID_CHANCE) || voidedAt > programme.now.getTime()) {
    voucher.redemptions.push(redemption);
    return;
  }
  voucher.redemptions.push({ ...redemption, deletedAt: voidedAt });
  const repeatedRedemption: RedemptionDraft = {
    ...redemption,
    at: voidedAt + 60_000,
    booking: `TBL-${random.digits(6)}`,
  };
  const isSameDay = getLocalDay(repeatedRedemption) === getLocalDay(redemption);
  if (random.chance(0.5) && isSameDay && repeatedRedemption.at <= programme.now.getTime())
    voucher.redemptions.push(repeatedRedemption);
}

const getLocalDay = ({ at, hotel }: RedemptionDraft): Day => Math.floor((at / 3_600_000 + hotel.utc_offset) / 24);

function addVisits(
  random: Random,
  programme: Programme,
  guest: Guest,
  { from, until, tier, countedVisits }: { from: Day; until: Day; tier: string; countedVisits: number },
  activity: { visits: VisitDraft[] },
): void {
  if (from > until) return;
  const activityLevel = random.fraction();
  const expected = getHabits(tier)[0] * ((until - from + 1) / 365) * (0.15 + activityLevel * activityLevel * 2.4);
  const { visitsToUpgrade } = getRequired(programme.memberships, tier);
  // With one more visit, the member would have been upgraded.
  const maxVisits = visitsToUpgrade > 0 ? Math.max(visitsToUpgrade - countedVisits - 1, 0) : Infinity;
  const count = Math.min(Math.floor(expected + random.fraction()), maxVisits);
  for (let n = 0; n < count; n++) addVisit(drawVisit(random, programme, guest, { from, until }), activity);
}

function addVisit(visit: VisitDraft | null, activity: { visits: VisitDraft[] }): void {
  if (visit) activity.visits.push(visit);
}
