import type { FieldSet } from '../fields/definition.ts';
import { MAX_TEXTAREA_LENGTH, reference, textarea } from '../fields/kinds.ts';

export const tierBody = {
  fields: {
    membership_id: reference('membership', 'Membership', 'Keanggotaan', { required: true }),
    remark: textarea('Reason', 'Alasan', {
      required: true,
      reason: true,
      max: MAX_TEXTAREA_LENGTH,
      hint: { en: 'Shown on the card and in the history', id: 'Tercatat pada kartu dan di riwayat' },
    }),
  },
} as const satisfies FieldSet;
