import { z } from 'zod';
import { held_posting } from '../resources/held_posting.ts';
import { visit } from '../resources/visit.ts';
import { body } from './body.ts';
import type { Calls, Read } from './call.ts';
import { EXAMPLE_CARD, INTEGRATION_TAG, judged, newestAnswer, newestQuery, refusedLine } from './integration.ts';
import { jsonSchemaOf } from './json-schema.ts';
import { flagParameter, pathId } from './parameters.ts';
import { message } from '../messages.ts';
import { id, record, text, whole } from './shapes.ts';

const whose = { type: 'integer', minimum: 1 };
const words = { type: 'string' };
const money = { type: 'string', description: 'Local amount, 3 decimals' };

const bill = {
  card_no: judged<string>({
    ...words,
    description: 'Whose bill it is: the number of any card of the programme, or member_id',
  }),
  member_id: judged<number>(whose),
  hotel_id: judged<number>({ ...whose, description: 'The hotel’s own when left out; no other' }),
  visit_date: judged<string>({ ...words, description: 'Now when left out; without a zone in that of the hotel' }),
  reference_no: judged<string>({
    ...words,
    maxLength: visit.fields.reference_no.max,
    description: 'The number of the bill',
  }),
  total_fb: judged<string>(money),
  total_room: judged<string>(money),
  total_others: judged<string>(money),
  staff_name: judged<string>(words),
  remark: judged<string>({ ...words, description: 'Needed from two days late on' }),
};

const exampleBill = { card_no: EXAMPLE_CARD, reference_no: 'POS3-20117', total_fb: '325000.000', staff_name: 'Till 3' };

/** Bills that one call posts at most. */
export const BATCH_MAX = 1_000;
const line = z.strictObject({
  line: whole.meta({ description: 'Its place in the batch, from 1' }),
  outcome: z.enum(['created', 'exists', 'held', 'refused']),
  visit: z.strictObject({ id, visit_no: text, reference_no: text }).nullable(),
  held: z
    .strictObject({
      id,
      state: z.enum(held_posting.fields.state.choices.map(({ value }) => value)),
      reason: z.enum(held_posting.fields.reason.choices.map(({ value }) => value)),
    })
    .nullable()
    .meta({ description: 'Where it is held, and why' }),
  error: refusedLine.nullable().meta({ description: 'What posting it alone would have answered' }),
});

const batchAnswer = z.strictObject({
  data: z.array(line),
  meta: z.strictObject({ created: whole, exists: whole, held: whole, refused: whole }),
});
const exampleOutcome: z.output<typeof batchAnswer> = {
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
  meta: { created: 1, exists: 0, held: 1, refused: 0 },
};

const hold = flagParameter(
  '1: a bill whose card is unknown or does not run, or whose member was merged into another one, is held for staff of the hotel to post or dismiss',
);

/** Visits that a hotel's own system posts. */
export const integrationVisitCalls = {
  'GET /integration/v1/visits': {
    tag: INTEGRATION_TAG,
    summary: { en: 'Visits at the hotel, the newest first', id: 'Kunjungan di hotel, yang terbaru lebih dulu' },
    rights: ['may_post_visits'],
    query: newestQuery,
    example: { query: { limit: '50', updated_since: '2026-05-22T00:00:00+07:00' } },
    answer: newestAnswer(record('visit', {})),
  },
  'GET /integration/v1/visits/{id}': {
    tag: INTEGRATION_TAG,
    summary: { en: 'A visit', id: 'Sebuah kunjungan' },
    rights: ['may_post_visits'],
    path: { id: pathId(visit) },
    query: z.object({}),
    answer: z.strictObject({ data: record('visit', {}) }),
  },
  'POST /integration/v1/visits': {
    tag: INTEGRATION_TAG,
    summary: { en: 'Post a visit', id: 'Catat kunjungan' },
    description:
      'A bill that is there already with the same content answers 200 and that visit, with other content 409 and the difference under errors. One that is held answers 202 and the held posting.',
    rights: ['may_post_visits'],
    query: z.object({ hold }),
    body: body(bill),
    example: { query: { hold: '1' }, body: exampleBill },
    answer: z.strictObject({ data: record('visit', {}) }),
    status: 201,
    mayBeDone: true,
    held: z.strictObject({ data: record('held_posting', {}) }),
    write: 'once',
    keepsPlans: true,
    refusals: [409, 429],
  },
  'POST /integration/v1/visits/batch': {
    tag: INTEGRATION_TAG,
    summary: { en: 'Post up to 1,000 visits', id: 'Catat hingga 1.000 kunjungan' },
    description:
      'Each is answered by itself, in the order in which they came: created, there already with the same content, held, or refused. A refused one keeps no other from being posted.',
    rights: ['may_post_visits'],
    query: z.object({ hold }),
    body: body({
      visits: z
        .array(z.unknown(), { error: message('list') })
        .refine((list) => list.length > 0, { error: message('required') })
        .max(BATCH_MAX, { error: message('list_length', BATCH_MAX) })
        .meta({
          type: 'array',
          maxItems: BATCH_MAX,
          items: jsonSchemaOf(body(bill), 'input'),
        }),
    }),
    names: 1 + BATCH_MAX * Object.keys(bill).length,
    example: { query: { hold: '1' }, body: { visits: [exampleBill, { ...exampleBill, reference_no: 'POS3-20118' }] } },
    answer: batchAnswer.meta({ examples: [exampleOutcome] }),
    write: 'once',
    refusals: [429],
  },
  'GET /integration/v1/held-postings': {
    tag: INTEGRATION_TAG,
    summary: {
      en: 'Bills that were held at the hotel, the newest first, and what became of them',
      id: 'Tagihan yang tertahan di hotel, yang terbaru lebih dulu, dan kelanjutannya',
    },
    rights: ['may_post_visits'],
    query: newestQuery,
    example: { query: { limit: '50', updated_since: '2026-05-22T00:00:00+07:00' } },
    answer: newestAnswer(record('held_posting', {})),
  },
  'GET /integration/v1/held-postings/{id}': {
    tag: INTEGRATION_TAG,
    summary: { en: 'A bill that was held, and what became of it', id: 'Tagihan yang tertahan, dan kelanjutannya' },
    description:
      'state is waiting, posted (then visit_id names the visit) or dismissed (then dismiss_reason says why).',
    rights: ['may_post_visits'],
    path: { id: pathId(held_posting) },
    query: z.object({}),
    answer: z.strictObject({ data: record('held_posting', {}) }),
  },
} satisfies Calls;

export type BatchLine = Read<typeof line>;
