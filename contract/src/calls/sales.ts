import { z } from 'zod';
import { permission, recordPermissions } from '../rights/permission.ts';
import type { InputOf } from '../fields/definition.ts';
import type { member } from '../resources/member.ts';
import { transaction } from '../resources/transaction.ts';
import { SALE_DAYS_BACK, SALE_TYPE, type SaleType } from '../rules/sales.ts';
import { cancelBody, disputeBody, paymentCorrectionBody, refundBody, reversalBody } from '../bodies/sales.ts';
import { SELF_REVERT_MINUTES } from '../rights/self-revert.ts';
import { bodyOf } from './body.ts';
import type { Calls, Immutable, JsonOf } from './definition.ts';
import { choiceParameter, idParameter, instantParameter, pathId } from './parameters.ts';
import {
  amount,
  day,
  flag,
  id,
  codedRecord,
  namedRecord,
  person,
  record,
  saleType,
  text,
  textOrNull,
  integer,
} from './shapes.ts';

const voucher = z.strictObject({
  id,
  name: text,
  name_id: text,
  quantity: integer,
  nominal: amount,
  is_restricted: flag.meta({ description: 'Valid only at this hotel' }),
});
const offer = z.strictObject({
  membership: codedRecord,
  price: amount.meta({ description: 'In the hotel’s currency, 3 decimals; zero if complimentary' }),
  price_missing: z.enum(['converted', 'as_is']).nullable().meta({
    description: 'No price in the hotel’s currency: the price was converted, or the list price was used unconverted',
  }),
  is_renewal_price: flag.meta({
    description:
      'For a renewal: false if the price is the full one, because this tier was neither held nor earned in the term that ends',
  }),
  start_date: day,
  end_date: day,
  validity_months: integer,
  rank: integer,
  benefits: textOrNull,
  benefits_url: textOrNull,
  is_regional: flag.meta({ description: 'Its vouchers are valid only in the region where the card is sold' }),
  min_visit: integer,
  min_visit_to_upgrade: integer,
  vouchers: z.array(voucher),
});
/** What can be sold at a hotel, and to a member. */
export const offers = z.strictObject({
  hotel: codedRecord,
  time_zone: text.meta({ description: 'Time zone of the hotel' }),
  day: day.meta({ description: 'Date of the sale in the hotel’s time zone' }),
  currency: text,
  decimals: integer,
  usd_rate: textOrNull.meta({ description: 'Local currency per US dollar; null if unknown' }),
  rejection: z
    .strictObject({ error: text, message: text })
    .nullable()
    .meta({ description: 'Why no sale to this member is possible' }),
  card: z.strictObject({ id, sbec_no: text, membership: codedRecord, start_date: day, end_date: day }).nullable().meta({
    description: 'Card to renew or upgrade, or card that prevents a new sale',
  }),
  paid: amount.nullable().meta({
    description: 'For an upgrade: price paid for the term, deducted from the prices of the offers',
  }),
  term_end: z
    .strictObject({ decision: z.enum(['open', 'keep', 'lower', 'grace']), until: day.nullable(), note: textOrNull })
    .nullable()
    .meta({
      description:
        'For a renewal: decision after a missed visit requirement. `until`: last day to renew this tier in the grace period. If the tier is lowered, only lower memberships are offered',
    }),
  allowed: z.array(saleType).meta({ description: 'Types of sale possible with the member’s cards' }),
  offers: z.array(offer),
});
const cancellation = z.strictObject({
  is_deleted: flag,
  cards: z.array(z.strictObject({ id, sbec_no: text, membership: codedRecord })),
  vouchers: integer.meta({ description: 'Number of records deleted or restored with the sale' }),
  redeemed: z
    .array(z.strictObject({ voucher_no: text, redeem_no: text, redeem_hotel: text, day }))
    .meta({ description: 'Redemptions to void first' }),
  closed_month: textOrNull.meta({
    description: 'Closed month of the sale, as `2026-10`: reverse the sale instead of deleting it',
  }),
  reversal: z
    .strictObject({ id, transaction_no: text })
    .nullable()
    .meta({ description: 'Transaction that reversed it' }),
  refund_of: z.strictObject({ id, transaction_no: text }).nullable().meta({
    description:
      'For a refund: its sale. If the refund is cancelled, the cards and this number of vouchers become active again',
  }),
});

export const saleResponse = z.strictObject({
  transaction: record('transaction', { transaction_no: text, created_at: text, created_by: namedRecord.nullable() }),
  member: record('member', {}),
  member_card: record('member_card', { sbec_no: text }),
  member_vouchers: z.array(record('member_voucher', { voucher_no: text })),
});

const refundPreview = z.strictObject({
  rejection: textOrNull.meta({
    description: 'Why this sale cannot be refunded or its membership ended; null if both are possible',
  }),
  may_keep: flag.meta({ description: 'Whether a refund without ending the membership is possible' }),
  currency: text,
  decimals: integer,
  grand_total: amount,
  refunded: amount.meta({ description: 'Amount of earlier refunds' }),
  left: amount,
  limit: integer.meta({
    description: 'Percentage of the sale you can refund without approval, including earlier refunds',
  }),
  within_limit: amount.meta({ description: 'Amount you can still refund without approval' }),
  cards: z
    .array(z.strictObject({ id, sbec_no: text, membership: codedRecord }))
    .meta({ description: 'Cards that end with the membership' }),
  unused: z
    .strictObject({ vouchers: integer, nominal: amount })
    .meta({ description: 'Vouchers that are cancelled with the membership' }),
  used: z
    .array(
      z.strictObject({
        voucher_no: text,
        name: text,
        nominal: amount,
        currency: text,
        redeem_no: text,
        redeem_hotel: text,
        day,
      }),
    )
    .meta({ description: 'Benefits already used: these vouchers stay redeemed' }),
  refunds: z.array(
    z.strictObject({
      id,
      transaction_no: text,
      day,
      amount,
      refund_reason: text,
      ended: flag.meta({ description: 'Whether the refund ended the membership' }),
    }),
  ),
  disputes: z
    .array(
      z.strictObject({
        reason: text,
        disputed_on: day,
        disputed_by: person,
        resolved_on: day.nullable(),
        resolved_by: person.nullable(),
        resolution: textOrNull,
      }),
    )
    .meta({ description: 'Payment disputes, newest first' }),
});

const exampleRefund = {
  amount: '500000.000',
  refund_reason_id: 41,
  type_payment_id: 31,
  ends_membership: 1,
  remark: 'Moves abroad',
} as const;

/** A field that the sale validates with the rules of the records that it creates, not by a kind of its own. */
const jsonSchemaField = <T>(json: Readonly<Record<string, unknown>>) => z.custom<T>().optional().meta(json);
const idSchema = { type: 'integer', minimum: 1 };
const textSchema = { type: 'string' };
const complimentaryFields = {
  hotel_id: jsonSchemaField<number>({ ...idSchema, description: 'Optional for users of one hotel' }),
  membership_id: jsonSchemaField<number>(idSchema),
  member_id: jsonSchemaField<number>({ ...idSchema, description: 'ID of an existing member' }),
  member: jsonSchemaField<Readonly<Record<string, unknown>>>({
    record: 'member_input',
    description: 'Or a new member; hotel and membership are set by the sale',
  }),
  reference_no: jsonSchemaField<string>(textSchema),
  transaction_date: jsonSchemaField<string>({
    ...textSchema,
    description: `Default: now. At most ${SALE_DAYS_BACK} days ago`,
  }),
  marketing_name: jsonSchemaField<string>(textSchema),
  remark: jsonSchemaField<string>(textSchema),
};
const complimentarySale = z.looseObject(complimentaryFields);
/** The fields of a paid sale. */
export const paidSaleFields = {
  type: jsonSchemaField<SaleType>({
    type: 'integer',
    enum: [SALE_TYPE.sale, SALE_TYPE.renewal, SALE_TYPE.upgrade],
    description: '1 new, 2 renewal, 6 upgrade of an active card at the price difference',
  }),
  ...complimentaryFields,
  upgraded_from_id: jsonSchemaField<number>({
    ...idSchema,
    description:
      'For an upgrade: `card.id` of the offers that showed the price. If another card is active by now, the answer is a 409 that names who upgraded it',
  }),
  type_payment_id: jsonSchemaField<number>(idSchema),
  discount: jsonSchemaField<string>({ ...textSchema, description: 'Local amount, 3 decimals' }),
};
const sale = z.looseObject(paidSaleFields);
const exampleBuyer: InputOf<typeof member> = {
  membership_id: 3,
  first_name: 'Sri',
  last_name: 'Lestari',
  type_gender_id: 2,
  origin_country_id: 62,
  hotel_id: 4,
  is_active: 1,
  email: 'sri.lestari@example.test',
  phone_no: '+62 811 223 344',
};
const exampleComplimentarySale: z.input<typeof complimentarySale> = {
  hotel_id: 4,
  membership_id: 3,
  member: exampleBuyer,
  reference_no: 'FO-20117',
  marketing_name: 'Ni Luh Ayu',
};
const exampleSale: z.input<typeof sale> = {
  ...exampleComplimentarySale,
  type: SALE_TYPE.sale,
  type_payment_id: 31,
  discount: '0.000',
};
export const offersQuery = z.object({
  hotel_id: idParameter('Optional for callers of one hotel'),
  type: choiceParameter(
    Object.values(SALE_TYPE).map((type) => `${type}` as const),
    '1 new (default), 2 renewal, 3 complimentary, 6 upgrade',
  ),
  member_id: idParameter(),
  transaction_date: instantParameter('Default: now'),
});

const saleCall = {
  tag: transaction.labels.en,
  description:
    'Runs in one transaction. Invalid values return 422 with their field (for a new member: member.email); a sale that the member’s cards do not allow returns 409.',
  rights: [permission('STORE', transaction.permission)],
  response: z.strictObject({ data: saleResponse }),
  status: 201,
  write: 'idempotent',
  reusesPlans: true,
  rejections: [409],
} as const;

const tag = transaction.labels.en;

/** Starting and ending the dispute of a payment both require a reason. */
const disputeCall = {
  tag,
  rights: [permission('UPDATE', transaction.permission)],
  path: { id: pathId(transaction) },
  body: bodyOf(disputeBody),
  response: z.strictObject({ data: record('transaction', { transaction_no: text, payment_status: text }) }),
  write: 'idempotent',
  rejections: [409],
} as const;

/** Calls that sell, renew, upgrade and give memberships: the offers, the sale, and the records cancelled with it. */
export const saleCalls = {
  'POST /api/transaction/wizard': {
    name: 'sell',
    ...saleCall,
    summary: { en: 'Sell, renew or upgrade a membership', id: 'Jual, perpanjang, atau naikkan keanggotaan' },
    body: sale,
    example: { body: exampleSale },
  },
  'POST /api/transaction/free_membership': {
    name: 'giveMembership',
    ...saleCall,
    summary: { en: 'Issue a complimentary membership', id: 'Terbitkan keanggotaan komplimen' },
    body: complimentarySale,
    example: { body: exampleComplimentarySale },
  },
  'GET /api/transaction/offers': {
    name: 'listOffers',
    tag,
    summary: {
      en: 'Sales available at a hotel, for a member and day',
      id: 'Penjualan yang tersedia di hotel, untuk anggota dan hari tertentu',
    },
    rights: [permission('STORE', transaction.permission)],
    query: offersQuery,
    response: z.strictObject({ data: offers }),
  },
  'GET /api/transaction/{id}/cancellation': {
    name: 'previewSaleCancellation',
    tag,
    summary: {
      en: 'Records deleted or restored together with a sale',
      id: 'Data yang ikut dihapus atau dipulihkan bersama penjualan',
    },
    rights: [...recordPermissions(transaction.permission), permission('DELETE', transaction.permission)],
    path: { id: pathId(transaction) },
    response: z.strictObject({ data: cancellation }),
  },
  'POST /api/transaction/{id}/cancel': {
    name: 'cancelSale',
    tag,
    summary: { en: 'Cancel a sale without the right to delete', id: 'Batalkan penjualan tanpa hak menghapus' },
    description: `Its seller cancels it within ${SELF_REVERT_MINUTES} minutes; a member created by the sale is deleted too. Afterwards, and for others, the answer is a 409 \`approval_needed\`: request it as an approval.`,
    rights: [permission('STORE', transaction.permission)],
    path: { id: pathId(transaction) },
    body: bodyOf(cancelBody),
    response: z.strictObject({ data: record('transaction', { transaction_no: text }) }),
    write: 'idempotent',
    rejections: [409],
  },
  'POST /api/transaction/{id}/payment': {
    name: 'correctPayment',
    tag,
    summary: {
      en: 'Correct payment type and receipt number of your own sale',
      id: 'Koreksi jenis pembayaran dan nomor kuitansi penjualan Anda sendiri',
    },
    description:
      'For the seller, on the day of the sale; with the right to update also for others and later. Once a receipt is printed, a correction needs a reason.',
    rights: [permission('STORE', transaction.permission)],
    path: { id: pathId(transaction) },
    body: bodyOf(paymentCorrectionBody),
    response: z.strictObject({ data: record('transaction', { transaction_no: text }) }),
    write: 'idempotent',
    rejections: [403, 409],
  },
  'POST /api/transaction/{id}/reversal': {
    name: 'reverseSale',
    tag,
    summary: { en: 'Reverse a transaction of a closed month', id: 'Balik transaksi dari bulan yang sudah ditutup' },
    description:
      'Posts a reversing transaction today, linked to the original. For a sale, its card and unused vouchers are cancelled too.',
    rights: [permission('DELETE', transaction.permission)],
    path: { id: pathId(transaction) },
    body: bodyOf(reversalBody),
    response: z.strictObject({ data: record('transaction', { transaction_no: text, reverses_id: id }) }),
    status: 201,
    write: 'idempotent',
    rejections: [409],
  },
  'GET /api/transaction/{id}/refund': {
    name: 'previewRefund',
    tag,
    summary: {
      en: 'Refunds and disputes of a sale, and the effect of a refund',
      id: 'Pengembalian dana dan sengketa penjualan, beserta dampak pengembalian',
    },
    rights: [...recordPermissions(transaction.permission), permission('DELETE', transaction.permission)],
    path: { id: pathId(transaction) },
    response: z.strictObject({ data: refundPreview }),
  },
  'POST /api/transaction/{id}/refund': {
    name: 'refundSale',
    tag,
    summary: { en: 'Refund all or part of a sale', id: 'Kembalikan seluruh atau sebagian dana penjualan' },
    description:
      'Posts a negative transaction today, linked to the sale. If the membership ends, its cards become inactive and unused vouchers are cancelled; redemptions do not change. Above the discount limit of the role group the answer is a 409 `approval_needed`: request it as an approval. Deleting the refund cancels it.',
    rights: [permission('DELETE', transaction.permission)],
    path: { id: pathId(transaction) },
    body: bodyOf(refundBody),
    example: { body: exampleRefund },
    response: z.strictObject({ data: record('transaction', { transaction_no: text, reverses_id: id }) }),
    status: 201,
    write: 'idempotent',
    rejections: [409],
  },
  'POST /api/transaction/{id}/dispute': {
    name: 'disputeSale',
    ...disputeCall,
    summary: { en: 'Mark the payment of a sale as disputed', id: 'Tandai pembayaran penjualan sebagai disengketakan' },
    description: 'No refund is possible until the dispute is resolved.',
  },
  'POST /api/transaction/{id}/dispute/resolve': {
    name: 'resolveDispute',
    ...disputeCall,
    summary: { en: 'Resolve the dispute of a payment', id: 'Selesaikan sengketa pembayaran' },
  },
} satisfies Calls;

export type OfferedVoucher = JsonOf<typeof voucher>;
export type Offer = JsonOf<typeof offer>;
export type Offers = JsonOf<typeof offers>;
/** The body of a sale. A free one takes neither a type nor a payment. */
export type SaleInput = Immutable<z.input<typeof sale>>;
export type SaleResponse = JsonOf<typeof saleResponse>;
export type Cancellation = JsonOf<typeof cancellation>;
export type RefundPreview = JsonOf<typeof refundPreview>;
