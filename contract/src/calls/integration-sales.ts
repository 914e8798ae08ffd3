import { z } from 'zod';
import { transaction } from '../resources/transaction.ts';
import { permission } from '../rights/permission.ts';
import { SALE_TYPE } from '../rules/sales.ts';
import { body } from './body.ts';
import type { Calls } from './definition.ts';
import { INTEGRATION_TAG } from './integrations.ts';
import { paidSaleFields, offers, offersQuery, saleResponse } from './sales.ts';

const rights = [permission('STORE', transaction.permission)];
/** A guest is enrolled by a call of their own, and sold to by id. */
const { member: _, ...saleFields } = paidSaleFields;

/** Calls with which a hotel's own system, or a website, sells memberships. */
export const integrationSaleCalls = {
  'GET /integration/v1/memberships': {
    name: 'listMembershipOffers',
    tag: INTEGRATION_TAG,
    summary: {
      en: 'Memberships for sale at a hotel, with prices, terms and vouchers',
      id: 'Keanggotaan yang dijual di hotel, dengan harga, masa berlaku, dan voucher',
    },
    description:
      'With member_id: what this member can buy, renew or upgrade, or why not. Default hotel: that of the integration.',
    rights,
    query: offersQuery,
    example: { query: { type: '1' } },
    response: z.strictObject({ data: offers }),
  },
  'POST /integration/v1/sales': {
    name: 'sellMembership',
    tag: INTEGRATION_TAG,
    summary: { en: 'Sell, renew or upgrade a membership', id: 'Jual, perpanjang, atau naikkan keanggotaan' },
    description:
      'Runs in one transaction: the transaction with its line, the card, its vouchers and the email to the member. Invalid values return 422 with their field; a sale that the member’s cards do not allow returns 409. A discount needs a person’s approval, so it returns 409.',
    rights,
    body: body(saleFields),
    example: {
      body: { type: SALE_TYPE.sale, membership_id: 3, member_id: 7, type_payment_id: 31, reference_no: 'WEB-10022' },
    },
    response: z.strictObject({ data: saleResponse }),
    status: 201,
    write: 'idempotent',
    rejections: [409, 429],
  },
} satisfies Calls;
