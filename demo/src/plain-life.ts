import type { CardDraft, Life, VisitDraft, VoucherDraft } from './drafts.ts';
import { drawRedemption, drawVisit } from './guests.ts';
import type { DrawnMember } from './members.ts';
import { voucherNumber } from './numbers.ts';
import { type Programme, known } from './programme.ts';
import type { Random } from './random.ts';
import { drawCard, drawSale } from './sales.ts';

/** The visits of each member of a database at scale, beside a card and its sale. */
const VISITS = 5;
const VOUCHERS = 3;
/** Share of the vouchers that are redeemed. */
const REDEEMED = 0.36;

/** A member's last term alone, with as much around it as every other member has. */
export function drawPlainLife(random: Random, programme: Programme, memberId: number, member: DrawnMember): Life {
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
  issueSome(random, programme, card);

  const guest = { memberId, membershipId: membership.id, own: hotel, isAbroad: !membership.isRegional, spending: 1 };
  const until = Math.min(term.until, programme.today);
  // A card bought ahead has not begun; the one before it has the visits.
  const from = term.from > until ? until - 200 : term.from;
  const visits: VisitDraft[] = [];
  for (let n = 0; n < VISITS; n++) {
    const visit = drawVisit(random, programme, guest, { from, until });
    if (visit) visits.push(visit);
  }
  return { sales: [sale], cards: [card], visits };
}

/** A few vouchers of the card's book, one after the other from a random one on. */
function issueSome(random: Random, programme: Programme, card: CardDraft): void {
  const book = card.membership.vouchers.filter(
    (v) => v.isActive && (v.hotelId === null || v.hotelId === card.hotel.id),
  );
  const start = random.whole(0, book.length);
  for (let n = 0; n < Math.min(VOUCHERS, book.length); n++) {
    const voucher = book[(start + n) % book.length];
    if (!voucher) continue;
    const draft: VoucherDraft = { id: 0, card, voucher, nth: 1, number: voucherNumber(random), redemptions: [] };
    card.vouchers.push(draft);
    const redemption = random.chance(REDEEMED) ? drawRedemption(random, programme, draft) : null;
    if (redemption) draft.redemptions.push(redemption);
  }
}
