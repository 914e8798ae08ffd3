import { z } from 'zod';
import { permission } from '../rights/permission.ts';
import { body, idField, monthField, optionalTextField, reasonField } from './body.ts';
import type { Calls, JsonOf } from './definition.ts';
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

/** Maximum length of the remark on a month close. */
const REMARK_MAX = 500;
/** Maximum rows of a comparison that are listed individually. */
export const DIFFERENCES_MAX = 500;
const MONTH_CLOSE = 'MONTH_CLOSE';
export const MONTH_CLOSE_LABEL = { en: 'Month close', id: 'Tutup buku bulanan' };

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
    description: 'Head of the audit log at closing, `seal-hash`; null if the log had none yet',
  }),
});
const country = named.extend({
  currency: text,
  decimals: whole,
  month: text.meta({ description: 'Latest month that can be closed now' }),
});
/** The checklist before a month is closed, each item with its count. */
const CHECKS = ['without_rate', 'held_postings', 'exceptional_bills', 'unapproved', 'late_bills'] as const;
const check = z.strictObject({
  key: z.enum(CHECKS),
  number: whole,
  records: z
    .array(z.strictObject({ resource: text, id, number: text, hotel, amount: amount.nullable(), currency: textOrNull }))
    .meta({ description: 'Examples' }),
});
const RECORDS = ['transaction', 'visit', 'voucher_redeem'] as const;
const sum = {
  hotel,
  resource: z.enum(RECORDS),
  part: textOrNull.meta({ description: 'For transactions: code of the type' }),
  currency: text,
};
const closingTotal = z.strictObject({
  number: whole,
  amount,
  amount_usd: textOrNull.meta({ description: 'Without records that have no rate; null of redemptions' }),
  without_rate: whole.meta({ description: 'How many records have no rate, and are missing in US dollars' }),
});
const amounts = z.strictObject({ ...sum, ...closingTotal.shape });
const compared = z.strictObject({ ...sum, closed: closingTotal, today: closingTotal, difference: closingTotal });
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

/** The parts of the voucher liability, in the order in which they add up. */
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
  nominal_usd: text.meta({
    description: '2 decimals, at the rate of each sale; records without a rate are not included',
  }),
  without_rate: whole.meta({ description: 'Vouchers without a rate, not included in USD' }),
});
const liability = z.strictObject({
  hotel,
  kind: named.extend({ name_id: text }).meta({ description: 'Voucher type or voucher' }),
  currency: text,
  opening: worth,
  issued: worth,
  redeemed: worth,
  expired: worth,
  cancelled: worth,
  corrected: worth.meta({ description: 'Later changes in closed months; can be negative' }),
  closing: worth.meta({ description: 'opening + issued - redeemed - expired - cancelled + corrected' }),
});

const fees = z.strictObject({
  number: whole.meta({
    description: 'Sales less reversals; by month of service, sales whose term includes this month',
  }),
  amount,
  amount_usd: text.meta({
    description: '2 decimals, at the rate of each sale; records without a rate are not included',
  }),
  without_rate: whole.meta({
    description: 'Sales, reversals and refunds without a rate, missing in US dollars',
  }),
});
const feesOfMonth = z.strictObject({
  hotel: hotel.meta({ description: 'Hotel of the sale' }),
  month: text.meta({ description: '`2026-10`' }),
  currency: text,
  by_sale: fees.meta({ description: 'By month of sale' }),
  by_service: fees.meta({
    description:
      'Each month of the term gets an equal share in whole currency units; the last month gets the remainder. Shares of months before the sale are added to the month of sale.',
  }),
});

const tag = MONTH_CLOSE_LABEL.en;
const path = { id: pathId({ label: MONTH_CLOSE_LABEL }) };
const which = {
  country_id: requiredIdParameter('The country'),
  month: monthParameter('`2026-10`'),
};
const VIEW = permission('VIEW', MONTH_CLOSE);

/** Calls that close and reopen months. */
export const monthCloseCalls = {
  'GET /api/month_close': {
    tag,
    summary: { en: 'Closed months, newest first', id: 'Bulan yang ditutup, terbaru dahulu' },
    description: 'Only countries where the caller has access to all hotels.',
    rights: [VIEW],
    query: z.object({ country_id: idParameter('Only this country'), ...paging }),
    response: z.strictObject({
      data: z.array(closing),
      countries: z.array(country),
      meta: z.strictObject({ page: whole, per_page: whole, total: whole }),
    }),
  },
  'GET /api/month_close/check': {
    tag,
    summary: { en: 'Checklist before closing a month', id: 'Daftar periksa sebelum bulan ditutup' },
    rights: [VIEW, permission('STORE', MONTH_CLOSE)],
    query: z.object(which),
    response: z.strictObject({
      data: z.strictObject({
        country: named,
        month: text,
        is_over: flag,
        closing: closing.nullable().meta({ description: 'Null while the month is open' }),
        checks: z.array(check),
        amounts: z.array(amounts),
      }),
    }),
  },
  'POST /api/month_close': {
    tag,
    summary: { en: 'Close a month of a country', id: 'Tutup buku bulanan suatu negara' },
    description:
      'Possible from two hours after month end in every zone of the country. Freezes its totals and locks every record dated in it. A remark is required while items on the checklist are open.',
    rights: [permission('STORE', MONTH_CLOSE)],
    body: body({ country_id: idField(), month: monthField(), remark: optionalTextField(REMARK_MAX) }),
    response: z.strictObject({ data: closing }),
    status: 201,
    write: 'idempotent',
    rejections: [409],
  },
  'POST /api/month_close/{id}/reopen': {
    tag,
    summary: { en: 'Reopen a closed month', id: 'Buka kembali bulan yang ditutup' },
    description: 'Needs a second approver: the answer is always a 409 `approval_needed`. Request it as an approval.',
    rights: [permission('UPDATE', MONTH_CLOSE)],
    path,
    body: body({ reason: reasonField(REMARK_MAX) }),
    response: z.strictObject({ data: closing }),
    write: 'idempotent',
    rejections: [409],
  },
  'GET /api/month_close/liability': {
    tag,
    summary: {
      en: 'Value of outstanding vouchers, from opening to closing of a period',
      id: 'Nilai voucher yang belum ditukar, dari saldo awal sampai saldo akhir periode',
    },
    description:
      'Covers visible hotels. A voucher counts at the hotel of its card, in that hotel’s time zone. Days of closed months do not change.',
    rights: [VIEW],
    query: z.object({
      from: dayParameter('First day. Default: first day of the current month'),
      to: dayParameter('Last day. Default: today'),
      by: choiceParameter(['type', 'voucher'], 'Group by voucher type or voucher. Default: `type`'),
      country_id: idParameter('Only hotels of this country'),
      hotel_id: idParameter('Only this hotel'),
    }),
    response: z.strictObject({ data: z.strictObject({ from: day, to: day, rows: z.array(liability) }) }),
  },
  'GET /api/month_close/fees': {
    tag,
    summary: {
      en: 'Fees by month of service, compared with month of sale',
      id: 'Biaya menurut bulan layanan, dibandingkan dengan bulan penjualan',
    },
    description:
      'Covers visible hotels, less reversals and refunds. Future months contain the fees already sold for them.',
    rights: [VIEW],
    query: z.object({
      from: monthParameter('First month, `2026-10`'),
      to: monthParameter('Last month'),
      country_id: idParameter('Only hotels of this country'),
      hotel_id: idParameter('Only this hotel'),
    }),
    response: z.strictObject({ data: z.strictObject({ from: text, to: text, rows: z.array(feesOfMonth) }) }),
    example: { query: { from: '2026-01', to: '2026-12' } },
  },
  'GET /api/month_close/{id}/comparison': {
    tag,
    summary: {
      en: 'A month at close and now, with the rows that differ',
      id: 'Bulan saat ditutup dan sekarang, beserta baris yang berbeda',
    },
    description: `Current values exclude later reversals. At most ${DIFFERENCES_MAX} rows are returned.`,
    rights: [VIEW],
    path,
    response: z.strictObject({
      data: z.strictObject({
        closing,
        amounts: z.array(compared),
        rows: z.array(difference),
        more: whole.meta({ description: 'Number of rows not returned' }),
      }),
    }),
  },
} satisfies Calls;

export type MonthClosing = JsonOf<typeof closing>;
export type ClosingCountry = JsonOf<typeof country>;
export type ClosingCheck = JsonOf<typeof check>;
export type ClosingTotals = JsonOf<typeof amounts>;
export type ComparedTotals = JsonOf<typeof compared>;
export type MonthDifference = JsonOf<typeof difference>;
export type Liability = JsonOf<typeof liability>;
export type FeesOfMonth = JsonOf<typeof feesOfMonth>;
