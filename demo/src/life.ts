import type { CardDraft, Life, RedemptionDraft, SaleDraft, VisitDraft, VoucherDraft } from './drafts.ts';
import { type Day, atHour, dayOf } from './days.ts';
import { type Guest, drawRedemption, drawVisit } from './guests.ts';
import type { DrawnMember } from './members.ts';
import { levelBelow } from './memberships.ts';
import { type Programme, type ProgrammeHotel, type ProgrammeMembership, known } from './programme.ts';
import type { Random } from './random.ts';
import { type Deal, drawCard, drawOrder, drawSale, issueVouchers, keepDifference, upgradeSale } from './sales.ts';
import { drawSeller } from './tastes.ts';

/** Visits that a member of each level makes in a year, and how much they spend at one compared to others. */
const HABITS: Readonly<Record<string, readonly [visits: number, spending: number]>> = {
  SHB: [2.2, 0.7],
  SHP: [4.6, 0.9],
  SHU: [8, 1.1],
  SLV: [5, 1],
  GLD: [9, 1.35],
  PLT: [16, 1.8],
};
const habitsOf = (level: string) => HABITS[level] ?? [4, 1];

/** Chance that a voucher of each type is redeemed before it expires. */
const USE: Readonly<Record<string, number>> = {
  'room-night': 0.5,
  'room-discount': 0.28,
  dining: 0.46,
  'dining-discount': 0.42,
  spa: 0.33,
  birthday: 0.4,
  cash: 0.48,
};
/** Free vouchers are used less. */
const USE_OF_FREE = 0.6;
const VOIDED = 0.02;
/** Chance that a level was reached by the renewal before, and not held then. */
const STEPPED_UP = 0.3;
const LOST_CARD = 0.012;
/** Of the members who rise, each so many-th has paid for it. */
const BOUGHT_EACH = 5;
/** Of the visits of a member so many leave another transaction behind. */
const ORDERED = 0.07;

/** The life of a member since they joined: cards of all terms, and since the books began sales, vouchers and visits. */
export function drawLife(random: Random, all: Programme, memberId: number, member: DrawnMember): Life {
  // Nothing happened to a member who was deleted since.
  const now = member.deleted ?? all.now;
  const programme = { ...all, now, today: dayOf(now) };
  const life = { sales: [] as SaleDraft[], cards: [] as CardDraft[], visits: [] as VisitDraft[] };
  if (member.terms.length === 0 && random.chance(0.35)) addCancelledSale(random, programme, memberId, member, life);
  for (const { level, index } of levelsOf(random, programme.today, member)) {
    const term = member.terms[index];
    if (!term) continue;
    const membership = known(programme.memberships, level);
    const deal = dealOf(random, programme, memberId, member, membership, index);
    const isInBooks = deal.at >= programme.bookStart * 86_400_000;
    const sale = isInBooks ? drawSale(random, deal) : null;
    const isLast = index === member.terms.length - 1;
    const card = drawCard(random, deal, [term.from, term.until], {
      sale,
      upgradedFrom: null,
      isActive: isLast || !random.chance(LOST_CARD) || isAhead(member, index + 1, programme.today),
    });
    life.cards.push(card);
    const upgrade = isLast ? member.upgrade : null;
    if (sale) {
      life.sales.push(sale);
      issueVouchers(random, card, programme.today);
      redeemVouchers(random, programme, card);
    }
    const guest = {
      memberId,
      membershipId: membership.id,
      own: member.hotel,
      isAbroad: !membership.isRegional,
      spending: habitsOf(level)[1],
    };
    const until = Math.min(term.until, programme.today);
    const from = Math.max(term.from, programme.bookStart);
    if (upgrade && sale) {
      // As many as the level asks for; the last one lifts the member at the moment at which it is entered.
      const lifting = Math.max(membership.visitsToUpgrade, 1);
      for (let n = 1; n < lifting; n++)
        addVisit(drawVisit(random, programme, guest, { from, until: upgrade.day - 1, isLifting: true }), life);
      addVisit(
        drawVisit(random, programme, guest, { from, until, isLifting: true, enteredAt: upgrade.at.getTime() }),
        life,
      );
      const above = known(programme.memberships, member.level);
      const given = { at: upgrade.at.getTime(), by: upgrade.by, hotel: card.hotel, memberId, membership: above };
      const isBought = memberId % BOUGHT_EACH === 0 && !membership.isFree;
      const bought = isBought
        ? upgradeSale(card, above, { at: given.at, by: given.by, phone: member.row.phone_no })
        : null;
      if (bought) life.sales.push(bought);
      const origin = { sale: bought, upgradedFrom: card, isActive: true };
      const better = drawCard(
        random,
        { ...given, isRenewal: false, deletedAt: null },
        [upgrade.day, term.until],
        origin,
      );
      life.cards.push(better);
      issueVouchers(random, better, programme.today);
      redeemVouchers(random, programme, better);
      // Its vouchers are left out after all of them are drawn: everybody else stays who they are.
      if (bought) keepDifference(better, card);
      const risen = { ...guest, membershipId: above.id };
      // The term goes on: the visits that lifted the member count towards the next level.
      addVisits(
        random,
        programme,
        risen,
        { from: upgrade.day + 1, until, level: member.level, counted: lifting },
        life,
      );
    } else if (isLast && card.isActive && isToDecide(memberId, membership, { from, until })) {
      for (let n = 0; n < membership.visitsToUpgrade; n++)
        addVisit(drawVisit(random, programme, guest, { from, until, isLifting: true }), life);
    } else if (from <= until) {
      addVisits(random, programme, guest, { from, until, level, counted: 0 }, life);
    }
  }
  for (const { at, hotel, by } of life.visits.filter(() => random.chance(ORDERED)))
    life.sales.push(drawOrder(random, { at, hotel, by, memberId: random.chance(0.9) ? memberId : null }));
  return life;
}

/** Now and then a free member has the visits for the paid membership above, and waits for an approval. */
const isToDecide = (
  memberId: number,
  { isFree, visitsToUpgrade }: ProgrammeMembership,
  { from, until }: { from: Day; until: Day },
): boolean => isFree && visitsToUpgrade > 0 && memberId % TO_DECIDE === 0 && until - from > 60;
const TO_DECIDE = 100;

/** Whether a term has not begun. */
const isAhead = ({ terms }: Pick<DrawnMember, 'terms'>, index: number, today: Day): boolean =>
  (terms[index]?.from ?? today) > today;

/**
 * The level of each term: the member's own in the last one, and now and then a lower one before a renewal, though not while the
 * card that follows has not begun.
 */
function levelsOf(
  random: Random,
  today: Day,
  { terms, level, upgrade }: DrawnMember,
): { level: string; index: number }[] {
  let at = upgrade ? upgrade.from : level;
  return terms
    .map((_, i) => terms.length - 1 - i)
    .map((index) => {
      const held = { level: at, index };
      if (random.chance(STEPPED_UP) && !isAhead({ terms }, index, today)) at = levelBelow(at) ?? at;
      return held;
    })
    .toReversed();
}

/**
 * The deal of a term's card: at first at the hotel where the member signed up, as far as the membership is sold there, later at
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
  const { row, hotel, registeredAt, renewal } = member;
  const isFirst = index === 0;
  const isLast = index === member.terms.length - 1;
  const place = isFirst && isSoldAt(membership, registeredAt) ? registeredAt : hotel;
  const bought =
    renewal && isLast ? renewal.at.getTime() : atDesk(random, programme, member.terms[index]?.renewed ?? 0, place);
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

/** A moment of a day while the desk sells, as far as it has passed. */
const atDesk = (random: Random, programme: Programme, day: Day, hotel: ProgrammeHotel): number =>
  Math.min(atHour(day, 9 + random.fraction() * 12, hotel.utc_offset).getTime(), programme.now.getTime());

/** A membership sold to a person by mistake: the sale was deleted, and its card and vouchers with it. */
function addCancelledSale(
  random: Random,
  programme: Programme,
  memberId: number,
  member: DrawnMember,
  life: { sales: SaleDraft[]; cards: CardDraft[] },
): void {
  const membership = known(programme.memberships, member.level);
  const deal = dealOf(random, programme, memberId, member, membership, 0);
  if (deal.at < programme.bookStart * 86_400_000) return;
  const deletedAt = Math.min(deal.at + 1000 * random.whole(600, 900_000), programme.now.getTime());
  const sale = drawSale(random, { ...deal, deletedAt });
  const day = Math.floor(deal.at / 86_400_000);
  const card = drawCard(random, { ...deal, deletedAt }, [day, day + 364], { sale, upgradedFrom: null, isActive: true });
  issueVouchers(random, card, programme.today);
  life.sales.push(sale);
  life.cards.push(card);
}

/** Only a part of the card's time has passed, and so only that part of its vouchers is redeemed. */
function redeemVouchers(random: Random, programme: Programme, card: CardDraft): void {
  const elapsed = Math.min(Math.max((programme.today - card.from + 1) / (card.until - card.from + 1), 0), 1);
  for (const voucher of card.vouchers) {
    const chance = (USE[voucher.voucher.type] ?? 0.4) * (card.membership.isFree ? USE_OF_FREE : 1);
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
  life: { visits: VisitDraft[] },
): void {
  if (from > until) return;
  const a = random.fraction();
  const expected = habitsOf(level)[0] * ((until - from + 1) / 365) * (0.15 + a * a * 2.4);
  const { visitsToUpgrade } = known(programme.memberships, level);
  // One more would have lifted the member.
  const most = visitsToUpgrade > 0 ? Math.max(visitsToUpgrade - counted - 1, 0) : Infinity;
  const count = Math.min(Math.floor(expected + random.fraction()), most);
  for (let n = 0; n < count; n++) addVisit(drawVisit(random, programme, guest, { from, until }), life);
}

function addVisit(visit: VisitDraft | null, life: { visits: VisitDraft[] }): void {
  if (visit) life.visits.push(visit);
}
