import {
  EXPIRING_DAYS,
  PER_PAGE_DEFAULT,
  PER_PAGE_MAX,
  WORK_LISTS,
  WORK_LIST_MAX,
  resources,
} from '@innkeeper/contract';
import { maySell } from '../cards/may-schema.ts';
import { answer, inQuery, refusals } from '../../engine/openapi/parts.ts';
import { type Json, id } from '../../engine/openapi/schemas.ts';

const text: Json = { type: 'string' };
const day: Json = { type: 'string', format: 'date' };
const key: Json = { type: 'string', enum: [...WORK_LISTS] };
const named: Json = { type: 'object', properties: { id, name: text }, required: ['id', 'name'] };
const orNull = (schema: Json, type: string): Json => ({ ...schema, type: [type, 'null'] });

const counted: Json = {
  total: { type: 'integer', maximum: WORK_LIST_MAX },
  is_more: { type: 'boolean', description: `There are more than ${WORK_LIST_MAX}` },
};
const outcome: Json = { type: 'string', enum: resources.member_call.fields.outcome.choices.map(({ value }) => value) };
const call: Json = {
  type: ['object', 'null'],
  properties: {
    id,
    at: text,
    by: orNull(named, 'object'),
    work_list: { type: ['string', 'null'], enum: [...WORK_LISTS, null] },
    outcome,
    note: { type: ['string', 'null'] },
    call_back_on: orNull(day, 'string'),
  },
};
const row: Json = {
  type: 'object',
  properties: {
    member: { type: 'object', properties: { id, name: text, phone_no: text, email: text } },
    hotel: { type: 'object', properties: { id, name: text, code: text } },
    membership: named,
    card: { type: ['object', 'null'], properties: { id, sbec_no: text, end_date: day } },
    due_on: { ...day, description: 'The last day of the card, the last day of use, or the birthday' },
    was_used: { type: ['boolean', 'null'] },
    to_upgrade: { type: ['integer', 'null'] },
    turns: { type: ['integer', 'null'] },
    last_call: call,
    may: maySell,
  },
};
const hotel = inQuery('hotel_id', id, 'Members whom this hotel serves');

/** Lists of members whom somebody should call. */
export function workListPaths(): Json {
  const tags = ['Work lists'];
  return {
    '/api/work_list': {
      get: {
        tags,
        summary: 'How many members wait in each list',
        description: 'Needs VIEW_MEMBER, as every call here.',
        parameters: [hotel],
        responses: {
          200: answer('Counts', {
            type: 'object',
            properties: {
              data: {
                type: 'array',
                items: { type: 'object', properties: { key, ...counted }, required: ['key', 'total', 'is_more'] },
              },
            },
          }),
          ...refusals(422),
        },
      },
    },
    '/api/work_list/{key}': {
      get: {
        tags,
        summary: 'Members of a list, in the order in which they should be called',
        parameters: [
          { name: 'key', in: 'path', required: true, schema: key },
          hotel,
          inQuery('days', { type: 'string', enum: EXPIRING_DAYS.map(String) }, 'Of expiring alone: how far ahead'),
          inQuery('calls', { type: 'string', enum: ['open', 'all'] }, 'all: also those whom a call has settled'),
          inQuery('not_called', { type: 'integer', minimum: 1 }, 'Not called for so many days, whatever came of it'),
          inQuery('search', text),
          inQuery('page', { type: 'integer', minimum: 1 }),
          inQuery('per_page', { type: 'integer', minimum: 1, maximum: PER_PAGE_MAX, default: PER_PAGE_DEFAULT }),
        ],
        responses: {
          200: answer('Members', {
            type: 'object',
            properties: {
              data: { type: 'array', items: row },
              meta: {
                type: 'object',
                properties: { page: { type: 'integer' }, per_page: { type: 'integer' }, ...counted },
              },
            },
          }),
          ...refusals(404, 422),
        },
      },
    },
  };
}
