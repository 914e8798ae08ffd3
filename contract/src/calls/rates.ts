import { z } from 'zod';
import { message } from '../messages.ts';
import { permission } from '../permission.ts';
import { country } from '../resources/country.ts';
import { body, optionalDayField, rateField, reasonField } from './body.ts';
import type { Calls, Read } from './call.ts';
import { dayParameter, pathId } from './parameters.ts';
import { day, flag, id, named, text, textOrNull, whole } from './shapes.ts';

/** Longest reason for a correction. */
const REASON_MAX = 500;
const LABEL = { en: 'Rate correction', id: 'Koreksi kurs' };

const usd = text.meta({ description: 'US dollars, 2 decimals' });
const rate = z.strictObject({
  usd_rate: text,
  is_current: flag.meta({ description: 'Whether it is the rate of the country now' }),
  transactions: whole,
  visits: whole,
  first_day: day,
  last_day: day,
});
const correction = z.strictObject({
  id,
  country: named,
  wrong_rate: text,
  right_rate: text,
  from_date: day.nullable(),
  until_date: day.nullable(),
  reason: text,
  transactions: whole,
  lines: whole,
  visits: whole,
  left_closed: whole.meta({ description: 'How many records lie in closed months, and stayed as they were closed' }),
  is_rate_of_country: flag.meta({ description: 'Whether the rate of the country was corrected with them' }),
  corrected_at: text,
  corrected_by: named,
  undone_at: textOrNull,
  undone_by: named.nullable(),
});
const preview = z.strictObject({
  transactions: whole,
  lines: whole,
  visits: whole,
  months: z
    .array(
      z.strictObject({
        month: text.meta({ description: '`2026-10`' }),
        transactions: whole,
        visits: whole,
        before: usd,
        after: usd,
        difference: usd,
      }),
    )
    .meta({ description: 'The worth of what is not deleted, by the month at its hotel' }),
  left_closed: whole.meta({ description: 'How many records lie in closed months, and stay as they were closed' }),
  closed_months: z.array(text),
  is_rate_of_country: flag.meta({ description: 'Whether the rate of the country is corrected with them' }),
});

const rights = [permission('UPDATE', country.permission)];
const tag = country.labels.en;
const path = { id: pathId(country) };
const shared = { tag, rights, answer: z.strictObject({ data: correction }), refusals: [409] } as const;

/** A rate above 0, with at most 6 decimals, that has to be said. */
const rateParameter = (description: string) =>
  z
    .string({ error: ({ input }) => message(input === undefined ? 'required' : 'number') })
    .pipe(rateField(description))
    .meta({ description });

const WRONG = 'The rate with which they were written down';
const RIGHT = 'The rate that is right';
const FROM = 'The first day, at each hotel; all days when empty';
const UNTIL = 'The last day, at each hotel; until now when empty';

/** Rates to the US dollar that were wrong: what was written down with one is valued anew, in one act that can be undone. */
export const rateCalls = {
  'GET /api/country/{id}/rates': {
    tag,
    summary: { en: 'Rates with which records were written down', id: 'Kurs yang dipakai pada data' },
    description: 'And the corrections of them, the newest first. For whoever sees all hotels of the country.',
    rights,
    path,
    answer: z.strictObject({
      data: z.strictObject({ currency: text, rates: z.array(rate), corrections: z.array(correction) }),
    }),
  },
  'GET /api/country/{id}/rate_preview': {
    tag,
    summary: { en: 'What correcting a rate would change', id: 'Yang akan berubah bila kurs dikoreksi' },
    description: 'Deleted records are corrected as well, as they may be restored.',
    rights,
    path,
    query: z.object({
      wrong_rate: rateParameter(WRONG),
      usd_rate: rateParameter(RIGHT),
      from_date: dayParameter(FROM),
      until_date: dayParameter(UNTIL),
    }),
    answer: z.strictObject({ data: preview }),
  },
  'POST /api/country/{id}/rate_correction': {
    ...shared,
    summary: {
      en: 'Correct a wrong rate, and what was written down with it',
      id: 'Koreksi kurs yang salah beserta datanya',
    },
    description:
      'Transactions with their lines, and visits, of its hotels that stand with the wrong rate get the right one; so does the country where it has the wrong one now and no last day is said. Closed months stay.',
    path,
    body: body({
      wrong_rate: rateField(WRONG),
      usd_rate: rateField(RIGHT),
      from_date: optionalDayField(FROM),
      until_date: optionalDayField(UNTIL),
      reason: reasonField(REASON_MAX),
    }),
    status: 201,
    write: 'once',
  },
  'POST /api/rate_correction/{id}/undo': {
    ...shared,
    summary: { en: 'Undo a correction as a whole', id: 'Urungkan koreksi seluruhnya' },
    description: 'Once; refused where one of its rates was changed since, or a month of it was closed.',
    path: { id: pathId({ label: LABEL }) },
    body: body({}),
    write: 'once',
  },
} satisfies Calls;

export const RATE_CORRECTION_LABEL = LABEL;
export type RateInUse = Read<typeof rate>;
export type RateCorrection = Read<typeof correction>;
export type RatePreview = Read<typeof preview>;
