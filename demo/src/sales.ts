import type { CardDraft, LineDraft, SaleDraft } from './drafts.ts';
import { type Day, formatDay } from './days.ts';
import { drawVoucherNumber } from './numbers.ts';
import { drawAmount, localPrice, getPrices } from './prices.ts';
import type { ProgrammeHotel, ProgrammeMembership, ProgrammeVoucher } from './programme.ts';
import { type Random, createWeightedDraw } from './random.ts';

const drawPayment = createWeightedDraw([
  ['credit-card', 44],
  ['bank-transfer', 20],
  ['qr', 14],
  ['debit-card', 12],
  ['cash', 7],
  ['room-charge', 3],
]);

/** A sale: its seller, membership, buyer, day and hotel. */
export interface SaleInput {
  readonly at: number;
  readonly by: number;
  readonly hotel: ProgrammeHotel;
  readonly memberId: number;
  readonly membership: ProgrammeMembership;
  readonly isRenewal: boolean;
  readonly seller: string | null;
  readonly phone: string;
  /** When the sale was cancelled, with all records that it created. */
  readonly deletedAt: number | null;
}

/** The sale of a card. A free membership is given without payment. */
export function drawSale(random: Random, saleInput: SaleInput): SaleDraft {
  const { at, hotel, membership, isRenewal } = saleInput;
  const price = getPrice(saleInput);
  const { step } = getPrices(hotel.cca2);
  const discount = random.chance(0.08) ? Math.round((price * 0.1) / step) * step : 0;
  const suffix = membership.isFree ? ', free of charge' : isRenewal ? ', renewal' : '';
  return {
    id: 0,
    at,
    by: saleInput.by,
    hotel,
    deletedAt: saleInput.deletedAt,
    memberId: saleInput.memberId,
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
    receipt: membership.isFree ? null : createReceiptNumber(random, hotel, at),
    payment: membership.isFree ? null : drawPayment(random),
    seller: saleInput.seller,
    phone: saleInput.phone,
    remark: null,
  };
}

/**
 * The sale of a card's upgrade to a higher membership, for the price difference. It uses no random numbers, so other
 * members do not change.
 */
export function createUpgradeSale(
  previousCard: CardDraft,
  membership: ProgrammeMembership,
  entry: { at: number; by: number; phone: string },
): SaleDraft {
  const { hotel, memberId } = previousCard;
  return {
    id: 0,
    ...entry,
    hotel,
    deletedAt: null,
    memberId,
    type: '6',
    membership,
    lines: [
      {
        fee: '1',
        description: `Upgrade from ${previousCard.membership.name} to ${membership.name}: difference`,
        quantity: 1,
        unitPrice: Math.max(localPrice(membership.price, hotel.cca2) - previousCard.price, 0),
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
 * Removes the vouchers that a sold upgrade does not include: it adds only those of each kind that the previous card did
 * not have.
 */
export function removeIncludedVouchers(card: CardDraft, previousCard: CardDraft): void {
  const countPrevious = ({ type, name }: ProgrammeVoucher): number =>
    previousCard.vouchers.filter(({ voucher }) => voucher.type === type && voucher.name === name).length;
  const addedVouchers = card.vouchers.filter(({ voucher, nth }) => nth <= voucher.quantity - countPrevious(voucher));
  card.vouchers.splice(0, Infinity, ...addedVouchers);
}

const getPrice = ({ hotel, membership, isRenewal }: SaleInput): number =>
  localPrice(isRenewal ? membership.renewalPrice : membership.price, hotel.cca2);

const createReceiptNumber = (random: Random, hotel: ProgrammeHotel, at: number): string =>
  `OR-${hotel.code}-${formatDay(Math.floor(at / 86_400_000))
    .slice(2, 7)
    .replace('-', '')}-${random.digits(4)}`;

/** A card from one day to another, with random digits for its number and no vouchers yet. */
export const drawCard = (
  random: Random,
  saleInput: Omit<SaleInput, 'seller' | 'phone'>,
  [from, until]: readonly [Day, Day],
  origin: Pick<CardDraft, 'sale' | 'upgradedFrom' | 'isActive'>,
): CardDraft => ({
  id: 0,
  at: saleInput.at,
  by: saleInput.by,
  hotel: saleInput.hotel,
  deletedAt: saleInput.deletedAt,
  memberId: saleInput.memberId,
  membership: saleInput.membership,
  from,
  until,
  ...origin,
  price: localPrice(saleInput.membership.price, saleInput.hotel.cca2),
  // Uses a single random number, so that the demonstration's people do not change.
  digits: String(random.integer(0, 99_999_999)).padStart(8, '0'),
  vouchers: [],
});

/** The number of days ago when a discontinued voucher was still included. */
const DISCONTINUED_AFTER_DAYS = 300;

/** Returns a card with the vouchers of its membership: those valid everywhere and those added by its hotel. */
export function issueVouchers(random: Random, card: CardDraft, today: Day): void {
  for (const voucher of card.membership.vouchers) {
    if (voucher.hotelId !== null && voucher.hotelId !== card.hotel.id) continue;
    if (!voucher.isActive && card.from > today - DISCONTINUED_AFTER_DAYS) continue;
    for (let nth = 1; nth <= voucher.quantity; nth++)
      card.vouchers.push({ id: 0, card, voucher, nth, number: drawVoucherNumber(random), redemptions: [] });
  }
}

/** The goods of a line: fee, description, and price relative to a dinner. */
type OrderItem = readonly [fee: LineDraft['fee'], description: string, share: number];

const ORDER_KINDS = [
  [
    '4',
    createWeightedDraw<OrderItem>([
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
    createWeightedDraw<OrderItem>([
      [['4', 'Superior Room', 2.4], 4],
      [['4', 'Deluxe Room', 2.9], 5],
      [['4', 'Junior Suite', 5], 1],
      [['4', 'Extra bed', 0.8], 1],
      [['3', 'Breakfast', 0.4], 2],
    ]),
  ],
  [
    '99',
    createWeightedDraw<OrderItem>([
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
  const [type, drawLine] = ORDER_KINDS[random.fraction() < 0.55 ? 0 : random.fraction() < 0.6 ? 1 : 2];
  const { dinner, step } = getPrices(hotel.cca2);
  const lines = Array.from({ length: random.integer(1, 3) }, (): LineDraft => {
    const [fee, description, priceShare] = drawLine(random);
    return {
      fee,
      description,
      quantity: random.integer(1, 4),
      unitPrice: drawAmount(random, dinner * priceShare, step),
    };
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
    receipt: createReceiptNumber(random, hotel, at),
    payment: drawPayment(random),
    seller: null,
    phone: null,
    remark: null,
  };
}
