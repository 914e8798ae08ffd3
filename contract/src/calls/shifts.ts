import { z } from 'zod';
import { handoverBody, shiftPeriodField, shiftUserField } from '../bodies/shifts.ts';
import { reference } from '../fields/kinds.ts';
import { member } from '../resources/member.ts';
import { transaction } from '../resources/transaction.ts';
import { visit } from '../resources/visit.ts';
import { voucher_redeem } from '../resources/voucher_redeem.ts';
import { permission } from '../rights/permission.ts';
import { CALL_BACK_DAYS, MAX_DAY_ENTRIES, MAX_DAY_GUESTS, MAX_SHIFT_ENTRIES, SHIFT_RESOURCES } from '../rules/shift.ts';
import { bodyOf } from './body.ts';
import type { Calls, JsonOf } from './definition.ts';
import { choiceParameter, idParameter } from './parameters.ts';
import { amount, day, hotel, id, integer, money, namedRecord, rowSelection, text, textOrNull } from './shapes.ts';

const entry = z.strictObject({
  resource: z.enum(SHIFT_RESOURCES),
  id,
  number: text.meta({ description: 'Number of the record; of a visit, the number of the bill' }),
  at: text.meta({ description: 'When it was recorded or undone, in UTC' }),
  member: namedRecord.nullable(),
  name: text.meta({ description: 'Type and membership of a transaction, or name of a voucher; empty for a visit' }),
  name_id: text,
  amount: amount.nullable().meta({ description: 'Grand total, or the nominal of a voucher' }),
  currency: text,
  payment: textOrNull.meta({ description: 'Payment type of a transaction' }),
  user: namedRecord.nullable().meta({ description: 'User who recorded or undid it; null for a system' }),
  reason: textOrNull.meta({ description: 'Why it was undone' }),
});
const activity = z.strictObject({
  number: integer,
  amounts: z.array(money),
  rows: rowSelection,
  entries: z.array(entry).max(MAX_SHIFT_ENTRIES).meta({ description: 'The latest ones, newest first' }),
});
const visibleActivity = activity.nullable().meta({ description: 'Null if the caller cannot view these records' });
const shiftHotel = hotel.extend({ currency: text, decimals: integer, time_zone: text });

const shift = z.strictObject({
  hotel: shiftHotel,
  from: text.meta({ description: 'First second of the period, in UTC' }),
  to: text.meta({ description: 'Last second of the period, in UTC' }),
  user: namedRecord.nullable().meta({ description: 'Whose entries these are; null for everyone’s' }),
  sold: visibleActivity,
  redeemed: visibleActivity,
  posted: visibleActivity,
  undone: activity
    .pick({ number: true, entries: true })
    .meta({ description: 'Cancelled transactions, voided redemptions and deleted visits, whenever recorded' }),
  payments: z
    .array(
      z.strictObject({
        payment: namedRecord.nullable(),
        currency: text,
        taken: amount,
        returned: amount.meta({ description: 'Refunds, and transactions cancelled in the period' }),
        balance: amount.meta({ description: 'Taken less returned' }),
      }),
    )
    .nullable()
    .meta({ description: 'Payments by type and currency; null if the caller cannot view transactions' }),
});

const dayEntries = activity
  .extend({ entries: activity.shape.entries.max(MAX_DAY_ENTRIES) })
  .nullable()
  .meta({ description: 'Null if the caller cannot view these records' });
const listOfGuests = <T extends z.ZodType>(guest: T) =>
  z
    .strictObject({ number: integer, guests: z.array(guest).max(MAX_DAY_GUESTS) })
    .nullable()
    .meta({ description: 'Null if the caller cannot view members' });
const shiftDay = z.strictObject({
  hotel: shiftHotel,
  day,
  birthdays: listOfGuests(
    z.strictObject({ member: namedRecord, membership: namedRecord, valid_until_date: day.nullable(), turns: integer }),
  ),
  call_backs: listOfGuests(
    z.strictObject({
      id,
      member: namedRecord.extend({ phone_no: text }),
      call_back_on: day,
      note: textOrNull,
      by: namedRecord.nullable(),
    }),
  ),
  sold: dayEntries,
  redeemed: dayEntries,
  posted: dayEntries,
});

const hotel_id = idParameter('Optional for users of one hotel');
/** Any of these permissions allows viewing entries, and taking over a shift. */
export const SHIFT_PERMISSIONS = [transaction, voucher_redeem, visit].map((d) => permission('VIEW', d.permission));
const shiftCall = { tag: 'Shifts', rights: SHIFT_PERMISSIONS } as const;

/** Shifts: what was recorded at a hotel today or in the last hours, and its handover to a colleague. */
export const shiftCalls = {
  'GET /api/shift': {
    name: 'getShift',
    ...shiftCall,
    summary: {
      en: 'Sales, redemptions, visits and undone entries of a shift at a hotel, with payments by type',
      id: 'Penjualan, penukaran, kunjungan, dan pembatalan satu sif di hotel, beserta pembayaran per jenis',
    },
    query: z.object({
      hotel_id,
      period: choiceParameter(
        shiftPeriodField.choices.map(({ value }) => value),
        'Default: today. Days are those of the hotel',
      ),
      user: choiceParameter(
        shiftUserField.choices.map(({ value }) => value),
        'me: only entries of the caller',
      ),
    }),
    response: z.strictObject({ data: shift }),
  },
  'GET /api/shift/day': {
    name: 'getDay',
    ...shiftCall,
    rights: [...SHIFT_PERMISSIONS, permission('VIEW', member.permission)],
    summary: {
      en: 'The day of a hotel: birthdays, calls to make, and its sales, redemptions and visits',
      id: 'Hari ini di hotel: ulang tahun, panggilan, serta penjualan, penukaran, dan kunjungan',
    },
    description: `Birthdays and calls are those of members served by the hotel. Calls due more than ${CALL_BACK_DAYS} days ago are omitted.`,
    query: z.object({ hotel_id }),
    response: z.strictObject({ data: shiftDay }),
  },
  'GET /api/shift/recipient': {
    name: 'listHandoverRecipients',
    ...shiftCall,
    summary: {
      en: 'Users who can take over a shift: the caller and the staff assigned to the hotel',
      id: 'Pengguna yang dapat menerima serah terima: pemanggil dan staf yang ditugaskan di hotel itu',
    },
    query: z.object({ hotel_id }),
    response: z.strictObject({ data: z.array(namedRecord) }),
  },
  'POST /api/shift/mail': {
    name: 'mailHandover',
    ...shiftCall,
    summary: { en: 'Hand over a shift by email', id: 'Serah terima sif lewat email' },
    description: 'Sent to a user who can take over the shift, with the records that this user may view.',
    body: bodyOf({
      fields: {
        ...handoverBody.fields,
        hotel_id: reference('hotel', 'Hotel', 'Hotel'),
        period: shiftPeriodField,
        user: shiftUserField,
      },
    }),
    response: z.strictObject({ data: z.strictObject({ recipient: namedRecord }) }),
    write: 'idempotent',
    rejections: [429],
  },
} satisfies Calls;

export type ShiftEntry = JsonOf<typeof entry>;
export type ShiftActivity = JsonOf<typeof activity>;
export type Shift = JsonOf<typeof shift>;
export type ShiftPayment = NonNullable<Shift['payments']>[number];
export type ShiftDay = JsonOf<typeof shiftDay>;
