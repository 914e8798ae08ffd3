import type { FieldSet } from '../fields/definition.ts';
import { reference, textarea } from '../fields/kinds.ts';

/** Maximum length of the remark on a month close, and of the reason to reopen the month. */
const max = 500;

export const monthCloseBody = {
  fields: {
    country_id: reference('country', 'Country', 'Negara', { required: true }),
    remark: textarea('Remark', 'Catatan', { max }),
  },
} as const satisfies FieldSet;
export const reopenBody = {
  fields: { reason: textarea('Reason', 'Alasan', { required: true, reason: true, max }) },
} as const satisfies FieldSet;
