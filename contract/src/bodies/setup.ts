import type { FieldSet } from '../fields/definition.ts';
import { reference } from '../fields/kinds.ts';
import { country } from '../resources/country.ts';

/** The membership that gets the vouchers to start from. */
export const starterVouchersBody = {
  fields: { membership_id: reference('membership', 'Membership', 'Keanggotaan', { required: true }) },
} as const satisfies FieldSet;

/** The country of the first hotels. Countries of the world exist from the beginning, in no region of the group. */
export const firstCountryFields = {
  fields: {
    country_id: reference('country', 'Country', 'Negara', { required: true }),
    region_id: country.fields.region_id,
    usd_rate: { ...country.fields.usd_rate, required: true },
  },
} as const satisfies FieldSet;
