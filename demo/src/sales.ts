import type { CardDraft, LineDraft, SaleDraft } from './drafts.ts';
import { type Day, formatDay } from './days.ts';
import { voucherNumber } from './numbers.ts';
import { drawAmount, localPrice, pricesOfCountry } from './prices.ts';
import type { ProgrammeHotel, ProgrammeMembership, ProgrammeVoucher } from './programme.ts';
import { type Random, weighted } from './random.ts';

const drawPayment = weighted([
  ['credit-card', 44],
  ['bank-transfer', 20],
  ['qr', 14],
  ['debit-card', 12],
  ['cash', 7],
  ['room-charge', 3],
]);

/** A sale: its seller, membership, buyer, day and hotel. */
export interface Deal {
  readonly at: number;
  readonly by: number;
  readonly hotel: ProgrammeHotel;
  readonly memberId: number;
  readonly membership: ProgrammeMembership;
  readonly isRenewal: boolean;
  readonly seller: string | null;
  readonly phone: string;
  /** When the sale was cancelled, along with everything it created. */
  readonly deletedAt: number | null;
}

/** The sale of a card. A free membership is given without payment. */
export function drawSale(random: Random, deal: Deal): SaleDraft {
  const { at, hotel, membership, isRenewal } = deal;
  const price = priceOf(deal);
  const { step } = pricesOfCountry(hotel.cca2);
  const discount = random.chance(0.08) ? Math.round((price * 0.1) / step) * step : 0;
  const suffix = membership.isFree ? ', free of charge' : isRenewal ? ', renewal' : '';
  return {
    id: 0,
    at,
    by: deal.by,
    hotel,
    deletedAt: deal.deletedAt,
    memberId: deal.memberId,
    type: membership.isFree ? '3' : isRenewal ? '2' : '1',
    membership,
    lines: [
      {
        fee: isRenewal && !membership.isFree ? '2' : '1',
        description: `${membership.name} membership${suffix}`,
        quantity: 1,
        unitPrice: price,
      },
    ],
    discount,
    receipt: membership.isFree ? null : receiptNumber(random, hotel, at),
    payment: membership.isFree ? null : drawPayment(random),
    seller: deal.seller,
    phone: deal.phone,
    remark: null,
  };
}

/**
 * The sale of a card's upgrade to a higher membership, for the price difference. Uses no random numbers, so other
 * members do not change.
 */
export function upgradeSale(
  from: CardDraft,
  membership: ProgrammeMembership,
  by: { at: number; by: number; phone: string },
): SaleDraft {
  const { hotel, memberId } = from;
  return {
    id: 0,
    ...by,
    hotel,
    deletedAt: null,
    memberId,
    type: '6',
    membership,
    lines: [
      {
        fee: '1',
        description: `Upgrade from ${from.membership.name} to ${membership.name}: difference`,
        quantity: 1,
        unitPrice: Math.max(localPrice(membership.price, hotel.cca2) - from.price, 0),
      },
    ],
    discount: 0,
    receipt: null,
    payment: 'credit-card',
    seller: null,
    remark: null,
  };
}

/**
 * Removes the vouchers that a sold upgrade does not include: of each kind, it adds only what the previous card did not
 * have.
 */
export function keepAddedVouchers(card: CardDraft, before: CardDraft): void {
  const had = ({ type, name }: ProgrammeVoucher): number =>
    before.vouchers.filter(({ voucher }) => voucher.type === type && voucher.name === name).length;
  const left = card.vouchers.filter(({ voucher, nth }) => nth <= voucher.quantity - had(voucher));
  card.vouchers.splice(0, Infinity, ...left);
}

const priceOf = ({ hotel, membership, isRenewal }: Deal): number =>
  localPrice(isRenewal ? membership.renewalPrice : membership.price, hotel.cca2);

const receiptNumber = (random: Random, hotel: ProgrammeHotel, at: number): string =>
  `OR-${hotel.code}-${formatDay(Math.floor(at / 86_400_000))
    .slice(2, 7)
    .replace('-', '')}-${random.digits(4)}`;

/** A card from one day to another, with random digits for its number and no vouchers yet. */
export const drawCard = (
  random: Random,
  deal: Omit<Deal, 'seller' | 'phone'>,
  [from, until]: readonly [Day, Day],
  origin: Pick<CardDraft, 'sale' | 'upgradedFrom' | 'isActive'>,
): CardDraft => ({
  id: 0,
  at: deal.at,
  by: deal.by,
  hotel: deal.hotel,
  deletedAt: deal.deletedAt,
  memberId: deal.memberId,
  membership: deal.membership,
  from,
  until,
  ...origin,
  price: localPrice(deal.membership.price, deal.hotel.cca2),
  // A single random number, so that the demonstration's people do not change.
  digits: String(random.whole(0, 99_999_999)).padStart(8, '0'),
  vouchers: [],
});

/** How many days ago a discontinued voucher was still included. */
const EXPIRED_FOR_DAYS = 300;

/** Gives a card the vouchers of its membership: those valid everywhere and those added by its hotel. */
export function issueVouchers(random: Random, card: CardDraft, today: Day): void {
  for (const voucher of card.membership.vouchers) {
    if (voucher.hotelId !== null && voucher.hotelId !== card.hotel.id) continue;
    if (!voucher.isActive && card.from > today - EXPIRED_FOR_DAYS) continue;
    for (let nth = 1; nth <= voucher.quantity; nth++)
      card.vouchers.push({ id: 0, card, voucher, nth, number: voucherNumber(random), redemptions: [] });
  }
}

/** Goods of a line: fee, description, and price relative to a dinner. */
type Goods = readonly [fee: LineDraft['fee'], description: string, share: number];

const ORDERS = [
  [
    '4',
    weighted<Goods>([
      [['3', 'Set menu', 0.55], 5],
      [['3', 'Dinner buffet', 0.75], 4],
      [['3', 'Rijsttafel', 0.6], 2],
      [['3', 'Seafood platter', 0.9], 2],
      [['3', 'Beverages', 0.18], 4],
      [['99', 'Cake to take home', 0.5], 1],
    ]),
  ],
  [
    '5',
    weighted<Goods>([
      [['4', 'Superior Room', 2.4], 4],
      [['4', 'Deluxe Room', 2.9], 5],
      [['4', 'Junior Suite', 5], 1],
      [['4', 'Extra bed', 0.8], 1],
      [['3', 'Breakfast', 0.4], 2],
    ]),
  ],
  [
    '99',
    weighted<Goods>([
      [['99', 'Laundry', 0.3], 4],
      [['99', 'Airport transfer', 0.6], 3],
      [['99', 'Gift voucher', 1], 2],
      [['99', 'Meeting package', 0.9], 2],
      [['99', 'Replacement of a lost card', 0.15], 1],
    ]),
  ],
] as const;

/** A transaction without a membership: food, rooms or other items, in one to three lines. */
export function drawOrder(
  random: Random,
  { at, hotel, by, memberId }: { at: number; hotel: ProgrammeHotel; by: number; memberId: number | null },
): SaleDraft {
  const [type, drawLine] = ORDERS[random.fraction() < 0.55 ? 0 : random.fraction() < 0.6 ? 1 : 2];
  const { dinner, step } = pricesOfCountry(hotel.cca2);
  const lines = Array.from({ length: random.whole(1, 3) }, (): LineDraft => {
    const [fee, description, share] = drawLine(random);
    return { fee, description, quantity: random.whole(1, 4), unitPrice: drawAmount(random, dinner * share, step) };
  });
  return {
    id: 0,
    at,
    by,
    hotel,
    deletedAt: random.chance(0.02) ? at + 1_800_000 : null,
    memberId,
    type,
    membership: null,
    lines,
    discount: random.chance(0.1) ? step : 0,
    receipt: receiptNumber(random, hotel, at),
    payment: drawPayment(random),
    seller: null,
    phone: null,
    remark: null,
  };
}
