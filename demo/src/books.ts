import type { Insertable } from 'kysely';
import type { Schema } from '@innkeeper/db';
import { termEnd, writeDay } from './days.ts';
import type { CardDraft, Life, RedemptionDraft, SaleDraft, VisitDraft, VoucherDraft } from './drafts.ts';
import { cardNumber, numbered } from './numbers.ts';
import { linesInDollars, localPrice, rateOn } from './prices.ts';
import { type Programme, type ProgrammeHotel, known } from './programme.ts';

/** Tables that lives are entered into, in an order in which each may refer to those before it. */
export const BOOKS = [
  'transaction',
  'transaction_detail',
  'member_card',
  'member_voucher',
  'voucher_redeem',
  'visit',
] as const;

type Book = (typeof BOOKS)[number];
export type Entries = { readonly [K in Book]: readonly Insertable<Schema[K]>[] };

/** Sequences of the numbers that people see. */
export const NUMBER_SEQUENCES = ['transaction_no_seq', 'card_no_seq', 'redeem_no_seq', 'visit_no_seq'] as const;

/** The next id of each table and the next place of each sequence; entering counts them on. */
export type Counters = Record<Book | (typeof NUMBER_SEQUENCES)[number], number>;

/**
 * The rows of the drawn lives, each table in the order of entry, with ids and numbers counted on. They are as the triggers of the
 * tables would have made them, except that dollars are at the rates of their days.
 */
export function enter(programme: Programme, lives: readonly Life[], counters: Counters): Entries {
  const count = (counter: keyof Counters): number => counters[counter]++;
  const sales = inTime(lives.flatMap((life) => life.sales));
  const cards = inTime(lives.flatMap((life) => life.cards));
  const vouchers = cards.flatMap((card) => card.vouchers);
  const redemptions = inTime(vouchers.flatMap((voucher) => voucher.redemptions));
  const visits = inTime(lives.flatMap((life) => life.visits));
  const cardOf = new Map(cards.flatMap((card) => (card.sale ? [[card.sale, card] as const] : [])));
  for (const sale of sales) sale.id = count('transaction');
  for (const card of cards) card.id = count('member_card');
  for (const voucher of vouchers) voucher.id = count('member_voucher');
  return {
    transaction: sales.map((sale) => saleRow(programme, sale, cardOf.get(sale), count('transaction_no_seq'))),
    transaction_detail: sales.flatMap((sale) => lineRows(programme, sale, () => count('transaction_detail'))),
    member_card: cards.map((card) => cardRow(card, count('card_no_seq'))),
    member_voucher: vouchers.map(voucherRow),
    voucher_redeem: redemptions.map((r) => redemptionRow(r, count('voucher_redeem'), count('redeem_no_seq'))),
    visit: visits.map((visit) => visitRow(programme, visit, count('visit'), count('visit_no_seq'))),
  };
}

const inTime = <T extends { readonly at: number }>(drafts: T[]): T[] => drafts.sort((a, b) => a.at - b.at);

function record({ at, by, deletedAt }: { at: number; by: number; deletedAt: number | null }) {
  const created_at = new Date(at);
  const deleted_at = deletedAt === null ? null : new Date(deletedAt);
  return {
    version: deleted_at ? 2 : 1,
    created_at,
    created_by_id: by,
    updated_at: deleted_at ?? created_at,
    updated_by_id: by,
    deleted_at,
    deleted_by_id: deleted_at ? by : null,
  };
}

/** A record that was deleted went with its sale. */
const cancelledWith = ({ deletedAt }: { deletedAt: number | null }, sale: SaleDraft | null): number | null =>
  deletedAt === null ? null : (sale?.id ?? null);

const rateOf = ({ today }: Programme, { usdRate }: ProgrammeHotel, at: number): string =>
  rateOn(Math.floor(at / 86_400_000), today, usdRate);

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

const saleRow = (
  programme: Programme,
  sale: SaleDraft,
  card: CardDraft | undefined,
  place: number,
): Entries['transaction'][number] => ({
  id: sale.id,
  ...record(sale),
  transaction_no: numbered('T', place),
  transaction_type_id: known(programme.details, `transaction-type/${sale.type}`),
  hotel_id: sale.hotel.id,
  member_id: sale.memberId,
  membership_id: sale.membership?.id ?? null,
  phone_no: sale.phone,
  transaction_date: new Date(sale.at),
  reference_no: sale.receipt,
  type_payment_id: sale.payment === null ? null : known(programme.details, `type-payment/${sale.payment}`),
  discount: String(sale.discount),
  marketing_name: sale.seller,
  remark: sale.remark,
  void_reason: sale.deletedAt === null ? null : 'Sold to the wrong person',
  sub_total: String(sum(sale.lines.map((line) => line.quantity * line.unitPrice))),
  currency: sale.hotel.currency,
  usd_rate: rateOf(programme, sale.hotel, sale.at),
  term_start: card ? writeDay(card.from) : null,
  term_months: card ? monthsOfTerm(card) : null,
  term_share: card ? termShare(sale, monthsOfTerm(card)) : null,
});

/** The months of a card that have begun by its last day. */
function monthsOfTerm({ from, until }: CardDraft): number {
  let months = 1;
  while (termEnd(from, months) < until) months += 1;
  return months;
}

/** What each month of a term takes of its fee, in whole units of the currency: the last one takes what is left. */
function termShare({ hotel, lines, discount }: SaleDraft, months: number): string {
  const units = 10 ** hotel.decimals;
  const fee = sum(lines.map((line) => line.quantity * line.unitPrice)) - discount;
  return String(Math.trunc(Math.round(fee * units) / months) / units);
}

const lineRows = (programme: Programme, sale: SaleDraft, id: () => number): Entries['transaction_detail'] => {
  const worth = linesInDollars(
    sale.lines.map((line) => line.quantity * line.unitPrice),
    rateOf(programme, sale.hotel, sale.at),
  );
  return sale.lines.map(({ fee, description, quantity, unitPrice }, i) => ({
    id: id(),
    ...record(sale),
    transaction_id: sale.id,
    cancelled_with_id: cancelledWith(sale, sale),
    spend_type_id: known(programme.details, `spend-type/${fee}`),
    description,
    quantity,
    unit_price: String(unitPrice),
    sub_total_usd: worth[i] ?? null,
  }));
};

const cardRow = (card: CardDraft, place: number): Entries['member_card'][number] => ({
  id: card.id,
  ...record(card),
  member_id: card.memberId,
  membership_id: card.membership.id,
  hotel_id: card.hotel.id,
  sbec_no: cardNumber(place, card.digits),
  start_date: writeDay(card.from),
  end_date: writeDay(card.until),
  is_active: card.isActive,
  transaction_id: card.sale?.id ?? null,
  cancelled_with_id: cancelledWith(card, card.sale),
  upgraded_from_id: card.upgradedFrom?.id ?? null,
  price: String(card.price),
  currency: card.hotel.currency,
  benefits: card.membership.benefits,
  min_visit: card.membership.visitsToMaintain,
  min_visit_to_upgrade: card.membership.visitsToUpgrade,
  is_regional: card.membership.isRegional,
  region_id: card.hotel.regionId,
});

/** The card with which a term began. */
const termOf = (card: CardDraft): CardDraft => (card.upgradedFrom ? termOf(card.upgradedFrom) : card);

const voucherRow = ({ id, card, voucher, nth, number }: VoucherDraft): Entries['member_voucher'][number] => ({
  id,
  ...record(card),
  voucher_no: number,
  member_card_id: card.id,
  voucher_id: voucher.id,
  transaction_id: card.sale?.id ?? null,
  cancelled_with_id: cancelledWith(card, card.sale),
  restrict_hotel_id: voucher.isRestricted ? card.hotel.id : null,
  redeem_date: writeDay(card.from),
  valid_until_date: writeDay(card.until),
  member_id: card.memberId,
  nominal: String(localPrice(voucher.nominal, card.hotel.cca2)),
  currency: card.hotel.currency,
  terms_condition: voucher.terms_condition,
  terms_condition_id: voucher.terms_condition_id,
  // As `issueVouchers` says it.
  issued_as: [termOf(card).id, voucher.id, nth].join('/'),
});

const redemptionRow = (redemption: RedemptionDraft, id: number, place: number): Entries['voucher_redeem'][number] => ({
  id,
  ...record(redemption),
  redeem_no: numbered('R', place),
  member_voucher_id: redemption.voucher.id,
  redeem_hotel_id: redemption.hotel.id,
  redeem_date: new Date(redemption.at),
  booking_no: redemption.booking,
  staff_name: redemption.staff,
  remark: redemption.remark,
  void_reason: redemption.deletedAt === null ? null : 'Wrong voucher',
  member_id: redemption.voucher.card.memberId,
});

/** The bill has the visit's place in its number: no hotel gives one twice. */
const visitRow = (programme: Programme, visit: VisitDraft, id: number, place: number): Entries['visit'][number] => ({
  id,
  ...record(visit),
  visit_no: numbered('V', place),
  hotel_id: visit.hotel.id,
  member_id: visit.memberId,
  membership_id: visit.membershipId,
  visit_date: new Date(visit.visitAt),
  reference_no: `${visit.outlet}${writeDay(Math.floor(visit.visitAt / 86_400_000))
    .slice(2, 7)
    .replace('-', '')}-${String(place).padStart(6, '0')}`,
  total_fb: String(visit.food),
  total_room: String(visit.room),
  total_others: String(visit.others),
  staff_name: visit.staff,
  remark: visit.remark,
  currency: visit.hotel.currency,
  usd_rate: rateOf(programme, visit.hotel, visit.visitAt),
});
