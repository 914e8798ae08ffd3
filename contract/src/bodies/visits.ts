import type { FieldSet } from '../fields/definition.ts';
import { reference, textarea } from '../fields/kinds.ts';
import { visit } from '../resources/visit.ts';

export const moveBody = {
  fields: {
    member_id: reference('member', 'Correct member', 'Anggota yang benar', {
      required: true,
      hint: { en: 'Search by name, email or phone', id: 'Cari dengan nama, email, atau telepon' },
    }),
    remark: textarea('Reason', 'Alasan', {
      max: visit.fields.remark.max,
      hint: { en: 'Added to: Remark', id: 'Ditambahkan ke: Catatan' },
    }),
  },
} as const satisfies FieldSet;
