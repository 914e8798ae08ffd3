import { z } from 'zod';
import { permission } from '../rights/permission.ts';
import { country } from '../resources/country.ts';
import { rateCorrectionBody, rateFields } from '../bodies/exchange-rates.ts';
import { bodyOf, fieldSchemas } from './body.ts';
import type { Calls, JsonOf } from './definition.ts';
import { dayParameter, pathId } from './parameters.ts';
import { day, flag, id, namedRecord, text, textOrNull, integer } from './shapes.ts';

const LABEL = { en: 'Rate correction', id: 'Koreksi kurs' };

const usd = text.meta({ description: 'US dollars, 2 decimals' });
const rate = z.strictObject({
  usd_rate: text,
  is_current: flag.meta({ description: 'Whether this is the country’s current rate' }),
  transactions: integer,
  visits: integer,
  first_day: day,
  last_day: day,
});
const correction = z.strictObject({
  id,
  country: namedRecord,
  wrong_rate: text,
  right_rate: text,
  from_date: day.nullable(),
  until_date: day.nullable(),
  reason: text,
  transactions: integer,
  lines: integer,
  visits: integer,
  left_closed: integer.meta({ description: 'Records in closed months, not corrected' }),
  is_rate_of_country: flag.meta({ description: 'Whether the country’s rate was corrected too' }),
  corrected_at: text,
  corrected_by: namedRecord,
  undone_at: textOrNull,
  undone_by: namedRecord.nullable(),
});
const preview = z.strictObject({
  transactions: integer,
  lines: integer,
  visits: integer,
  months: z
    .array(
      z.strictObject({
        month: text.meta({ description: '`2026-10`' }),
        transactions: integer,
        visits: integer,
        before: usd,
        after: usd,
        difference: usd,
      }),
    )
    .meta({ description: 'Value of records that are not deleted, by month in the hotel’s time zone' }),
  left_closed: integer.meta({ description: 'Records in closed months, which are not corrected' }),
  closed_months: z.array(text),
  is_rate_of_country: flag.meta({ description: 'Whether the country’s rate is corrected too' }),
});

const rights = [permission('UPDATE', country.permission)];
const tag = country.labels.en;
const path = { id: pathId(country) };
const correctionCall = { tag, rights, response: z.strictObject({ data: correction }), rejections: [409] } as const;

/**
 * Corrections of wrong rates to the US dollar: one operation revalues every amount stored with the wrong rate, and can
 * be undone.
 */
export const rateCalls = {
  'GET /api/country/{id}/rates': {
    name: 'listRates',
    tag,
    summary: { en: 'Rates used by records', id: 'Kurs yang dipakai pada data' },
    description: 'Includes past corrections, newest first. Requires access to all hotels of the country.',
    rights,
    path,
    response: z.strictObject({
      data: z.strictObject({ currency: text, rates: z.array(rate), corrections: z.array(correction) }),
    }),
  },
  'GET /api/country/{id}/rate_preview': {
    name: 'previewRate',
    tag,
    summary: { en: 'Preview the effect of a rate correction', id: 'Pratinjau dampak koreksi kurs' },
    description: 'Deleted records are corrected too, because they can be restored.',
    rights,
    path,
    query: z.object({
      ...fieldSchemas(rateFields),
      from_date: dayParameter('First day, in each hotel’s time zone. Default: no limit'),
      until_date: dayParameter('Last day, in each hotel’s time zone. Default: until now'),
    }),
    response: z.strictObject({ data: preview }),
  },
  'POST /api/country/{id}/rate_correction': {
    name: 'correctRate',
    ...correctionCall,
    summary: {
      en: 'Correct a wrong rate and its records',
      id: 'Koreksi kurs yang salah beserta datanya',
    },
    description:
      'Replaces the wrong rate in transactions, their lines and visits of the country’s hotels. Without a last day, the country’s own rate is corrected too if it is the wrong one. Closed months do not change.',
    path,
    body: bodyOf(rateCorrectionBody),
    status: 201,
    write: 'idempotent',
  },
  'POST /api/rate_correction/{id}/undo': {
    name: 'undoRateCorrection',
    ...correctionCall,
    summary: { en: 'Undo an entire correction', id: 'Urungkan seluruh koreksi' },
    description: 'Possible once. Rejected if one of its rates has changed since, or one of its months is closed.',
    path: { id: pathId({ label: LABEL }) },
    body: bodyOf({ fields: {} }),
    write: 'idempotent',
  },
} satisfies Calls;

export const RATE_CORRECTION_LABEL = LABEL;
export type RateInUse = JsonOf<typeof rate>;
export type RateCorrection = JsonOf<typeof correction>;
export type RatePreview = JsonOf<typeof preview>;
