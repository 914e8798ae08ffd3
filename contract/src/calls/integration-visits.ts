import { z } from 'zod';
import { held_posting } from '../resources/held_posting.ts';
import { visit } from '../resources/visit.ts';
import { body } from './body.ts';
import type { Calls, JsonOf } from './definition.ts';
import {
  EXAMPLE_CARD_NUMBER,
  INTEGRATION_TAG,
  jsonSchema,
  updatedSinceResponse,
  updatedSinceQuery,
  rejectedLine,
} from './integrations.ts';
import { jsonSchemaOf } from './json-schema.ts';
import { flagParameter, pathId } from './parameters.ts';
import { message } from '../errors/messages.ts';
import { id, record, text, integer } from './shapes.ts';

const hotelIdSchema = { type: 'integer', minimum: 1 };
const textSchema = { type: 'string' };
const moneySchema = { type: 'string', description: 'Local amount, 3 decimals' };

const bill = {
  card_no: jsonSchema<string>({
    ...textSchema,
    description: 'Card number of any member of the programme; or use member_id',
  }),
  member_id: jsonSchema<number>(hotelIdSchema),
  hotel_id: jsonSchema<number>({
    ...hotelIdSchema,
    description: 'Default: the hotel’s currency. No other is accepted',
  }),
  visit_date: jsonSchema<string>({
    ...textSchema,
    description: 'Default: now. Without an offset, in the hotel’s time zone',
  }),
  reference_no: jsonSchema<string>({
    ...textSchema,
    maxLength: visit.fields.reference_no.max,
    description: 'Bill number',
  }),
  total_fb: jsonSchema<string>(moneySchema),
  total_room: jsonSchema<string>(moneySchema),
  total_others: jsonSchema<string>(moneySchema),
  staff_name: jsonSchema<string>(textSchema),
  remark: jsonSchema<string>({ ...textSchema, description: 'Required for bills two days old or more' }),
};

const exampleBill = {
  card_no: EXAMPLE_CARD_NUMBER,
  reference_no: 'POS3-20117',
  total_fb: '325000.000',
  staff_name: 'Till 3',
};

/** Maximum number of bills per call. */
export const MAX_VISIT_BATCH = 1_000;
const line = z.strictObject({
  line: integer.meta({ description: 'Position in the batch, from 1' }),
  outcome: z.enum(['created', 'exists', 'held', 'rejected']),
  visit: z.strictObject({ id, visit_no: text, reference_no: text }).nullable(),
  held: z
    .strictObject({
      id,
      state: z.enum(held_posting.fields.state.choices.map(({ value }) => value)),
      reason: z.enum(held_posting.fields.reason.choices.map(({ value }) => value)),
    })
    .nullable()
    .meta({ description: 'Where it is held, and why' }),
  error: rejectedLine.nullable().meta({ description: 'HTTP status that a single post would have returned' }),
});

const batchResponse = z.strictObject({
  data: z.array(line),
  meta: z.strictObject({ created: integer, exists: integer, held: integer, rejected: integer }),
});
const exampleOutcome: z.output<typeof batchResponse> = {
  data: [
    {
      line: 1,
      outcome: 'created',
      visit: { id: 233, visit_no: 'V00000233', reference_no: 'POS3-20117' },
      held: null,
      error: null,
    },
    {
      line: 2,
      outcome: 'held',
      visit: null,
      held: { id: 25, state: 'waiting', reason: 'unknown_card' },
      error: null,
    },
  ],
  meta: { created: 1, exists: 0, held: 1, rejected: 0 },
};

const hold = flagParameter(
  '1: puts a bill on hold if its card is unknown or inactive, or its member was merged. Staff of the hotel then post or dismiss it',
);

/** Calls with which a hotel's own system posts visits. */
export const integrationVisitCalls = {
  'GET /integration/v1/visits': {
    name: 'listVisitsOfHotel',
    tag: INTEGRATION_TAG,
    summary: { en: 'Visits at the hotel, newest first', id: 'Kunjungan di hotel, terbaru dahulu' },
    rights: ['may_post_visits'],
    query: updatedSinceQuery,
    example: { query: { limit: '50', updated_since: '2026-05-22T00:00:00+07:00' } },
    response: updatedSinceResponse(record('visit', {})),
  },
  'GET /integration/v1/visits/{id}': {
    name: 'getVisitOfHotel',
    tag: INTEGRATION_TAG,
    summary: { en: 'A visit', id: 'Satu kunjungan' },
    rights: ['may_post_visits'],
    path: { id: pathId(visit) },
    query: z.object({}),
    response: z.strictObject({ data: record('visit', {}) }),
  },
  'POST /integration/v1/visits': {
    name: 'postVisit',
    tag: INTEGRATION_TAG,
    summary: { en: 'Post a visit', id: 'Catat kunjungan' },
    description:
      'An identical bill that is already posted returns 200 and its visit; a different one with the same number returns 409 and the differences under errors. A bill put on hold returns 202 and the posting.',
    rights: ['may_post_visits'],
    query: z.object({ hold }),
    body: body(bill),
    example: { query: { hold: '1' }, body: exampleBill },
    response: z.strictObject({ data: record('visit', {}) }),
    status: 201,
    returnsExisting: true,
    held: z.strictObject({ data: record('held_posting', {}) }),
    write: 'idempotent',
    reusesPlans: true,
    rejections: [409, 429],
  },
  'POST /integration/v1/visits/batch': {
    name: 'postVisits',
    tag: INTEGRATION_TAG,
    summary: { en: 'Post up to 1,000 visits', id: 'Catat hingga 1.000 kunjungan' },
    description:
      'Each bill has its own result, in the order sent: created, already posted, on hold, or rejected. A rejected bill does not affect the others.',
    rights: ['may_post_visits'],
    query: z.object({ hold }),
    body: body({
      visits: z
        .array(z.unknown(), { error: message('list') })
        .refine((visits) => visits.length > 0, { error: message('required') })
        .max(MAX_VISIT_BATCH, { error: message('list_length', MAX_VISIT_BATCH) })
        .meta({
          type: 'array',
          maxItems: MAX_VISIT_BATCH,
          items: jsonSchemaOf(body(bill), 'input'),
        }),
    }),
    names: 1 + MAX_VISIT_BATCH * Object.keys(bill).length,
    example: { query: { hold: '1' }, body: { visits: [exampleBill, { ...exampleBill, reference_no: 'POS3-20118' }] } },
    response: batchResponse.meta({ examples: [exampleOutcome] }),
    write: 'idempotent',
    rejections: [429],
  },
  'GET /integration/v1/held-postings': {
    name: 'listHeldPostingsOfHotel',
    tag: INTEGRATION_TAG,
    summary: {
      en: 'Bills on hold at the hotel and their outcome, newest first',
      id: 'Tagihan tertahan di hotel dan hasilnya, terbaru dahulu',
    },
    rights: ['may_post_visits'],
    query: updatedSinceQuery,
    example: { query: { limit: '50', updated_since: '2026-05-22T00:00:00+07:00' } },
    response: updatedSinceResponse(record('held_posting', {})),
  },
  'GET /integration/v1/held-postings/{id}': {
    name: 'getHeldPostingOfHotel',
    tag: INTEGRATION_TAG,
    summary: { en: 'A bill on hold and its outcome', id: 'Tagihan tertahan dan hasilnya' },
    description: 'state is waiting, posted (with visit_id) or dismissed (with dismiss_reason).',
    rights: ['may_post_visits'],
    path: { id: pathId(held_posting) },
    query: z.object({}),
    response: z.strictObject({ data: record('held_posting', {}) }),
  },
} satisfies Calls;

export type BatchLine = JsonOf<typeof line>;
