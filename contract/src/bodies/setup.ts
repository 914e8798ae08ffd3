import type { FieldSet } from '../fields/definition.ts';
import { choice, reference } from '../fields/kinds.ts';
import { country } from '../resources/country.ts';
import { VOUCHER_SETS } from '../rules/voucher-sets.ts';

/** The vouchers to start from, and the membership that gets them. */
export const starterVouchersBody = {
  fields: {
    set: choice('Set', 'Paket', { choices: VOUCHER_SETS }),
    membership_id: reference('membership', 'Membership', 'Keanggotaan', { required: true }),
  },
} as const satisfies FieldSet;

/** The country of the first hotels. Countries of the world exist from the beginning, in no region of the group. */
export const firstCountryFields = {
  fields: {
    country_id: reference('country', 'Country', 'Negara', { required: true }),
    region_id: country.fields.region_id,
    usd_rate: { ...country.fields.usd_rate, required: true },
  },
} as const satisfies FieldSet;
