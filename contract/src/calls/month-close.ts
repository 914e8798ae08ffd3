import { z } from 'zod';
import { permission } from '../rights/permission.ts';
import { monthCloseBody, reopenBody } from '../bodies/month-close.ts';
import { body, bodyOf, fieldSchemas, monthField } from './body.ts';
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
import { amount, day, flag, hotel, id, namedRecord, person, text, textOrNull, integer } from './shapes.ts';

/** Maximum number of rows that a comparison lists individually. */
export const MAX_DIFFERENCES = 500;
const MONTH_CLOSE = 'MONTH_CLOSE';
export const MONTH_CLOSE_LABEL = { en: 'Month close', id: 'Tutup buku bulanan' };

const closing = z.strictObject({
  id,
  country: namedRecord,
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
const closingCountry = namedRecord.extend({
  currency: text,
  decimals: integer,
  month: text.meta({ description: 'Latest month that can be closed now' }),
});
/** The checklist before a month is closed, each item with its count. */
const CLOSING_CHECKS = ['without_rate', 'held_postings', 'exceptional_bills', 'unapproved', 'late_bills'] as const;
const closingCheck = z.strictObject({
  key: z.enum(CLOSING_CHECKS),
  number: integer,
  records: z
    .array(z.strictObject({ resource: text, id, number: text, hotel, amount: amount.nullable(), currency: textOrNull }))
    .meta({ description: 'Examples' }),
});
const CLOSED_RESOURCES = ['transaction', 'visit', 'voucher_redeem'] as const;
const totalKey = {
  hotel,
  resource: z.enum(CLOSED_RESOURCES),
  part: textOrNull.meta({ description: 'For transactions: code of the type' }),
  currency: text,
};
const closingTotal = z.strictObject({
  number: integer,
  amount,
  amount_usd: textOrNull.meta({ description: 'Without records that have no rate; null of redemptions' }),
  without_rate: integer.meta({ description: 'How many records have no rate, and are missing in US dollars' }),
});
const closingTotals = z.strictObject({ ...totalKey, ...closingTotal.shape });
const comparedTotals = z.strictObject({
  ...totalKey,
  closed: closingTotal,
  today: closingTotal,
  difference: closingTotal,
});
const difference = z.strictObject({
  why: z.enum(['reversed', 'changed', 'added', 'gone']),
  ...totalKey,
  id,
  number: text,
  closed: amount.nullable(),
  today: amount.nullable(),
  difference: amount,
  at: textOrNull,
  by: person.nullable(),
  reversal: z.strictObject({ id, transaction_no: text }).nullable(),
});

const voucherValue = z.strictObject({
  number: integer,
  nominal: amount,
  nominal_usd: text.meta({
    description: '2 decimals, at the rate of each sale; records without a rate are not included',
  }),
  without_rate: integer.meta({ description: 'Vouchers without a rate, not included in USD' }),
});
const liability = z.strictObject({
  hotel,
  kind: namedRecord.extend({ name_id: text }).meta({ description: 'Voucher type or voucher' }),
  currency: text,
  opening: voucherValue,
  issued: voucherValue,
  redeemed: voucherValue,
  expired: voucherValue,
  cancelled: voucherValue,
  corrected: voucherValue.meta({ description: 'Later changes in closed months; can be negative' }),
  closing: voucherValue.meta({ description: 'opening + issued - redeemed - expired - cancelled + corrected' }),
});

const monthFees = z.strictObject({
  number: integer.meta({
    description: 'Sales less reversals; by month of service, sales whose term includes this month',
  }),
  amount,
  amount_usd: text.meta({
    description: '2 decimals, at the rate of each sale; records without a rate are not included',
  }),
  without_rate: integer.meta({
    description: 'Sales, reversals and refunds without a rate, missing in US dollars',
  }),
});
const feesOfMonth = z.strictObject({
  hotel: hotel.meta({ description: 'Hotel of the sale' }),
  month: text.meta({ description: '`2026-10`' }),
  currency: text,
  by_sale: monthFees.meta({ description: 'By month of sale' }),
  by_service: monthFees.meta({
    description:
      'Each month of the term gets an equal share in whole currency units; the last month gets the remainder. Shares of months before the sale are added to the month of sale.',
  }),
});

const tag = MONTH_CLOSE_LABEL.en;
const path = { id: pathId({ label: MONTH_CLOSE_LABEL }) };
const countryAndMonth = {
  country_id: requiredIdParameter('The country'),
  month: monthParameter('`2026-10`'),
};
const VIEW_RIGHT = permission('VIEW', MONTH_CLOSE);

/** Calls that close and reopen months. */
export const monthCloseCalls = {
  'GET /api/month_close': {
    name: 'listMonths',
    tag,
    summary: { en: 'Closed months, newest first', id: 'Bulan yang ditutup, terbaru dahulu' },
    description: 'Only countries where the caller has access to all hotels.',
    rights: [VIEW_RIGHT],
    query: z.object({ country_id: idParameter('Only this country'), ...paging }),
    response: z.strictObject({
      data: z.array(closing),
      countries: z.array(closingCountry),
      meta: z.strictObject({ page: integer, per_page: integer, total: integer }),
    }),
  },
  'GET /api/month_close/check': {
    name: 'checkMonth',
    tag,
    summary: { en: 'Checklist before closing a month', id: 'Daftar periksa sebelum bulan ditutup' },
    rights: [VIEW_RIGHT, permission('STORE', MONTH_CLOSE)],
    query: z.object(countryAndMonth),
    response: z.strictObject({
      data: z.strictObject({
        country: namedRecord,
        month: text,
        is_over: flag,
        closing: closing.nullable().meta({ description: 'Null while the month is open' }),
        checks: z.array(closingCheck),
        amounts: z.array(closingTotals),
      }),
    }),
  },
  'POST /api/month_close': {
    name: 'closeMonth',
    tag,
    summary: { en: 'Close a month of a country', id: 'Tutup buku bulanan suatu negara' },
    description:
      'Possible from two hours after month end in every zone of the country. Freezes its totals and locks every record dated in it. A remark is required while items on the checklist are open.',
    rights: [permission('STORE', MONTH_CLOSE)],
    // No field kind is a month without a day.
    body: body({
      ...fieldSchemas(monthCloseBody),
      month: monthField(),
    }),
    response: z.strictObject({ data: closing }),
    status: 201,
    write: 'idempotent',
    rejections: [409],
  },
  'POST /api/month_close/{id}/reopen': {
    name: 'reopenMonth',
    tag,
    summary: { en: 'Reopen a closed month', id: 'Buka kembali bulan yang ditutup' },
    description: 'Needs a second approver: the answer is always a 409 `approval_needed`. Request it as an approval.',
    rights: [permission('UPDATE', MONTH_CLOSE)],
    path,
    body: bodyOf(reopenBody),
    response: z.strictObject({ data: closing }),
    write: 'idempotent',
    rejections: [409],
  },
  'GET /api/month_close/liability': {
    name: 'getLiability',
    tag,
    summary: {
      en: 'Value of outstanding vouchers, from opening to closing of a period',
      id: 'Nilai voucher yang belum ditukar, dari saldo awal sampai saldo akhir periode',
    },
    description:
      'Covers visible hotels. A voucher counts at the hotel of its card, in that hotel’s time zone. Days of closed months do not change.',
    rights: [VIEW_RIGHT],
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
    name: 'getFees',
    tag,
    summary: {
      en: 'Fees by month of service, compared with month of sale',
      id: 'Biaya menurut bulan layanan, dibandingkan dengan bulan penjualan',
    },
    description:
      'Covers visible hotels, less reversals and refunds. Future months contain the fees already sold for them.',
    rights: [VIEW_RIGHT],
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
    name: 'compareMonth',
    tag,
    summary: {
      en: 'A month at close and now, with the rows that differ',
      id: 'Bulan saat ditutup dan sekarang, beserta baris yang berbeda',
    },
    description: `Current values exclude later reversals. At most ${MAX_DIFFERENCES} rows are returned.`,
    rights: [VIEW_RIGHT],
    path,
    response: z.strictObject({
      data: z.strictObject({
        closing,
        amounts: z.array(comparedTotals),
        rows: z.array(difference),
        more: integer.meta({ description: 'Number of rows not returned' }),
      }),
    }),
  },
} satisfies Calls;

export type MonthClosing = JsonOf<typeof closing>;
export type ClosingCountry = JsonOf<typeof closingCountry>;
export type ClosingCheck = JsonOf<typeof closingCheck>;
export type ClosingTotals = JsonOf<typeof closingTotals>;
export type TotalsComparison = JsonOf<typeof comparedTotals>;
export type MonthDifference = JsonOf<typeof difference>;
export type Liability = JsonOf<typeof liability>;
export type MonthlyFees = JsonOf<typeof feesOfMonth>;
