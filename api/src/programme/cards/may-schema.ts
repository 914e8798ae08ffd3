import type { Json } from '../../engine/openapi/schemas.ts';

const maybeText: Json = { type: ['string', 'null'] };
const exactly = (properties: Json): Json => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});
const sale: Json = {
  ...exactly({ sell: maybeText, renew: maybeText, give: maybeText }),
  type: ['object', 'null'],
  description: 'Null each that can be made now, otherwise why not; null for who sells nothing to this member',
};
/** What a member may have now. */
export const mayHave: Json = exactly({ sale, redeem: maybeText });
/** What may be done with a voucher now. */
export const mayBeRedeemed: Json = exactly({ redeem: maybeText });
