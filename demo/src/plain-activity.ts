import type { CardDraft, MemberActivity, VisitDraft, VoucherDraft } from './drafts.ts';
import { drawRedemption, drawVisit } from './visits-and-redemptions.ts';
import type { MemberDraft } from './members.ts';
import { drawVoucherNumber } from './numbers.ts';
import { type Programme, getRequired } from './programme.ts';
import type { Random } from './random.ts';
import { drawCard, drawSale } from './sales.ts';

/** Visits per member of a large-scale database, besides a card with its sale. */
const VISITS_PER_MEMBER = 5;
const VOUCHERS_PER_MEMBER = 3;
/** Share of the vouchers that are redeemed. */
const REDEEMED_SHARE = 0.36;

/** The activity of a member's last term, with the same number of records for each member. */
export function drawPlainActivity(
  random: Random,
  programme: Programme,
  memberId: number,
  member: MemberDraft,
): MemberActivity {
  const term = member.terms.at(-1);
  if (!term) return { sales: [], cards: [], visits: [] };
  const { hotel, row, renewal } = member;
  const membership = getRequired(programme.memberships, member.tier);
  const saleEntry = renewal ?? { at: member.created, by: member.creator };
  const saleInput = {
    at: saleEntry.at.getTime(),
    by: saleEntry.by,
    hotel,
    memberId,
    membership,
    isRenewal: renewal !== null,
    seller: row.marketing_name ?? null,
    phone: row.phone_no,
    deletedAt: null,
  };
  const sale = drawSale(random, saleInput);
  const card = drawCard(random, saleInput, [term.from, term.until], { sale, upgradedFrom: null, isActive: true });
  issueConsecutiveVouchers(random, programme, card);

  const guest = {
    memberId,
    membershipId: membership.id,
    homeHotel: hotel,
    travelsAbroad: !membership.isRegional,
    spending: 1,
  };
  const until = Math.min(term.until, programme.today);
  // A card that was bought in advance has not started, so the visits are in the term before it.
  const from = term.from > until ? until - 200 : term.from;
  const visits: VisitDraft[] = [];
  for (let n = 0; n < VISITS_PER_MEMBER; n++) {
    const visit = drawVisit(random, programme, guest, { from, until });
    if (visit) visits.push(visit);
  }
  return { sales: [sale], cards: [card], visits };
}

/** Some consecutive vouchers of the card's membership, starting at a random one. */
function issueConsecutiveVouchers(random: Random, programme: Programme, card: CardDraft): void {
  const voucherList = card.membership.vouchers.filter(
    (v) => v.isActive && (v.hotelId === null || v.hotelId === card.hotel.id),
  );
  const start = random.integer(0, voucherList.length);
  for (let n = 0; n < Math.min(VOUCHERS_PER_MEMBER, voucherList.length); n++) {
    const voucher = voucherList[(start + n) % voucherList.length];
    if (!voucher) continue;
    const draft: VoucherDraft = { id: 0, card, voucher, nth: 1, number: drawVoucherNumber(random), redemptions: [] };
    card.vouchers.push(draft);
    const redemption = random.chance(REDEEMED_SHARE) ? drawRedemption(random, programme, draft) : null;
    if (redemption) draft.redemptions.push(redemption);
  }
}
