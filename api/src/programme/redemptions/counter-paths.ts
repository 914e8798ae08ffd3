import { BIRTHDAY_DAYS, REDEEM_DAYS_BACK, errors, permission, resources } from '@innkeeper/contract';
import { mayHave } from '../cards/may-schema.ts';
import { answer, inQuery, refusals } from '../../engine/openapi/parts.ts';
import { type Json, id } from '../../engine/openapi/schemas.ts';

const text: Json = { type: 'string' };
const day: Json = { type: 'string', format: 'date' };
const flag: Json = { type: 'boolean' };
const nested: Json = { type: 'object', properties: { id, name: text, code: { type: ['string', 'null'] } } };
const place: Json = {
  type: 'object',
  properties: { id, name: text, code: text, currency: text, decimals: { type: 'integer' } },
};

const voucher: Json = {
  type: 'object',
  properties: {
    id,
    voucher_no: text,
    name: text,
    name_id: text,
    nominal: text,
    currency: text,
    redeem_date: day,
    valid_until_date: day,
    terms_condition: text,
    terms_condition_id: text,
    file_url: text,
    refusal: {
      type: ['string', 'null'],
      enum: [...Object.keys(errors), null],
      description: 'Null where it can be redeemed',
    },
    reason: { type: ['string', 'null'], description: 'The refusal in words, in the language of the request' },
    hit: { ...flag, description: 'The voucher whose number was asked for' },
  },
};
const guest: Json = {
  type: 'object',
  properties: {
    member: {
      type: 'object',
      properties: {
        id,
        name: text,
        is_active: flag,
        standing: text,
        hotel: nested,
        is_elsewhere: { ...flag, description: 'Of a hotel out of sight: the record cannot be read' },
      },
    },
    card: {
      type: ['object', 'null'],
      properties: { sbec_no: text, membership: nested, end_date: day, is_active: flag },
    },
    greeting: {
      type: 'object',
      properties: {
        birthday_in: {
          type: ['integer', 'null'],
          minimum: -BIRTHDAY_DAYS.after,
          maximum: BIRTHDAY_DAYS.before,
          description: 'Days to the birthday; null at other times and for whoever may not read the member',
        },
        is_first_visit: { ...flag, description: 'Nothing of theirs was posted or redeemed at this hotel so far' },
      },
    },
    vouchers: { type: 'array', items: voucher, description: 'Those that can be redeemed first' },
    left_out: {
      type: 'integer',
      description: 'Vouchers used, cancelled, or of a card that ended, more than a year ago',
    },
    may: mayHave,
  },
};

/** Who stands at the counter, and what can be redeemed. */
export function counterPaths(): Json {
  const d = resources.voucher_redeem;
  return {
    '/api/voucher_redeem/counter': {
      get: {
        tags: [d.labels.en],
        summary: 'A guest at the counter, and what can be redeemed there and then',
        description: `Needs ${permission('STORE', d.permission)}, or ${permission('STORE', resources.visit.permission)} for guests without their vouchers. Finds any member of the programme by exactly what they show.`,
        parameters: [
          inQuery('q', text, 'A card number, voucher number, telephone or email'),
          inQuery('member_id', id, 'In place of q: a member in sight'),
          inQuery('hotel_id', id, 'The hotel of the counter; a user of one hotel may leave it out'),
          inQuery('redeem_date', text, `Now by default, at most ${REDEEM_DAYS_BACK} days back`),
        ],
        responses: {
          200: answer('Guests', {
            type: 'object',
            properties: {
              data: {
                type: 'object',
                properties: { hotel: place, day, guests: { type: 'array', items: guest, maxItems: 10 } },
              },
            },
          }),
          ...refusals(422, 429),
        },
      },
    },
  };
}
