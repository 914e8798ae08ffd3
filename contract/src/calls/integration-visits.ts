import { z } from 'zod';
import { visit } from '../resources/visit.ts';
import { body } from './body.ts';
import type { Calls } from './call.ts';
import { INTEGRATION_TAG, judged, newestAnswer, newestQuery } from './integration.ts';
import { pathId } from './parameters.ts';
import { record } from './shapes.ts';

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

/** What a hotel's own system posts. */
export const integrationVisitCalls = {
  'GET /integration/v1/visits': {
    tag: INTEGRATION_TAG,
    summary: { en: 'Visits at the hotel, the newest first', id: 'Kunjungan di hotel, yang terbaru lebih dulu' },
    rights: ['may_post_visits'],
    query: newestQuery,
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
      'A bill that is there already with the same content answers 200 and that visit, with other content 409 and the difference under errors.',
    rights: ['may_post_visits'],
    body: body(bill),
    answer: z.strictObject({ data: record('visit', {}) }),
    status: 201,
    mayBeDone: true,
    write: 'once',
    refusals: [409, 429],
  },
} satisfies Calls;
