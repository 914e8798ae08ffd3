import type { CardDraft, MemberActivity, VisitDraft, VoucherDraft } from './drafts.ts';
import { drawRedemption, drawVisit } from './visits-and-redemptions.ts';
import type { DrawnMember } from './members.ts';
import { voucherNumber } from './numbers.ts';
import { type Programme, known } from './programme.ts';
import type { Random } from './random.ts';
import { drawCard, drawSale } from './sales.ts';

/** Visits per member of a large-scale database, besides a card with its sale. */
const VISITS = 5;
const VOUCHERS = 3;
/** Share of the vouchers that are redeemed. */
const REDEEMED = 0.36;

/** A member's last term only, with as many records for each member. */
export function drawPlainActivity(
  random: Random,
  programme: Programme,
  memberId: number,
  member: DrawnMember,
): MemberActivity {
  const term = member.terms.at(-1);
  if (!term) return { sales: [], cards: [], visits: [] };
  const { hotel, row, renewal } = member;
  const membership = known(programme.memberships, member.level);
  const sold = renewal ?? { at: member.created, by: member.creator };
  const deal = {
    at: sold.at.getTime(),
    by: sold.by,
    hotel,
    memberId,
    membership,
    isRenewal: renewal !== null,
    seller: row.marketing_name ?? null,
    phone: row.phone_no,
    deletedAt: null,
  };
  const sale = drawSale(random, deal);
  const card = drawCard(random, deal, [term.from, term.until], { sale, upgradedFrom: null, isActive: true });
  issueSomeVouchers(random, programme, card);

  const guest = {
    memberId,
    membershipId: membership.id,
    own: hotel,
    travelsAbroad: !membership.isRegional,
    spending: 1,
  };
  const until = Math.min(term.until, programme.today);
  // A card bought in advance has not started, so the visits are in the term before it.
  const from = term.from > until ? until - 200 : term.from;
  const visits: VisitDraft[] = [];
  for (let n = 0; n < VISITS; n++) {
    const visit = drawVisit(random, programme, guest, { from, until });
    if (visit) visits.push(visit);
  }
  return { sales: [sale], cards: [card], visits };
}

/** Some consecutive vouchers of the card's membership, starting at a random one. */
function issueSomeVouchers(random: Random, programme: Programme, card: CardDraft): void {
  const voucherList = card.membership.vouchers.filter(
    (v) => v.isActive && (v.hotelId === null || v.hotelId === card.hotel.id),
  );
  const start = random.whole(0, voucherList.length);
  for (let n = 0; n < Math.min(VOUCHERS, voucherList.length); n++) {
    const voucher = voucherList[(start + n) % voucherList.length];
    if (!voucher) continue;
    const draft: VoucherDraft = { id: 0, card, voucher, nth: 1, number: voucherNumber(random), redemptions: [] };
    card.vouchers.push(draft);
    const redemption = random.chance(REDEEMED) ? drawRedemption(random, programme, draft) : null;
    if (redemption) draft.redemptions.push(redemption);
  }
}
