import type { Insertable } from 'kysely';
import type { Schema } from '@innkeeper/db';
import { termEnd, formatDay } from './days.ts';
import type { CardDraft, MemberActivity, RedemptionDraft, SaleDraft, VisitDraft, VoucherDraft } from './drafts.ts';
import { formatCardNumber, formatNumber } from './numbers.ts';
import { convertLinesToUsd, localPrice, getRateOfDay } from './prices.ts';
import { type Programme, type ProgrammeHotel, getRequired } from './programme.ts';

/** The tables into which the generated records are inserted, in an order in which each references only earlier ones. */
export const LEDGER_TABLES = [
  'transaction',
  'transaction_detail',
  'member_card',
  'member_voucher',
  'voucher_redeem',
  'visit',
] as const;

type LedgerTable = (typeof LEDGER_TABLES)[number];
export type LedgerRows = { readonly [K in LedgerTable]: readonly Insertable<Schema[K]>[] };

/** The sequences of the numbers that people see. */
export const NUMBER_SEQUENCES = ['transaction_no_seq', 'card_no_seq', 'redeem_no_seq', 'visit_no_seq'] as const;

/** The next id of each table and the next value of each sequence; `toLedgerRows` increments them. */
export type SequenceValues = Record<LedgerTable | (typeof NUMBER_SEQUENCES)[number], number>;

/**
 * The rows of the generated activity, each table in order of entry, with ids and numbers assigned. They equal the rows
 * of the tables' triggers, except that dollar amounts use the rates of their days.
 */
export function toLedgerRows(
  programme: Programme,
  activities: readonly MemberActivity[],
  sequenceValues: SequenceValues,
): LedgerRows {
  const nextValue = (sequence: keyof SequenceValues): number => sequenceValues[sequence]++;
  const sales = sortByTime(activities.flatMap((activity) => activity.sales));
  const cards = sortByTime(activities.flatMap((activity) => activity.cards));
  const vouchers = cards.flatMap((card) => card.vouchers);
  const redemptions = sortByTime(vouchers.flatMap((voucher) => voucher.redemptions));
  const visits = sortByTime(activities.flatMap((activity) => activity.visits));
  const cardBySale = new Map(cards.flatMap((card) => (card.sale ? [[card.sale, card] as const] : [])));
  for (const sale of sales) sale.id = nextValue('transaction');
  for (const card of cards) card.id = nextValue('member_card');
  for (const voucher of vouchers) voucher.id = nextValue('member_voucher');
  return {
    transaction: sales.map((sale) =>
      createSaleRow(programme, sale, cardBySale.get(sale), nextValue('transaction_no_seq')),
    ),
    transaction_detail: sales.flatMap((sale) => createLineRows(programme, sale, () => nextValue('transaction_detail'))),
    member_card: cards.map((card) => createCardRow(card, nextValue('card_no_seq'))),
    member_voucher: vouchers.map(createVoucherRow),
    voucher_redeem: redemptions.map((r) =>
      createRedemptionRow(r, nextValue('voucher_redeem'), nextValue('redeem_no_seq')),
    ),
    visit: visits.map((visit) => createVisitRow(programme, visit, nextValue('visit'), nextValue('visit_no_seq'))),
  };
}

const sortByTime = <T extends { readonly at: number }>(drafts: T[]): T[] => drafts.sort((a, b) => a.at - b.at);

function createAuditColumns({ at, by, deletedAt }: { at: number; by: number; deletedAt: number | null }) {
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

/** Deleted records were deleted by cancelling their sale. */
const getCancelledWithId = ({ deletedAt }: { deletedAt: number | null }, sale: SaleDraft | null): number | null =>
  deletedAt === null ? null : (sale?.id ?? null);

const getRate = ({ today }: Programme, { usdRate }: ProgrammeHotel, at: number): string =>
  getRateOfDay(Math.floor(at / 86_400_000), today, usdRate);

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

const createSaleRow = (
  programme: Programme,
  sale: SaleDraft,
  card: CardDraft | undefined,
  index: number,
): LedgerRows['transaction'][number] => ({
  id: sale.id,
  ...createAuditColumns(sale),
  transaction_no: formatNumber('T', index),
  transaction_type_id: getRequired(programme.details, `transaction-type/${sale.type}`),
  hotel_id: sale.hotel.id,
  member_id: sale.memberId,
  membership_id: sale.membership?.id ?? null,
  phone_no: sale.phone,
  transaction_date: new Date(sale.at),
  reference_no: sale.receipt,
  type_payment_id: sale.payment === null ? null : getRequired(programme.details, `type-payment/${sale.payment}`),
  discount: String(sale.discount),
  marketing_name: sale.seller,
  remark: sale.remark,
  void_reason: sale.deletedAt === null ? null : 'Sold to the wrong person',
  sub_total: String(sum(sale.lines.map((line) => line.quantity * line.unitPrice))),
  currency: sale.hotel.currency,
  usd_rate: getRate(programme, sale.hotel, sale.at),
  term_start: card ? formatDay(card.from) : null,
  term_months: card ? countTermMonths(card) : null,
  term_share: card ? computeTermShare(sale, countTermMonths(card)) : null,
});

/** Number of months of a card's term that have started by its last day. */
function countTermMonths({ from, until }: CardDraft): number {
  let months = 1;
  while (termEnd(from, months) < until) months += 1;
  return months;
}

/** The share of the fee for each month of a term, in whole currency units. The last month gets the remainder. */
function computeTermShare({ hotel, lines, discount }: SaleDraft, months: number): string {
  const minorUnitFactor = 10 ** hotel.decimals;
  const fee = sum(lines.map((line) => line.quantity * line.unitPrice)) - discount;
  return String(Math.trunc(Math.round(fee * minorUnitFactor) / months) / minorUnitFactor);
}

const createLineRows = (programme: Programme, sale: SaleDraft, id: () => number): LedgerRows['transaction_detail'] => {
  const usdAmounts = convertLinesToUsd(
    sale.lines.map((line) => line.quantity * line.unitPrice),
    getRate(programme, sale.hotel, sale.at),
  );
  return sale.lines.map(({ fee, description, quantity, unitPrice }, i) => ({
    id: id(),
    ...createAuditColumns(sale),
    transaction_id: sale.id,
    cancelled_with_id: getCancelledWithId(sale, sale),
    spend_type_id: getRequired(programme.details, `spend-type/${fee}`),
    description,
    quantity,
    unit_price: String(unitPrice),
    sub_total_usd: usdAmounts[i] ?? null,
  }));
};

const createCardRow = (card: CardDraft, index: number): LedgerRows['member_card'][number] => ({
  id: card.id,
  ...createAuditColumns(card),
  member_id: card.memberId,
  membership_id: card.membership.id,
  hotel_id: card.hotel.id,
  sbec_no: formatCardNumber(index, card.digits),
  start_date: formatDay(card.from),
  end_date: formatDay(card.until),
  is_active: card.isActive,
  transaction_id: card.sale?.id ?? null,
  cancelled_with_id: getCancelledWithId(card, card.sale),
  upgraded_from_id: card.upgradedFrom?.id ?? null,
  price: String(card.price),
  currency: card.hotel.currency,
  benefits: card.membership.benefits,
  min_visit: card.membership.visitsToMaintain,
  min_visit_to_upgrade: card.membership.visitsToUpgrade,
  is_regional: card.membership.isRegional,
  region_id: card.hotel.regionId,
});

/** The card that started the term. */
const findTermCard = (card: CardDraft): CardDraft => (card.upgradedFrom ? findTermCard(card.upgradedFrom) : card);

const createVoucherRow = ({ id, card, voucher, nth, number }: VoucherDraft): LedgerRows['member_voucher'][number] => ({
  id,
  ...createAuditColumns(card),
  voucher_no: number,
  member_card_id: card.id,
  voucher_id: voucher.id,
  transaction_id: card.sale?.id ?? null,
  cancelled_with_id: getCancelledWithId(card, card.sale),
  restrict_hotel_id: voucher.isRestricted ? card.hotel.id : null,
  redeem_date: formatDay(card.from),
  valid_until_date: formatDay(card.until),
  member_id: card.memberId,
  nominal: String(localPrice(voucher.nominal, card.hotel.cca2)),
  currency: card.hotel.currency,
  terms_condition: voucher.terms_condition,
  terms_condition_id: voucher.terms_condition_id,
  // The same format as in `issueVouchers`.
  issued_as: [findTermCard(card).id, voucher.id, nth].join('/'),
});

const createRedemptionRow = (
  redemption: RedemptionDraft,
  id: number,
  index: number,
): LedgerRows['voucher_redeem'][number] => ({
  id,
  ...createAuditColumns(redemption),
  redeem_no: formatNumber('R', index),
  member_voucher_id: redemption.voucher.id,
  redeem_hotel_id: redemption.hotel.id,
  redeem_date: new Date(redemption.at),
  booking_no: redemption.booking,
  staff_name: redemption.staff,
  remark: redemption.remark,
  void_reason: redemption.deletedAt === null ? null : 'Wrong voucher',
  member_id: redemption.voucher.card.memberId,
});

/** The bill number contains the visit's index, so it is unique within a hotel. */
const createVisitRow = (
  programme: Programme,
  visit: VisitDraft,
  id: number,
  index: number,
): LedgerRows['visit'][number] => ({
  id,
  ...createAuditColumns(visit),
  visit_no: formatNumber('V', index),
  hotel_id: visit.hotel.id,
  member_id: visit.memberId,
  membership_id: visit.membershipId,
  visit_date: new Date(visit.visitAt),
  reference_no: `${visit.outlet}${formatDay(Math.floor(visit.visitAt / 86_400_000))
    .slice(2, 7)
    .replace('-', '')}-${String(index).padStart(6, '0')}`,
  total_fb: String(visit.food),
  total_room: String(visit.room),
  total_others: String(visit.others),
  staff_name: visit.staff,
  remark: visit.remark,
  currency: visit.hotel.currency,
  usd_rate: getRate(programme, visit.hotel, visit.visitAt),
});
