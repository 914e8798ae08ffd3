import { MEMBER_MAILS, TIMELINE_KINDS, TIMELINE_MAX, TIMELINE_RESOURCES, recordPermissions } from '@innkeeper/contract';
import { answer, content, idParameter, onceHeader, refusals } from '../../engine/openapi/parts.ts';
import { type Json, id } from '../../engine/openapi/schemas.ts';

const text: Json = { type: 'string' };
const textOrNull: Json = { type: ['string', 'null'] };
/** An object of just these properties, all of them there. */
const exactly = (properties: Json, type: unknown = 'object'): Json => ({
  type,
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});
const listOf = (properties: Json): Json => ({ type: 'array', items: exactly(properties) });
const mailType: Json = { type: 'string', enum: [...MEMBER_MAILS] };
const hotel: Json = { id, code: text, name: text };

const spend: Json = {
  visits: { type: 'integer' },
  totals: listOf({ currency: text, decimals: { type: 'integer' }, visits: { type: 'integer' }, total: text }),
  usd: text,
};
const overview = exactly({
  spend: exactly({ ...spend, this_year: exactly(spend) }, ['object', 'null']),
  redeemed: exactly(
    {
      count: { type: 'integer' },
      recent: listOf({
        id,
        redeem_no: text,
        redeem_date: text,
        name: text,
        name_id: text,
        voucher_no: text,
        hotel: exactly(hotel),
      }),
    },
    ['object', 'null'],
  ),
  mails: { ...listOf({ mail_type: mailType, reason: textOrNull }), type: ['array', 'null'] },
  timeline: {
    ...listOf({
      at: text,
      kind: { type: 'string', enum: [...TIMELINE_KINDS] },
      resource: { type: 'string', enum: [...TIMELINE_RESOURCES] },
      id,
      number: textOrNull,
      name: textOrNull,
      name_id: textOrNull,
      note: textOrNull,
      state: textOrNull,
      amount: textOrNull,
      currency: textOrNull,
      decimals: { type: ['integer', 'null'] },
      hotel: exactly(hotel, ['object', 'null']),
      by: exactly({ id, name: text }, ['object', 'null']),
    }),
    maxItems: TIMELINE_MAX,
  },
});

/** What is asked of a member beside the record. */
export const memberOverviewPaths: Json = {
  '/api/member/{id}/overview': {
    get: {
      tags: ['Members'],
      summary: 'What a member spent, what was redeemed, and what happened',
      description: `Needs any of ${recordPermissions('MEMBER').join(', ')}. Each part holds what the caller may view and has in sight; null is what may not be viewed.`,
      parameters: [idParameter],
      responses: {
        200: answer('The overview', { type: 'object', properties: { data: overview }, required: ['data'] }),
        ...refusals(404),
      },
    },
  },
  '/api/member/{id}/mail': {
    post: {
      tags: ['Members'],
      summary: 'Send a mail of the programme about the card at hand once more',
      description: 'Needs UPDATE_MAIL_LOG or UPDATE_MEMBER. Refused where the member does not want such mails.',
      parameters: [idParameter, onceHeader],
      requestBody: {
        required: true,
        content: content({ type: 'object', properties: { mail_type: mailType }, required: ['mail_type'] }),
      },
      responses: {
        200: answer('Queued', {
          type: 'object',
          properties: { data: exactly({ mail_type: mailType, recipient: text }) },
        }),
        ...refusals(404, 409, 422),
      },
    },
  },
};
