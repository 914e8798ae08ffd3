import { z } from 'zod';
import { permission } from '../permission.ts';
import { body, idField, monthField, optionalTextField, reasonField } from './body.ts';
import type { Calls, Read } from './call.ts';
import {
  choiceParameter,
  dayParameter,
  idParameter,
  monthParameter,
  paging,
  pathId,
  requiredIdParameter,
} from './parameters.ts';
import { amount, day, flag, hotel, id, named, person, text, textOrNull, whole } from './shapes.ts';

/** Longest remark on a closing. */
const REMARK_MAX = 500;
/** Rows of a comparison that are told one by one. */
export const DIFFERENCES_MAX = 500;
const MONTH_CLOSE = 'MONTH_CLOSE';
export const MONTH_CLOSE_LABEL = { en: 'Month close', id: 'Tutup bulan' };

const closing = z.strictObject({
  id,
  country: named,
  month: text.meta({ description: '`2026-10`' }),
  remark: textOrNull,
  closed_at: text,
  closed_by: person,
  reopened_at: textOrNull.meta({ description: 'Null while the month is closed' }),
  reopened_by: person.nullable(),
  approved_by: person.nullable(),
  reopen_reason: textOrNull,
  head: textOrNull.meta({
    description:
      'The head of the operation log when it was closed, `seal-hash`; null of months that were closed before the log had one',
  }),
});
const country = named.extend({
  currency: text,
  decimals: whole,
  month: text.meta({ description: 'The last month that can be closed now' }),
});
/** The check list before a month is closed, each point with its count. */
const CHECKS = ['without_rate', 'held_postings', 'unusual_bills', 'unapproved', 'late_bills'] as const;
const check = z.strictObject({
  key: z.enum(CHECKS),
  number: whole,
  records: z
    .array(z.strictObject({ resource: text, id, number: text, hotel, amount: amount.nullable(), currency: textOrNull }))
    .meta({ description: 'Some of them' }),
});
const RECORDS = ['transaction', 'visit', 'voucher_redeem'] as const;
const sum = {
  hotel,
  resource: z.enum(RECORDS),
  part: textOrNull.meta({ description: 'Of transactions the code of their type' }),
  currency: text,
};
const figure = z.strictObject({
  number: whole,
  amount,
  amount_usd: textOrNull.meta({ description: 'Without records that have no rate; null of redemptions' }),
  without_rate: whole.meta({ description: 'How many records have no rate, and are missing in US dollars' }),
});
const figures = z.strictObject({ ...sum, ...figure.shape });
const compared = z.strictObject({ ...sum, closed: figure, today: figure, difference: figure });
const difference = z.strictObject({
  why: z.enum(['reversed', 'changed', 'added', 'gone']),
  ...sum,
  id,
  number: text,
  closed: amount.nullable(),
  today: amount.nullable(),
  difference: amount,
  at: textOrNull,
  by: person.nullable(),
  reversal: z.strictObject({ id, transaction_no: text }).nullable(),
});

/** The parts of the liability of vouchers, in the order in which they add up. */
export const LIABILITY_PARTS = [
  'opening',
  'issued',
  'redeemed',
  'expired',
  'cancelled',
  'corrected',
  'closing',
] as const;
const worth = z.strictObject({
  number: whole,
  nominal: amount,
  nominal_usd: text.meta({ description: '2 decimals, at the rates of the sales; without those that have no rate' }),
  without_rate: whole.meta({ description: 'How many vouchers have no rate, and are missing in US dollars' }),
});
const liability = z.strictObject({
  hotel,
  kind: named
    .extend({ name_id: text })
    .meta({ description: 'The type of the vouchers, which has one name, or the voucher' }),
  currency: text,
  opening: worth,
  issued: worth,
  redeemed: worth,
  expired: worth,
  cancelled: worth,
  corrected: worth.meta({ description: 'What changed later in months that were closed; it may be below zero' }),
  closing: worth.meta({ description: 'opening + issued - redeemed - expired - cancelled + corrected' }),
});

const fees = z.strictObject({
  number: whole.meta({ description: 'Sales less reversals; by month of service those whose term has this month' }),
  amount,
  amount_usd: text.meta({ description: '2 decimals, at the rates of the sales; without those that have no rate' }),
  without_rate: whole.meta({
    description: 'How many sales, reversals and refunds have no rate, and are missing in US dollars',
  }),
});
const feesOfMonth = z.strictObject({
  hotel: hotel.meta({ description: 'The hotel of the sale' }),
  month: text.meta({ description: '`2026-10`' }),
  currency: text,
  by_sale: fees.meta({ description: 'By the month of the sale' }),
  by_service: fees.meta({
    description:
      'Each month of the term has an equal share, in whole units of the currency, and the last one the remainder. Months before that of the sale count in it.',
  }),
});

const tag = MONTH_CLOSE_LABEL.en;
const path = { id: pathId({ label: MONTH_CLOSE_LABEL }) };
const which = {
  country_id: requiredIdParameter('The country'),
  month: monthParameter('`2026-10`'),
};
const VIEW = permission('VIEW', MONTH_CLOSE);

/** Closing months. */
export const monthCloseCalls = {
  'GET /api/month_close': {
    tag,
    summary: { en: 'Closed months, the newest first', id: 'Bulan yang ditutup, terbaru lebih dulu' },
    description: 'Of countries whose hotels are all in sight.',
    rights: [VIEW],
    query: z.object({ country_id: idParameter('Of this country alone'), ...paging }),
    answer: z.strictObject({
      data: z.array(closing),
      countries: z.array(country),
      meta: z.strictObject({ page: whole, per_page: whole, total: whole }),
    }),
  },
  'GET /api/month_close/check': {
    tag,
    summary: { en: 'What to look at before a month is closed', id: 'Yang perlu diperiksa sebelum bulan ditutup' },
    rights: [VIEW, permission('STORE', MONTH_CLOSE)],
    query: z.object(which),
    answer: z.strictObject({
      data: z.strictObject({
        country: named,
        month: text,
        is_over: flag,
        closing: closing.nullable().meta({ description: 'Null while the month is open' }),
        checks: z.array(check),
        figures: z.array(figures),
      }),
    }),
  },
  'POST /api/month_close': {
    tag,
    summary: { en: 'Close a month of a country', id: 'Tutup bulan suatu negara' },
    description:
      'From two hours after its end on, in every zone of the country. Its figures are frozen, and nothing whose day lies in it can be written any more. A remark is asked for where the check list has open points.',
    rights: [permission('STORE', MONTH_CLOSE)],
    body: body({ country_id: idField(), month: monthField(), remark: optionalTextField(REMARK_MAX) }),
    answer: z.strictObject({ data: closing }),
    status: 201,
    write: 'once',
    refusals: [409],
  },
  'POST /api/month_close/{id}/reopen': {
    tag,
    summary: { en: 'Open a closed month again', id: 'Buka kembali bulan yang ditutup' },
    description: 'Takes a second person: by itself it is a 409 `approval_needed`, and is asked for as an approval.',
    rights: [permission('UPDATE', MONTH_CLOSE)],
    path,
    body: body({ reason: reasonField(REMARK_MAX) }),
    answer: z.strictObject({ data: closing }),
    write: 'once',
    refusals: [409],
  },
  'GET /api/month_close/liability': {
    tag,
    summary: {
      en: 'What the outstanding vouchers are worth, from the opening to the closing of a period',
      id: 'Nilai voucher yang belum ditukar, dari awal sampai akhir suatu periode',
    },
    description:
      'Of the hotels in sight. A voucher counts at the hotel of its card, on days of that hotel. Days of closed months stay as they were closed.',
    rights: [VIEW],
    query: z.object({
      from: dayParameter('First day; the first of the present month if left out'),
      to: dayParameter('Last day; today if left out'),
      by: choiceParameter(['type', 'voucher'], 'By type of voucher, or by voucher; `type` by default'),
      country_id: idParameter('Of the hotels of this country alone'),
      hotel_id: idParameter('Of this hotel alone'),
    }),
    answer: z.strictObject({ data: z.strictObject({ from: day, to: day, rows: z.array(liability) }) }),
  },
  'GET /api/month_close/fees': {
    tag,
    summary: {
      en: 'Fees of sales by month of service, beside those by month of sale',
      id: 'Biaya penjualan menurut bulan layanan, di samping menurut bulan penjualan',
    },
    description: 'Of the hotels in sight, less reversals and refunds. Months to come have what was sold for them.',
    rights: [VIEW],
    query: z.object({
      from: monthParameter('First month, `2026-10`'),
      to: monthParameter('Last month'),
      country_id: idParameter('Of the hotels of this country alone'),
      hotel_id: idParameter('Of this hotel alone'),
    }),
    answer: z.strictObject({ data: z.strictObject({ from: text, to: text, rows: z.array(feesOfMonth) }) }),
    example: { query: { from: '2026-01', to: '2026-12' } },
  },
  'GET /api/month_close/{id}/comparison': {
    tag,
    summary: {
      en: 'A month as it was closed and as of today, and which rows make the difference',
      id: 'Bulan saat ditutup dan per hari ini, beserta baris yang menjadi selisihnya',
    },
    description: `As of today, what was reversed later counts no more. At most ${DIFFERENCES_MAX} rows are told.`,
    rights: [VIEW],
    path,
    answer: z.strictObject({
      data: z.strictObject({
        closing,
        figures: z.array(compared),
        rows: z.array(difference),
        more: whole.meta({ description: 'How many rows are not told' }),
      }),
    }),
  },
} satisfies Calls;

export type MonthClosing = Read<typeof closing>;
export type ClosingCountry = Read<typeof country>;
export type ClosingCheck = Read<typeof check>;
export type ClosingFigures = Read<typeof figures>;
export type ComparedFigures = Read<typeof compared>;
export type MonthDifference = Read<typeof difference>;
export type Liability = Read<typeof liability>;
export type FeesOfMonth = Read<typeof feesOfMonth>;
