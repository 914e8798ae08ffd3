import { z } from 'zod';
import { permission, recordPermissions } from '../permission.ts';
import type { InputOf } from '../resource.ts';
import type { member } from '../resources/member.ts';
import { transaction } from '../resources/transaction.ts';
import { SALE_DAYS_BACK, SALE_TYPE, type SaleType } from '../selling.ts';
import { amountField, body, flagField, idField, optionalTextField, reasonField } from './body.ts';
import type { Calls, Immutable, Read } from './call.ts';
import { choiceParameter, idParameter, momentParameter, pathId } from './parameters.ts';
import { amount, day, flag, id, nested, person, record, saleType, text, textOrNull, whole } from './shapes.ts';

const voucher = z.strictObject({
  id,
  name: text,
  name_id: text,
  quantity: whole,
  nominal: amount,
  is_restricted: flag.meta({ description: 'Good at this hotel alone' }),
});
const offer = z.strictObject({
  membership: nested,
  price: amount.meta({ description: 'In the hotel’s currency, 3 decimals; zero where it is free' }),
  price_missing: z.enum(['converted', 'as_is']).nullable().meta({
    description:
      'The membership has no price in the hotel’s currency: it was converted from the currency of its price, or its number taken as it is, while it has prices in others',
  }),
  start_date: day,
  end_date: day,
  validity_months: whole,
  rank: whole,
  benefits: textOrNull,
  benefits_url: textOrNull,
  is_regional: flag.meta({ description: 'Its vouchers are good only in the region in which the card is sold' }),
  min_visit: whole,
  min_visit_to_upgrade: whole,
  vouchers: z.array(voucher),
});
const offers = z.strictObject({
  hotel: nested,
  day: day.meta({ description: 'The day of the sale there' }),
  currency: text,
  decimals: whole,
  usd_rate: textOrNull.meta({ description: 'Local currency for a US dollar; null where it is not known' }),
  refusal: z
    .strictObject({ error: text, message: text })
    .nullable()
    .meta({ description: 'Why nothing can be sold to this member' }),
  card: z.strictObject({ id, sbec_no: text, membership: nested, start_date: day, end_date: day }).nullable().meta({
    description: 'The card that a renewal follows, that is upgraded, or that keeps the member from buying another',
  }),
  paid: amount.nullable().meta({
    description: 'Of an upgrade: the price of what was sold for the term, which is taken off the prices of the offers',
  }),
  term_end: z
    .strictObject({ decision: z.enum(['open', 'keep', 'lower', 'grace']), until: day.nullable(), note: textOrNull })
    .nullable()
    .meta({
      description:
        'Of a renewal: what was decided because the visits of the term were too few. `until`: with grace the last day on which the level may be renewed. Where it is lowered only lower memberships are offered',
    }),
  allowed: z.array(saleType).meta({ description: 'Kinds of sale that the member’s cards allow' }),
  offers: z.array(offer),
});
const cancellation = z.strictObject({
  is_deleted: flag,
  cards: z.array(z.strictObject({ id, sbec_no: text, membership: nested })),
  vouchers: whole.meta({ description: 'How many go along or come back' }),
  redeemed: z
    .array(z.strictObject({ voucher_no: text, redeem_no: text, redeem_hotel: text, day }))
    .meta({ description: 'Redemptions that have to be voided first' }),
  closed_month: textOrNull.meta({
    description: '`2026-10`, where its month is closed: it is reversed, and not deleted',
  }),
  reversal: z.strictObject({ id, transaction_no: text }).nullable().meta({ description: 'The one that took it back' }),
  refund_of: z.strictObject({ id, transaction_no: text }).nullable().meta({
    description: 'Of a refund: its sale. Where the refund is cancelled the cards run again, with so many vouchers',
  }),
});

const sold = z.strictObject({
  transaction: record('transaction', { transaction_no: text }),
  member: record('member', {}),
  member_card: record('member_card', { sbec_no: text }),
  member_vouchers: z.array(record('member_voucher', { voucher_no: text })),
});

const refundPreview = z.strictObject({
  refusal: textOrNull.meta({
    description: 'Why nothing of this sale can be refunded, or its membership not be ended; null where both can',
  }),
  may_keep: flag.meta({ description: 'Whether the amount alone can be refunded' }),
  currency: text,
  decimals: whole,
  grand_total: amount,
  refunded: amount.meta({ description: 'By earlier refunds' }),
  left: amount,
  limit: whole.meta({
    description: 'Percent of the sale that you may refund without an approval, earlier refunds included',
  }),
  within_limit: amount.meta({ description: 'What is left of that' }),
  cards: z
    .array(z.strictObject({ id, sbec_no: text, membership: nested }))
    .meta({ description: 'Cards that end where the membership ends' }),
  unused: z
    .strictObject({ vouchers: whole, nominal: amount })
    .meta({ description: 'Vouchers that are cancelled where the membership ends' }),
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
    .meta({ description: 'What the guest has had of it: these vouchers stay redeemed' }),
  refunds: z.array(
    z.strictObject({
      id,
      transaction_no: text,
      day,
      amount,
      refund_reason: text,
      ended: flag.meta({ description: 'Whether the membership ended with it' }),
    }),
  ),
  disputes: z
    .array(
      z.strictObject({
        reason: text,
        disputed_on: day,
        disputed_by: person,
        lifted_on: day.nullable(),
        lifted_by: person.nullable(),
        lift_reason: textOrNull,
      }),
    )
    .meta({ description: 'Disputes of its payment, the last one first' }),
});

const exampleRefund = {
  amount: '500000.000',
  refund_reason_id: 41,
  type_payment_id: 31,
  ends_membership: 1,
  remark: 'Moves abroad',
} as const;

/** A field that the sale judges by the rules of the records that it makes. */
const judged = <T>(json: Readonly<Record<string, unknown>>) => z.custom<T>().optional().meta(json);
const whose = { type: 'integer', minimum: 1 };
const words = { type: 'string' };
const given = {
  hotel_id: judged<number>({ ...whose, description: 'A user of one hotel may leave it out' }),
  membership_id: judged<number>(whose),
  member_id: judged<number>({ ...whose, description: 'A member that there is' }),
  member: judged<Readonly<Record<string, unknown>>>({
    record: 'member_input',
    description: 'Or a new one; hotel and membership follow from the sale',
  }),
  reference_no: judged<string>(words),
  transaction_date: judged<string>({ ...words, description: `Now by default, at most ${SALE_DAYS_BACK} days back` }),
  marketing_name: judged<string>(words),
  remark: judged<string>(words),
};
const gift = z.looseObject(given);
const sale = z.looseObject({
  type: judged<SaleType>({
    type: 'integer',
    enum: [SALE_TYPE.sale, SALE_TYPE.renewal, SALE_TYPE.upgrade],
    description: '1 new, 2 renewal, 6 upgrade of a running card for the difference of price',
  }),
  ...given,
  upgraded_from_id: judged<number>({
    ...whose,
    description:
      'Of an upgrade: `card.id` of the offers in which its price was shown. Another running card is a 409, which names who upgraded it first',
  }),
  type_payment_id: judged<number>(whose),
  discount: judged<string>({ ...words, description: 'Local amount, 3 decimals' }),
});
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
const exampleGift: z.input<typeof gift> = {
  hotel_id: 4,
  membership_id: 3,
  member: exampleBuyer,
  reference_no: 'FO-20117',
  marketing_name: 'Ni Luh Ayu',
};
const exampleSale: z.input<typeof sale> = {
  ...exampleGift,
  type: SALE_TYPE.sale,
  type_payment_id: 31,
  discount: '0.000',
};
const selling = {
  tag: transaction.labels.en,
  description:
    'All of it happens, or nothing. A choice that is refused is a 422 at its field (of a new member as member.email), a member whose cards do not allow it a 409.',
  rights: [permission('STORE', transaction.permission)],
  answer: z.strictObject({ data: sold }),
  status: 201,
  write: 'once',
  refusals: [409],
} as const;

const tag = transaction.labels.en;

/** The dispute of a payment begins and ends with a reason. */
const disputing = {
  tag,
  rights: [permission('UPDATE', transaction.permission)],
  path: { id: pathId(transaction) },
  body: body({ reason: reasonField(transaction.fields.void_reason.max) }),
  answer: z.strictObject({ data: record('transaction', { transaction_no: text, payment_status: text }) }),
  write: 'once',
  refusals: [409],
} as const;

/** Selling, renewing, upgrading and giving memberships: the offers, the sale, and the records that its cancelling takes along. */
export const sellingCalls = {
  'POST /api/transaction/wizard': {
    ...selling,
    summary: { en: 'Sell a membership, renew or upgrade one', id: 'Jual, perpanjang, atau naikkan keanggotaan' },
    body: sale,
    example: { body: exampleSale },
  },
  'POST /api/transaction/free_membership': {
    ...selling,
    summary: { en: 'Give a free membership', id: 'Beri keanggotaan gratis' },
    body: gift,
    example: { body: exampleGift },
  },
  'GET /api/transaction/offers': {
    tag,
    summary: {
      en: 'What can be sold at a hotel, to a member, on a day',
      id: 'Yang dapat dijual di sebuah hotel, kepada seorang anggota, pada suatu hari',
    },
    rights: [permission('STORE', transaction.permission)],
    query: z.object({
      hotel_id: idParameter('A user of one hotel may leave it out'),
      type: choiceParameter(
        Object.values(SALE_TYPE).map((type) => `${type}` as const),
        '1 new (by default), 2 renewal, 3 free, 6 upgrade',
      ),
      member_id: idParameter(),
      transaction_date: momentParameter('Now by default'),
    }),
    answer: z.strictObject({ data: offers }),
  },
  'GET /api/transaction/{id}/cancellation': {
    tag,
    summary: {
      en: 'What goes along when a sale is deleted, or comes back when it is restored',
      id: 'Yang ikut saat penjualan dihapus, atau kembali saat dipulihkan',
    },
    rights: [...recordPermissions(transaction.permission), permission('DELETE', transaction.permission)],
    path: { id: pathId(transaction) },
    answer: z.strictObject({ data: cancellation }),
  },
  'POST /api/transaction/{id}/reversal': {
    tag,
    summary: { en: 'Reverse a transaction of a closed month', id: 'Balik transaksi dari bulan yang sudah ditutup' },
    description:
      'A transaction of today that carries minus the amounts and points to it. Of a sale, the card and the vouchers that nobody redeemed go along.',
    rights: [permission('DELETE', transaction.permission)],
    path: { id: pathId(transaction) },
    body: body({ reason: reasonField(transaction.fields.void_reason.max) }),
    answer: z.strictObject({ data: record('transaction', { transaction_no: text, reverses_id: id }) }),
    status: 201,
    write: 'once',
    refusals: [409],
  },
  'GET /api/transaction/{id}/refund': {
    tag,
    summary: {
      en: 'Refunds and disputes of a sale, and what a refund would leave and end',
      id: 'Pengembalian dana dan sengketa penjualan, beserta sisa dan akibatnya',
    },
    rights: [...recordPermissions(transaction.permission), permission('DELETE', transaction.permission)],
    path: { id: pathId(transaction) },
    answer: z.strictObject({ data: refundPreview }),
  },
  'POST /api/transaction/{id}/refund': {
    tag,
    summary: { en: 'Refund a part of a sale', id: 'Kembalikan sebagian dana penjualan' },
    description:
      'A transaction of today that carries minus the amount and points to the sale. Where the membership ends, its cards are switched off and the vouchers that nobody redeemed are cancelled; redemptions stay. Above the discount limit of your role group it is a 409 `approval_needed`, and can be requested as an approval. Deleting the refund cancels it.',
    rights: [permission('DELETE', transaction.permission)],
    path: { id: pathId(transaction) },
    body: body({
      amount: amountField('In the currency of the sale, at most what is left of it'),
      refund_reason_id: idField('A detail of the option `refund-reason`'),
      type_payment_id: idField('How it is paid back'),
      ends_membership: flagField('1: cards and unused vouchers end; 0: they stay'),
      remark: optionalTextField(transaction.fields.remark.max),
    }),
    example: { body: exampleRefund },
    answer: z.strictObject({ data: record('transaction', { transaction_no: text, reverses_id: id }) }),
    status: 201,
    write: 'once',
    refusals: [409],
  },
  'POST /api/transaction/{id}/dispute': {
    ...disputing,
    summary: { en: 'Mark the payment of a sale as disputed', id: 'Tandai pembayaran penjualan sebagai disengketakan' },
    description: 'It is not refunded until the dispute is lifted.',
  },
  'POST /api/transaction/{id}/dispute/lift': {
    ...disputing,
    summary: { en: 'Lift the dispute of a payment', id: 'Cabut sengketa pembayaran' },
  },
} satisfies Calls;

export type OfferedVoucher = Read<typeof voucher>;
export type Offer = Read<typeof offer>;
export type Offers = Read<typeof offers>;
/** The body of a sale; a free one takes neither type nor payment. */
export type SaleInput = Immutable<z.input<typeof sale>>;
export type SaleAnswer = Read<typeof sold>;
export type Cancellation = Read<typeof cancellation>;
export type RefundPreview = Read<typeof refundPreview>;
