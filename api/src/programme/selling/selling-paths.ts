import { SALE_DAYS_BACK, SALE_TYPE, errors, permission, recordPermissions, resources } from '@innkeeper/contract';
import { mayHave } from '../cards/may-schema.ts';
import {
  answer,
  content,
  idParameter,
  inQuery,
  onceHeader,
  ref,
  refusals,
  versionHeader,
} from '../../engine/openapi/parts.ts';
import { type Json, id } from '../../engine/openapi/schemas.ts';

const text: Json = { type: 'string' };
const maybeText: Json = { type: ['string', 'null'] };
const day: Json = { type: 'string', format: 'date' };
const amount: Json = { type: 'string', description: 'Local amount, 3 decimals' };
const whole: Json = { type: 'integer' };
const flag: Json = { type: 'boolean' };
const nested: Json = { type: 'object', properties: { id, name: text, code: maybeText } };
const object = (properties: Json): Json => ({ type: 'object', properties });
const list = (properties: Json): Json => ({ type: 'array', items: object(properties) });
const maybe = (properties: Json): Json => ({ type: ['object', 'null'], properties });
const data = (description: string, schema: Json): Json => answer(description, object({ data: schema }));

const saleFields: Json = {
  hotel_id: { ...id, description: 'A user of one hotel may leave it out' },
  membership_id: id,
  member_id: { ...id, description: 'A member that there is' },
  member: { ...ref('member_input'), description: 'Or a new one; hotel and membership follow from the sale' },
  reference_no: text,
  transaction_date: { type: 'string', description: `Now by default, at most ${SALE_DAYS_BACK} days back` },
  marketing_name: text,
  remark: text,
};
const sold = data('What was sold', {
  type: 'object',
  properties: {
    transaction: ref('transaction'),
    member: ref('member'),
    member_card: ref('member_card'),
    member_vouchers: { type: 'array', items: ref('member_voucher') },
  },
});
const saleCall = (summary: string, properties: Json, required: readonly string[]): Json => ({
  post: {
    tags: [resources.transaction.labels.en],
    summary,
    description: `Needs ${permission('STORE', resources.transaction.permission)}. All of it happens, or nothing. A choice that is refused is a 422 at its field (of a new member as member.email), a member whose cards do not allow it a 409.`,
    parameters: [onceHeader],
    requestBody: { required: true, content: content({ type: 'object', properties, required }) },
    responses: { 201: sold, ...refusals(409, 422) },
  },
});

const card: Json = { id, sbec_no: text, membership: nested, start_date: day, end_date: day };
const goal: Json = { required: whole, missing: whole, by: day };
const visit: Json = {
  id,
  visit_no: text,
  day,
  hotel: nested,
  reference_no: text,
  grand_total: amount,
  currency: text,
};

/** Selling memberships, and where members stand. */
export function sellingPaths(): Json {
  const { transaction, member, visit: visits } = resources;
  return {
    '/api/transaction/wizard': saleCall(
      'Sell a membership, or renew one',
      {
        type: { type: 'integer', enum: [SALE_TYPE.sale, SALE_TYPE.renewal], description: '1 new, 2 renewal' },
        ...saleFields,
        type_payment_id: id,
        discount: amount,
      },
      ['type', 'membership_id', 'type_payment_id'],
    ),
    '/api/transaction/free_membership': saleCall('Give a free membership', saleFields, ['membership_id']),
    '/api/transaction/offers': {
      get: {
        tags: [transaction.labels.en],
        summary: 'What can be sold at a hotel, to a member, on a day',
        description: `Needs ${permission('STORE', transaction.permission)}.`,
        parameters: [
          inQuery('hotel_id', id, 'A user of one hotel may leave it out'),
          inQuery('type', { type: 'integer', enum: Object.values(SALE_TYPE) }, '1 new (by default), 2 renewal, 3 free'),
          inQuery('member_id', id),
          inQuery('transaction_date', text, 'Now by default'),
        ],
        responses: {
          200: data(
            'Offers',
            object({
              hotel: nested,
              day,
              currency: text,
              decimals: whole,
              usd_rate: maybeText,
              refusal: {
                ...maybe({ error: { type: 'string', enum: Object.keys(errors) }, message: text }),
                description: 'Why nothing can be sold to this member',
              },
              card: maybe(card),
              allowed: { type: 'array', items: whole, description: 'Kinds of sale that the member’s cards allow' },
              offers: list({
                membership: nested,
                price: amount,
                start_date: day,
                end_date: day,
                validity_months: whole,
                rank: whole,
                benefits: maybeText,
                benefits_url: maybeText,
                is_regional: flag,
                min_visit: whole,
                min_visit_to_upgrade: whole,
                vouchers: list({
                  id,
                  name: text,
                  name_id: text,
                  quantity: whole,
                  nominal: amount,
                  is_restricted: flag,
                }),
              }),
            }),
          ),
          ...refusals(422),
        },
      },
    },
    '/api/transaction/{id}/cancellation': {
      get: {
        tags: [transaction.labels.en],
        summary: 'What goes along when a sale is deleted, or comes back when it is restored',
        parameters: [idParameter],
        responses: {
          200: data(
            'Cards, vouchers, and redemptions that have to be voided first',
            object({
              is_deleted: flag,
              cards: list({ id, sbec_no: text, membership: nested }),
              vouchers: whole,
              redeemed: list({ voucher_no: text, redeem_no: text, redeem_hotel: text, day }),
            }),
          ),
          ...refusals(404),
        },
      },
    },
    '/api/member/{id}/standing': {
      get: {
        tags: [member.labels.en],
        summary: 'Where a member stands: visits that count and that do not, what is needed by when, open vouchers',
        description: `Needs any of ${recordPermissions(member.permission).join(', ')}.`,
        parameters: [idParameter, inQuery('hotel_id', id, 'Where vouchers are judged; the member’s hotel by default')],
        responses: {
          200: data(
            'Standing',
            object({
              member: nested,
              day,
              standing: text,
              membership: nested,
              card: maybe({ ...card, is_running: flag, file_url: text }),
              next_card: maybe({ id, membership: nested, start_date: day, end_date: day }),
              by_hand: maybe({ at: text, by: maybe({ id, name: text }), remark: maybeText }),
              visits: object({
                counting: { type: 'string', enum: ['per-bill', 'per-day'] },
                counted: whole,
                complimentary: whole,
                total: whole,
              }),
              maintain: maybe(goal),
              upgrade: maybe({ ...goal, to: maybe({ id, name: text }) }),
              counted: list(visit),
              not_counted: list({ ...visit, why: text, reason: text }),
              vouchers: list({
                id,
                voucher_no: text,
                name: text,
                name_id: text,
                nominal: amount,
                currency: text,
                redeem_date: day,
                valid_until_date: day,
                restrict_hotel: maybe({ id, name: text }),
                refusal: maybeText,
                reason: maybeText,
              }),
              renewal: maybe({ from: day, until: day, is_open: flag }),
              may: mayHave,
            }),
          ),
          ...refusals(404, 422),
        },
      },
    },
    '/api/member/{id}/membership': {
      post: {
        tags: [member.labels.en],
        summary: 'Set the level of a member by hand',
        description: `Needs ${permission('UPDATE', member.permission)}. A card of that membership to the same end; it holds until the next renewal. A free member’s level is set by those of level group.`,
        parameters: [idParameter, onceHeader, versionHeader],
        requestBody: {
          required: true,
          content: content({
            type: 'object',
            properties: { membership_id: id, remark: text },
            required: ['membership_id', 'remark'],
          }),
        },
        responses: { 200: data('The member', ref('member')), ...refusals(404, 409, 422) },
      },
    },
    '/api/visit/{id}/move': {
      post: {
        tags: [visits.labels.en],
        summary: 'Give a visit that was posted to the wrong member to the right one',
        description: `Needs ${permission('UPDATE', visits.permission)}. Both members are judged anew.`,
        parameters: [idParameter, onceHeader, versionHeader],
        requestBody: {
          required: true,
          content: content({ type: 'object', properties: { member_id: id, remark: text }, required: ['member_id'] }),
        },
        responses: { 200: data('The visit', ref('visit')), ...refusals(404, 409, 422) },
      },
    },
  };
}
