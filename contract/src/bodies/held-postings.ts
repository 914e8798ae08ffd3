import type { FieldSet } from '../fields/definition.ts';
import { instant, reference, textarea } from '../fields/kinds.ts';
import { held_posting } from '../resources/held_posting.ts';
import { visit } from '../resources/visit.ts';

/** Corrections of bills on hold; empty ones leave the submitted values. */
export const postingCorrectionBody = {
  fields: {
    member_id: reference('member', 'Correct member', 'Anggota yang benar', {
      hint: {
        en: 'Search by name, email or phone. Leave empty for the card’s member',
        id: 'Cari dengan nama, email, atau telepon. Kosongkan untuk pemilik kartu',
      },
    }),
    visit_date: instant('Correct date', 'Tanggal yang benar', {
      noAutoFill: true,
      hint: { en: 'Leave empty to keep as received', id: 'Kosongkan untuk memakai data yang diterima' },
    }),
    remark: textarea('Remark', 'Catatan', {
      max: visit.fields.remark.max,
      hint: {
        en: 'Required for bills two days old or more',
        id: 'Wajib untuk tagihan dua hari atau lebih',
      },
    }),
  },
} as const satisfies FieldSet;

export const dismissalBody = {
  fields: {
    reason: textarea('Reason', 'Alasan', {
      required: true,
      reason: true,
      max: held_posting.fields.dismiss_reason.max,
    }),
  },
} as const satisfies FieldSet;
