import { resources } from '@innkeeper/contract';
import { mayBeRedeemed, mayHave } from '../cards/may-schema.ts';
import { answer, refusals } from '../../engine/openapi/parts.ts';
import { type Json, id } from '../../engine/openapi/schemas.ts';

const text: Json = { type: 'string' };
const textOrNull: Json = { type: ['string', 'null'] };
const flag: Json = { type: 'boolean', description: 'Belongs to a hotel out of the caller’s sight' };
const values = (choices: readonly { readonly value: string }[]): Json => ({
  type: 'string',
  enum: choices.map(({ value }) => value),
});
/** An object of just these properties, all of them there. */
const exactly = (properties: Json, type: unknown = 'object'): Json => ({
  type,
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});
const listOf = (properties: Json): Json => ({ type: 'array', items: exactly(properties) });

const members = listOf({
  id,
  name: text,
  is_elsewhere: flag,
  card: exactly({ sbec_no: text, end_date: text, membership: text }, ['object', 'null']),
  standing: values(resources.member.fields.standing.choices),
  hotel: exactly({ id, code: text, name: text }),
  available_vouchers: { type: ['integer', 'null'] },
  email: textOrNull,
  phone_no: textOrNull,
  may: mayHave,
});
const vouchers = listOf({
  id,
  voucher_no: text,
  name: text,
  name_id: text,
  is_elsewhere: flag,
  member: exactly({ id, name: text }),
  valid_until_date: text,
  state: values(resources.member_voucher.fields.state.choices),
  may: mayBeRedeemed,
});

/** One question over members and vouchers. */
export const searchPath: Json = {
  get: {
    tags: ['Search'],
    summary: 'Members and vouchers, at most ten of each, the best first',
    description:
      'Members whom the caller may view are found by all words, whatever their order: of the name with up to one typing error each, of the texts of the list as they stand. Just a card number, voucher number, phone or email finds its member at any hotel, for VIEW_MEMBER, VIEW_SEARCH or STORE_VOUCHER_REDEEM. Without a right to find members or vouchers it is refused.',
    parameters: [
      {
        name: 'q',
        in: 'query',
        required: true,
        schema: text,
        description: 'Words that must all match, or a number however it is grouped',
      },
    ],
    responses: {
      200: answer('Found', exactly({ data: exactly({ members, vouchers }) })),
      ...refusals(403, 422, 429),
    },
  },
};

export const searchPaths: Json = { '/api/search': searchPath };
